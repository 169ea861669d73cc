/** An address in a text, from `start` to `end`, without quotes. */
export interface ImageReference {
  /** With escapes and character references resolved. */
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** The text links to the image instead of showing it. */
  readonly isLink?: true;
}

/** Openings of sections without markup, and what closes them. */
const raw: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script/gi,
  '<style': /<\/style/gi,
  '<textarea': /<\/textarea/gi,
};

const openings = /<!--|<(?:script|style|textarea|image|img)(?=[\s/>])/gi;

/**
 * One attribute of HTML, or the end of the tag. A value in braces is an expression of JSX, not an
 * address.
 */
const attribute =
  /[\s/]*(?:(>)|([^\s/<=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{[^}<]*\})|([^\s"'<>{]+)))?)/y;

/**
 * Finds the `src` of every `<img>` and `<Image>` in HTML or JSX.
 *
 * @param offset added to every position.
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
 * @param visited the positions where attributes were read for other tags. Without a closing quote one
 *   tag runs into the next; stopping at a visited position keeps the search linear.
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
