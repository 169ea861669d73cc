import { cleanPasted } from '../../paste/clean-html.ts';
import { isWorthPasting } from '../../paste/pasted-structure.ts';
import { escapeHtml, escapeValue } from '../attributes.ts';
import { blocks } from '../elements.ts';

/** The name that an element gets; an element that is not here loses its tags. */
const names: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ...Object.fromEntries(
    'strong em s code a img br sup sub p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre hr table thead tbody tfoot tr td th caption figure figcaption'
      .split(' ')
      .map((name) => [name, name]),
  ),
};

/** The attributes that stay. */
const kept: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
};

const isBlock = (node: Node): boolean => blocks.has(node.nodeName.toLowerCase());

const attributesOf = (element: Element, name: string): string =>
  (kept[name] ?? [])
    .map((each) => [each, element.getAttribute(each) ?? (each === 'alt' ? '' : undefined)] as const)
    .map(([each, value]) => (value === undefined ? '' : ` ${each}="${escapeValue(value)}"`))
    .join('');

const textOf = (node: Node, isPre: boolean): string => {
  const text = (node.nodeValue ?? '').replaceAll(/\r\n|\r/g, '\n');
  return escapeHtml(isPre ? text : text.replace(/[ \t\n]+/g, ' '));
};

/** What is inside of a line, without blocks. */
const inlineOf = (node: Node, isPre = false): string => {
  if (node.nodeType === Node.TEXT_NODE) return textOf(node, isPre);
  if (!(node instanceof Element)) return '';
  const tag = node.localName;
  if (tag === 'input') return node.hasAttribute('checked') ? '☑ ' : '☐ ';
  const inner = [...node.childNodes].map((each) => inlineOf(each, isPre)).join('');
  const name = isBlock(node) ? undefined : names[tag];
  if (name === undefined) return inner;
  const open = `<${name}${attributesOf(node, name)}>`;
  return name === 'br' || name === 'img' ? open : `${open}${inner}</${name}>`;
};

/** The blocks of some nodes, each on its own line. Text beside blocks becomes a paragraph. */
const blocksOf = (nodes: Iterable<Node>): readonly string[] => {
  const made: string[] = [];
  let line = '';
  const endLine = (): void => {
    if (line.trim() !== '') made.push(`<p>${line.trim()}</p>`);
    line = '';
  };
  for (const node of nodes) {
    const isBox =
      node instanceof Element &&
      (isBlock(node) || node.querySelector([...blocks].join(',')) !== null);
    if (!isBox) {
      line += inlineOf(node);
      continue;
    }
    endLine();
    made.push(...blockOf(node));
  }
  endLine();
  return made;
};

const isInner = (name: string): boolean =>
  /^(?:ul|ol|dl|table|thead|tbody|tfoot|tr|figure|blockquote)$/.test(name);

const blockOf = (element: Element): readonly string[] => {
  const name = names[element.localName];
  const children = [...element.childNodes];
  const hasBlocks = children.some(
    (each) =>
      each instanceof Element &&
      (isBlock(each) || each.querySelector([...blocks].join(',')) !== null),
  );
  if (name === 'hr') return ['<hr>'];
  if (name === undefined || !isBlock(element)) {
    return blocksOf(element.childNodes);
  }
  const open = `<${name}${attributesOf(element, name)}>`;
  if (name === 'pre') {
    const code = inlineOf(element, true).replace(/\n$/, '');
    const inner = element.querySelector('code') === null ? `<code>${code}</code>` : code;
    return [`<pre>${inner}</pre>`];
  }
  if (isInner(name)) {
    const inner =
      name === 'blockquote' || name === 'figure'
        ? blocksOf(children)
        : children.filter((each) => each instanceof Element).flatMap(blockOf);
    return inner.length === 0
      ? []
      : name === 'tr'
        ? [`${open}${inner.join('')}</tr>`]
        : [open, ...inner, `</${name}>`];
  }
  if (!hasBlocks) {
    const inner = children
      .map((each) => inlineOf(each))
      .join('')
      .trim();
    const isEmpty = inner === '' && !/^(?:td|th|li)$/.test(name);
    return isEmpty ? [] : [`${open}${inner}</${name}>`];
  }
  if (/^(?:p|h[1-6])$/.test(name)) return blocksOf(children);
  const [first = '', ...rest] = blocksOf(children);
  // The first line of an entry is its text.
  const start = first.replace(/^<p>([\s\S]*)<\/p>$/, '$1');
  return [`${open}${start}${rest.map((each) => `\n${each}`).join('')}</${name}>`];
};

/**
 * Clean HTML of a fragment that was copied elsewhere: its headings, emphasis, links, lists, tables, code, quotes and images,
 * without classes and styles. Undefined where its plain text is as good.
 */
export const htmlToHtml = (html: string): string | undefined => {
  const root = cleanPasted(html);
  if (!isWorthPasting(root)) return undefined;
  const made = blocksOf(root.childNodes)
    .map((each) => each.replaceAll('\u00a0', ' '))
    .filter((each) => each.replace(/<\/?p>/g, '').trim() !== '');
  const [only = ''] = made;
  const isLine = made.length === 1 && only.startsWith('<p>');
  const source = isLine ? only.slice(3, -4) : made.join('\n');
  return source === '' ? undefined : source;
};
