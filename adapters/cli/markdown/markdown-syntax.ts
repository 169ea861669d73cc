import { fromMarkdown, type CompileContext, type Token } from 'mdast-util-from-markdown';
import { mediaExtension, type Reference } from './file-address.ts';
import { findHtmlReferences, findRawSections } from './references/html-references.ts';
import { findImports } from './references/script-references.ts';
import { blank, withoutOverlap, type Span } from './references/spans.ts';
import {
  findLiteralSections,
  findTemplateReferences,
  hideTemplates,
} from './references/template-references.ts';
import { findUnreadNotations } from './references/unread-notations.ts';
import { findWikiReferences } from './references/wiki-references.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/** What the import needs from the Markdown of a body. */
export interface MarkdownSyntax {
  /** The text of the first heading of level 1. */
  readonly heading: string | undefined;
  /** In the order of the text; they do not overlap. */
  readonly references: readonly Reference[];
  /** The notation of each reference that the import does not read, such as `data-src`. */
  readonly unread: readonly string[];
}

export interface Dialect {
  /** MDX: indentation does not make code. */
  readonly mdx: boolean;
}

/** What can refer to a file: an image, a link that is neither absolute nor a fragment, HTML, a template. */
const referencePattern =
  /!\[|\](?:\(|:)\s*<?(?!https?:|mailto:|#)[^\s<]|<(?:im(?:g|age)|a|audio|source|video|object|embed|iframe|track)\b|\{[{%]|\[\[[^[\]\n]*\.[a-z\d]/i;

/** The same, for notations in which only media files are read. */
const mediaReferencePattern =
  /<(?:[A-Z]|[a-z]+-)|^import\b|\brequire\(|\burl\(|\sdata-[\w-]*src|^[ \t]*\.\.[ \t]|^[ \t]*`{3,}\{/m;

const mediaPattern = new RegExp(mediaExtension, 'i');

/** Whether a body can refer to a file. Faster than parsing: many bodies are long and refer to none. */
export const mayHaveReferences = (body: string): boolean =>
  referencePattern.test(body) || (mediaPattern.test(body) && mediaReferencePattern.test(body));

/** Parses CommonMark. Positions are UTF-16 units of `body`. */
export const readMarkdown = (body: string, dialect: Dialect): MarkdownSyntax => {
  const hidden = hideTemplates(body);
  const parsed = parse(hidden, dialect);
  const { nodes } = hidden === body ? parsed : parse(body, dialect);
  return { heading: findHeading(nodes, body), ...readReferences(body, hidden, parsed, dialect) };
};

interface ParsedText {
  readonly nodes: readonly Node[];
  readonly destinations: ReadonlyMap<object, Span>;
}

const parse = (text: string, { mdx }: Dialect): ParsedText => {
  const destinations = new Map<object, Span>();
  const root = fromMarkdown(text, {
    extensions: mdx ? [{ disable: { null: ['codeIndented'] } }] : [],
    mdastExtensions: [recordDestinations(destinations)],
  });
  return { nodes: [...descendants(root)], destinations };
};

const readReferences = (
  body: string,
  hidden: string,
  { nodes, destinations }: ParsedText,
  { mdx }: Dialect,
): Pick<MarkdownSyntax, 'references' | 'unread'> => {
  const code = nodes.filter(({ type }) => type === 'code' || type === 'inlineCode');
  const withoutCode = blank(hidden, code.map(spanOf));
  // CommonMark does not recognise all JSX as HTML, so the whole text is searched.
  const isJsx = mdx || jsxPattern.test(withoutCode);
  const html = isJsx
    ? [{ start: 0, end: body.length }]
    : nodes.flatMap((node) => (node.type === 'html' ? [spanOf(node)] : []));
  const raw = html.flatMap(({ start, end }) =>
    Array.from(findRawSections(withoutCode.slice(start, end)), (span) => shift(span, start)),
  );
  const plain = blank(blank(body, code.map(spanOf)), raw);
  const text = blank(plain, [...findLiteralSections(plain)]);
  const markup = blank(withoutCode, raw);
  const templates = findTemplateReferences(text);
  const found = [
    ...findDestinations(nodes, destinations),
    ...html.flatMap(({ start, end }) => [...findHtmlReferences(markup.slice(start, end), start)]),
  ].map((reference) => withTemplates(reference, body, hidden));
  const others = [...templates.references, ...findImports(text), ...findWikiReferences(text)];
  const references = withoutOverlap(
    [...found, ...others].filter(({ start }) => text[start] === body[start]),
  );
  return {
    references,
    unread: [
      ...templates.unread,
      ...findUnreadNotations(blank(text, references)),
      ...code.flatMap((node) =>
        'lang' in node && /^\{(?:figure|image)\}/.test(node.lang ?? '') ? ['```{figure}'] : [],
      ),
    ],
  };
};

/** JSX in a file that is not called MDX, as Docusaurus allows it. */
const jsxPattern = /=\{\s*(?:require|useBaseUrl)\s*\(/;

const shift = ({ start, end }: Span, offset: number): Span => ({
  start: start + offset,
  end: end + offset,
});

/** Restores the templates in an address, which were hidden. */
const withTemplates = (reference: Reference, body: string, hidden: string): Reference => {
  const { start, end } = reference;
  const address = body.slice(start, end);
  return address === hidden.slice(start, end) ? reference : { ...reference, address };
};

/** Records the position of each destination, which the syntax tree does not contain. */
const recordDestinations = (positions: Map<object, Span>) => {
  const record = function (this: CompileContext, token: Token): undefined {
    const url = this.resume();
    const node = this.stack.at(-1);
    if (node === undefined || !('url' in node)) return;
    node.url = url;
    positions.set(node, { start: token.start.offset, end: token.end.offset });
  };
  return { exit: { resourceDestinationString: record, definitionDestinationString: record } };
};

/** In the order of the text. Not recursive: nested quotes can exceed the stack. */
function* descendants(root: Root): Generator<Node> {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    if ('children' in node) pending.push(...node.children.toReversed());
  }
}

const findHeading = (nodes: readonly Node[], body: string): string | undefined => {
  for (const node of nodes) {
    const text = headingOf(node, body)?.replace(/\s+/g, ' ').trim() ?? '';
    if (text !== '') return text;
  }
  return undefined;
};

/** Attributes at the end of a heading: `{#setup .wide}`, `{: #setup}`, and a comment of MDX with an anchor. */
const headingAttributes = /\s*\{\s*(?:[#.:][^{}]*|\/\*[^{}]*\*\/\s*)\}$/;

const headingOf = (node: Node, body: string): string | undefined => {
  if (node.type === 'heading') {
    if (node.depth !== 1) return undefined;
    const { start, end } = spanOf(node);
    const source = body.slice(start, end).replace(/\s+(?:#+|=+)?\s*$/, '');
    const hasAttributes = headingAttributes.test(source) && !/\\\{[^{}]*\}$/.test(source);
    return hasAttributes ? textOf(node).replace(/\{[^{}]*\}\s*$/, '') : textOf(node);
  }
  if (node.type !== 'html') return undefined;
  const [, inner] = /<h1\b[^>]*>(.*?)<\/h1\s*>/is.exec(node.value) ?? [];
  // Decodes entities and drops tags.
  return inner === undefined ? undefined : textOf(fromMarkdown(inner.trim().replace(/\s+/g, ' ')));
};

const textOf = (node: Node): string => {
  if ('children' in node) return node.children.map(textOf).join('');
  if ('alt' in node) return node.alt ?? '';
  if (node.type === 'html') return '';
  return 'value' in node ? node.value : '';
};

const findDestinations = (
  nodes: readonly Node[],
  destinations: ReadonlyMap<object, Span>,
): readonly Reference[] => {
  const shown = identifiersOf(nodes, 'imageReference');
  const linked = identifiersOf(nodes, 'linkReference');
  return nodes.flatMap((node): readonly Reference[] => {
    const span = destinations.get(node);
    if (span === undefined || !('url' in node)) return [];
    const reference = { address: node.url, ...span };
    // If a name has several definitions, the first counts.
    const isShown =
      node.type === 'image' || (node.type === 'definition' && shown.delete(node.identifier));
    if (isShown) return [reference];
    const isLinked =
      node.type === 'link' || (node.type === 'definition' && linked.delete(node.identifier));
    return isLinked ? [{ ...reference, isLink: true }] : [];
  });
};

const identifiersOf = (
  nodes: readonly Node[],
  type: 'imageReference' | 'linkReference',
): Set<string> => new Set(nodes.flatMap((node) => (node.type === type ? [node.identifier] : [])));

const spanOf = ({ position }: Node): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});
