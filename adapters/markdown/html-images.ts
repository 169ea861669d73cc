/** An address in a text: `start` and `end` enclose it as it is written, without quotes. */
export interface ImageReference {
  /** Read, with escapes and character references resolved. */
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** The text leads to the image instead of showing it. */
  readonly isLink?: true;
}

/** Nothing between these is markup. */
const raw: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script/gi,
  '<style': /<\/style/gi,
  '<textarea': /<\/textarea/gi,
};

const openings = /<!--|<(?:script|style|textarea|image|img)(?=[\s/>])/gi;

/**
 * One attribute, as HTML separates them, or the end of the tag. A value in braces, as JSX has them, is
 * an expression and no address.
 */
const attribute =
  /[\s/]*(?:(>)|([^\s/<=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{[^}<]*\})|([^\s"'<>{]+)))?)/y;

/**
 * The `src` of every `<img>`, also of `<Image>`, in HTML or JSX.
 *
 * @param offset added to every place.
 */
export function* findHtmlImages(html: string, offset: number): Generator<ImageReference> {
  const scanner = new RegExp(openings);
  const visited = new Set<number>();
  for (let match = scanner.exec(html); match !== null; match = scanner.exec(html)) {
    const end = raw[match[0].toLowerCase()];
    if (end === undefined) {
      const source = findSource(html, scanner.lastIndex, visited);
      if (source !== undefined) {
        yield { ...source, start: source.start + offset, end: source.end + offset };
      }
      continue;
    }
    const closing = new RegExp(end);
    closing.lastIndex = scanner.lastIndex;
    if (closing.exec(html) === null) return;
    scanner.lastIndex = closing.lastIndex;
  }
}

/**
 * @param visited where the attributes begin that were read for other tags. Quotes without an end let
 *   one tag run into the next; from there on the two are the same, and what there is has been found.
 */
const findSource = (
  html: string,
  from: number,
  visited: Set<number>,
): ImageReference | undefined => {
  const scanner = new RegExp(attribute);
  scanner.lastIndex = from;
  while (!visited.has(scanner.lastIndex)) {
    visited.add(scanner.lastIndex);
    const match = scanner.exec(html);
    if (match === null) return undefined;
    const [whole, end, name, ...values] = match;
    if (end !== undefined) return undefined;
    if (name?.toLowerCase() !== 'src') continue;
    const [double, single, , bare] = values;
    const value = double ?? single ?? bare;
    if (value === undefined || value === '') return undefined;
    const start = match.index + whole.length - value.length - (bare === undefined ? 1 : 0);
    return { address: unescapeHtml(value), start, end: start + value.length };
  }
  return undefined;
};

const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|quot|#39|apos|lt|gt);/g, (name) => references[name] ?? name);
