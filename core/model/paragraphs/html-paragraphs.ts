/** What is a paragraph of its own between others. */
const blocks = new Set(
  'address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe main nav ol p pre section table ul video audio'.split(
    ' ',
  ),
);
/** Elements that have no end tag. */
export const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);
/** Elements whose content has no tags. */
const raw = new Set('script style textarea title iframe xmp noembed noframes'.split(' '));

const token = /<!--[^]*?-->|<(\/?)([a-z][a-z0-9:-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/giy;

interface Tag {
  readonly end: number;
  /** In lower case; undefined for a comment. */
  readonly name: string | undefined;
  readonly isEnd: boolean;
}

/** @returns undefined for a `<` that begins neither a tag nor a comment. */
const tagAt = (text: string, position: number): Tag | undefined => {
  token.lastIndex = position;
  const [found, slash, name] = token.exec(text) ?? [];
  if (found === undefined) return undefined;
  return { end: position + found.length, name: name?.toLowerCase(), isEnd: slash === '/' };
};

/** The text that ends before a place, with the spaces around it on their own. */
const withSpaces = (text: string): readonly string[] => {
  const words = text.trim();
  if (words === '') return [text];
  const start = text.indexOf(words);
  return [text.slice(0, start), words, text.slice(start + words.length)];
};

/**
 * The paragraphs of HTML, and what is between them: joined, they are the text. A paragraph is a block that is in no other
 * element, or what stands between two of these. A text with tags that do not fit together is one paragraph.
 */
export const htmlParagraphs = (text: string): readonly string[] => {
  const parts: string[] = [];
  const open: string[] = [];
  let from = 0;
  const cut = (end: number): void => {
    parts.push(...withSpaces(text.slice(from, end)).filter((part) => part !== ''));
    from = end;
  };
  const whole = text === '' ? [] : [text];
  for (let at = text.indexOf('<'); at !== -1;) {
    const tag = tagAt(text, at);
    // Not a tag: where the next one begins is not certain.
    if (tag === undefined) return whole;
    const { name, isEnd } = tag;
    let { end } = tag;
    if (name !== undefined) {
      const isBlock = blocks.has(name);
      if (isEnd) {
        if (open.pop() !== name) return whole;
      } else {
        if (isBlock && open.length === 0) cut(at);
        if (raw.has(name)) {
          const close = new RegExp(`</${name}\\s*>`, 'gi');
          close.lastIndex = end;
          if (close.exec(text) === null) return whole;
          end = close.lastIndex;
        } else if (!voids.has(name)) open.push(name);
      }
      if (isBlock && open.length === 0) cut(end);
    }
    at = text.indexOf('<', end);
  }
  if (open.length > 0) return whole;
  cut(text.length);
  return parts;
};
