/** Elements that do not separate the words around them. */
const inlineElements = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Elements whose content is not text. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript']);

/** The text that HTML shows, without tags and comments. Takes time in proportion to its length. */
export const textOfHtml = (html: string): string => {
  if (!html.includes('<')) return decodeEntities(html);
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    const tag = tagAt(html, open);
    if (tag === undefined) {
      parts.push(html.slice(at, open + 1));
      at = open + 1;
    } else {
      parts.push(html.slice(at, open), inlineElements.has(tag.name) ? '' : ' ');
      at = tag.end;
    }
  }
  parts.push(html.slice(at));
  return decodeEntities(parts.join(''));
};

interface Tag {
  /** In lower case; empty for a comment. */
  readonly name: string;
  /** After the tag, or after the element if its content is not text. */
  readonly end: number;
}

/** Whether it is one tag that does not separate the words around it. */
export const isInlineTag = (html: string): boolean => {
  const tag = tagAt(html, 0);
  return tag !== undefined && tag.end === html.length && inlineElements.has(tag.name);
};

const tagName = /<\/?([a-z][a-z0-9]*)/iy;

const tagAt = (html: string, open: number): Tag | undefined => {
  if (html.startsWith('<!--', open)) return { name: '', end: after(html, '-->', open + 4) };
  if (html.startsWith('<!', open) || html.startsWith('<?', open)) {
    return { name: '', end: after(html, '>', open) };
  }
  tagName.lastIndex = open;
  const [start, name = ''] = tagName.exec(html) ?? [];
  if (start === undefined) return undefined;
  const lower = name.toLowerCase();
  const end = endOfTag(html, open + start.length);
  if (start.startsWith('</') || !hiddenElements.has(lower)) return { name: lower, end };
  const closing = new RegExp(`</${lower}`, 'gi');
  closing.lastIndex = end;
  return { name: lower, end: after(html, '>', closing.exec(html)?.index ?? html.length) };
};

/** After the `>` that is not in a quoted value; the end of the text if there is none. */
const endOfTag = (html: string, start: number): number => {
  const next = /[>"']/g;
  let at = start;
  for (;;) {
    next.lastIndex = at;
    const found = next.exec(html);
    if (found === null) return html.length;
    at = found[0] === '>' ? found.index : after(html, found[0], found.index + 1);
    if (found[0] === '>') return at + 1;
  }
};

const after = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
};

/** Marks that the names of letters with an accent end with. */
const accentNames: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  oelig: 'œ',
  OElig: 'Œ',
};

const entityPattern = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;

/** References to characters by number, and the common ones by name. Others stay. */
const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(entityPattern, (all, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? accented(name) ?? all;
        const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
        return characterOf(code) ?? all;
      })
    : text;

const accented = (name: string): string | undefined => {
  const mark = accentNames[name.slice(1)];
  return mark === undefined ? undefined : `${name.slice(0, 1)}${mark}`.normalize('NFC');
};

const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
