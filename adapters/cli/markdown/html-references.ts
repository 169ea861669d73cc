/** An address in a text, from `start` to `end`, without quotes. */
export interface Reference {
  /** With escapes and character references resolved. */
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** The text links to the file instead of showing it. */
  readonly isLink?: true;
  /** Version 0.1.0 of the import did not read it. */
  readonly isNew?: true;
}

/** Openings of sections without markup, and what closes them. */
const raw: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script/gi,
  '<style': /<\/style/gi,
  '<textarea': /<\/textarea/gi,
};

/** The elements that refer to files, and the attributes with the addresses. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  '<a': ['href'],
  '<audio': ['src'],
  '<image': ['src', 'srcset'],
  '<img': ['src', 'srcset'],
  '<source': ['src', 'srcset'],
  '<video': ['src', 'poster'],
};

const openings = /<!--|<(?:script|style|textarea|audio|image|img|source|video|a)(?=[\s/>])/gi;

/**
 * One attribute of HTML, or the end of the tag. A value in braces is an expression of JSX, not an
 * address.
 */
const attribute =
  /[\s/]*(?:(>)|([^\s/<=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{[^}<]*\})|([^\s"'<>{]+)))?)/y;

/**
 * Finds the addresses of files in HTML or JSX: those of links, images, audio and video.
 *
 * @param offset added to every position.
 */
export function* findHtmlReferences(html: string, offset: number): Generator<Reference> {
  const scanner = new RegExp(openings);
  const visited = new Set<number>();
  for (let match = scanner.exec(html); match !== null; match = scanner.exec(html)) {
    const opening = match[0].toLowerCase();
    const end = raw[opening];
    if (end === undefined) {
      for (const found of findInTag(
        html,
        scanner.lastIndex,
        attributesOf[opening] ?? [],
        visited,
      )) {
        const reference = { ...found, start: found.start + offset, end: found.end + offset };
        yield opening === '<a' ? { ...reference, isLink: true } : reference;
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
function* findInTag(
  html: string,
  from: number,
  wanted: readonly string[],
  visited: Set<number>,
): Generator<Reference> {
  const scanner = new RegExp(attribute);
  scanner.lastIndex = from;
  const seen = new Set<string>();
  while (!visited.has(scanner.lastIndex)) {
    visited.add(scanner.lastIndex);
    const match = scanner.exec(html);
    const [whole = '', end, rawName = '', double, single, , bare] = match ?? [];
    if (match === null || end !== undefined) return;
    const name = rawName.toLowerCase();
    // Of several attributes of one name the first counts.
    if (!wanted.includes(name) || seen.has(name)) continue;
    seen.add(name);
    const value = double ?? single ?? bare ?? '';
    const start = match.index + whole.length - value.length - (bare === undefined ? 1 : 0);
    if (name === 'srcset') yield* findInSourceSet(value, start);
    else if (value !== '') {
      yield { ...referenceTo(value, start), ...(name !== 'src' && { isNew: true }) };
    }
  }
}

/** An address and, unless a comma follows, its descriptors up to the next comma. */
const candidate = /([\s,]*)([^\s,]\S*?)(?:,(?=\s|$)|\s[^,]*|$)/y;

function* findInSourceSet(value: string, offset: number): Generator<Reference> {
  const scanner = new RegExp(candidate);
  for (let match = scanner.exec(value); match !== null; match = scanner.exec(value)) {
    const [, before = '', address = ''] = match;
    yield { ...referenceTo(address, offset + match.index + before.length), isNew: true };
  }
}

const referenceTo = (value: string, start: number): Reference => ({
  address: unescapeHtml(value),
  start,
  end: start + value.length,
});

const names: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
};

const unescapeHtml = (text: string): string =>
  text.replace(
    /&(?:(amp|quot|apos|lt|gt)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return names[name.toLowerCase()] ?? whole;
      return characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16));
    },
  );

/** As in HTML, NUL and surrogates become the replacement character. */
const characterOf = (code: number): string =>
  code === 0 || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\uFFFD' : String.fromCodePoint(code);
