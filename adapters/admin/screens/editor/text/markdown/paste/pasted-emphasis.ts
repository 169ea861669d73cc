/** Elements that become marks or tags. */
const marked = /^(?:STRONG|B|EM|I|DEL|S|STRIKE|A|CODE|SUP|SUB|IMG)$/;

const struck = /^(?:DEL|S|STRIKE)$/;

type Side = 'space' | 'punctuation' | 'word';

const sideOf = (character: string): Side =>
  /^\s?$/.test(character) ? 'space' : /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'word';

const edge = (text: string, end: 'first' | 'last'): string =>
  (end === 'first' ? /^[\s\S]/u : /[\s\S]$/u).exec(text)?.[0] ?? '';

/** What stands beside an element in its line. */
const beside = (node: Element, side: 'previousSibling' | 'nextSibling'): Side => {
  const sibling = node[side];
  if (sibling === null) {
    return node.parentElement !== null && marked.test(node.parentElement.nodeName)
      ? 'punctuation'
      : 'space';
  }
  if (sibling instanceof Element) {
    // Some parsers take the tildes for letters.
    if (struck.test(sibling.nodeName)) return 'word';
    return marked.test(sibling.nodeName) ? 'punctuation' : 'space';
  }
  return sideOf(edge(sibling.nodeValue ?? '', side === 'nextSibling' ? 'first' : 'last'));
};

/** What an element begins or ends with. */
const inside = (node: Element, side: 'firstChild' | 'lastChild'): Side => {
  const child = node[side];
  return child instanceof Element
    ? 'punctuation'
    : sideOf(edge(child?.nodeValue?.trim() ?? '', side === 'firstChild' ? 'first' : 'last'));
};

/**
 * The Markdown of an emphasised element. Where marks would be plain characters, such as between punctuation
 * and a letter, it stays an element of HTML.
 */
export const emphasisOf = (node: Element, content: string): string => {
  const kind = /^(?:STRONG|B)$/.test(node.nodeName)
    ? 'strong'
    : /^(?:EM|I)$/.test(node.nodeName)
      ? 'em'
      : 'del';
  const isSpaced = (text: string, end: 'first' | 'last'): boolean => /\s/.test(edge(text, end));
  const before = isSpaced(node.textContent, 'first') ? 'space' : beside(node, 'previousSibling');
  const after = isSpaced(node.textContent, 'last') ? 'space' : beside(node, 'nextSibling');
  const isWord = before === 'word' || after === 'word';
  const isPlain =
    (before === 'word' && inside(node, 'firstChild') === 'punctuation') ||
    (after === 'word' && inside(node, 'lastChild') === 'punctuation');
  if (isPlain) return `<${kind}>${content}</${kind}>`;
  const mark = kind === 'strong' ? '**' : kind === 'del' ? '~~' : isWord ? '*' : '_';
  return mark + content + mark;
};
