import { isMediaAddress, type Reference } from './file-address.ts';
import { findScriptReferences } from './script-references.ts';

/** Openings of sections without markup, and what closes them. */
const raw: Readonly<Record<string, RegExp>> = {
  '<!--': /-->/g,
  '<script': /<\/script/gi,
  '<style': /<\/style/gi,
  '<textarea': /<\/textarea/gi,
};

/** The elements that refer to files, and the attributes with the addresses. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  audio: ['src'],
  embed: ['src'],
  iframe: ['src'],
  image: ['src', 'srcset', 'href', 'xlink:href'],
  img: ['src', 'srcset'],
  object: ['data'],
  source: ['src', 'srcset'],
  track: ['src'],
  video: ['src', 'poster'],
};

/** Elements that can also show or link to pages. */
const linking: ReadonlySet<string> = new Set(['a', 'embed', 'iframe', 'object']);

/** Attributes of components that are text, even if they look like the path of a file. */
const textAttribute =
  /^(?:alt|caption|class(?:name)?|description|filename|id|key|label|name|text|title|value|(?:aria|data)-.*)$/i;

export const isTextAttribute = (name: string): boolean => textAttribute.test(name);

/** Attributes of components whose file must exist. */
const sourceAttribute = /src|image|img|poster|href|url/i;

/**
 * One attribute of HTML, or the end of the tag. A value in braces is an expression of JSX, not an
 * address.
 */
const attribute =
  /[\s/]*(?:(>)|([^\s/<=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{[^}<]*\})|([^\s"'<>{]+)))?)/y;

/** The sections of HTML without markup: comments, scripts and styles. An unclosed section is the last one. */
export function* findRawSections(
  html: string,
): Generator<{ readonly start: number; readonly end: number }> {
  const openings = /<!--|<(?:script|style|textarea)(?=[\s/>])/gi;
  for (let match = openings.exec(html); match !== null; match = openings.exec(html)) {
    const closing = new RegExp(raw[match[0].toLowerCase()] ?? '');
    closing.lastIndex = openings.lastIndex;
    const isClosed = closing.exec(html) !== null;
    yield { start: match.index, end: isClosed ? closing.lastIndex : html.length };
    if (!isClosed) return;
    openings.lastIndex = closing.lastIndex;
  }
}

/**
 * Finds the addresses of files in HTML or JSX: those of links, images, audio and video, and those in
 * attributes of components.
 *
 * @param html without raw sections.
 * @param offset added to every position.
 */
export function* findHtmlReferences(html: string, offset: number): Generator<Reference> {
  const openings = /<([a-z][\w.:-]*)(?=[\s/>])/gi;
  const visited = new Set<number>();
  for (let match = openings.exec(html); match !== null; match = openings.exec(html)) {
    const [, name = ''] = match;
    const element = name.toLowerCase();
    const tag = {
      attributes: attributesOf[element] ?? [],
      isComponent: /^[A-Z][^a-z]*[a-z]|-/.test(name),
    };
    if (tag.attributes.length === 0 && !tag.isComponent) continue;
    for (const found of findInTag(html, openings.lastIndex, tag, visited)) {
      yield {
        ...found,
        start: found.start + offset,
        end: found.end + offset,
        ...(linking.has(element) && { isLink: true }),
      };
    }
  }
}

/**
 * @param tag the attributes with addresses. Those of a component can have any name.
 * @param visited the positions where attributes were read for other tags. Without a closing quote one
 *   tag runs into the next; stopping at a visited position keeps the search linear.
 */
function* findInTag(
  html: string,
  from: number,
  tag: { readonly attributes: readonly string[]; readonly isComponent: boolean },
  visited: Set<number>,
): Generator<Reference> {
  const scanner = new RegExp(attribute);
  scanner.lastIndex = from;
  const seen = new Set<string>();
  while (!visited.has(scanner.lastIndex)) {
    visited.add(scanner.lastIndex);
    const match = scanner.exec(html);
    const [matched = '', end, rawName = '', double, single, expression, bare] = match ?? [];
    if (match === null || end !== undefined) return;
    const name = rawName.toLowerCase();
    // If an attribute occurs twice, the first counts.
    const isAddress = tag.attributes.includes(name);
    const isRead = isAddress || (tag.isComponent && !isTextAttribute(name));
    if (!isRead || seen.has(name)) continue;
    seen.add(name);
    if (expression !== undefined) {
      yield* findScriptReferences(expression, match.index + matched.length - expression.length);
      continue;
    }
    const value = double ?? single ?? bare ?? '';
    const start = match.index + matched.length - value.length - (bare === undefined ? 1 : 0);
    if (name === 'srcset') yield* findInSourceSet(value, start);
    else if (!isAddress && isMediaAddress(value)) {
      const isOptional = /\s/.test(value) || !sourceAttribute.test(name);
      yield { ...referenceTo(value, start), ...(isOptional && { isOptional }) };
    } else if (isAddress && value !== '') {
      yield referenceTo(value, start);
    }
  }
}

/** An address and, unless a comma follows, its descriptors up to the next comma. */
const candidate = /([\s,]*)([^\s,]\S*?)(?:,(?=\s|$)|\s[^,]*|$)/y;

function* findInSourceSet(value: string, offset: number): Generator<Reference> {
  const scanner = new RegExp(candidate);
  for (let match = scanner.exec(value); match !== null; match = scanner.exec(value)) {
    const [, before = '', address = ''] = match;
    yield referenceTo(address, offset + match.index + before.length);
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
    (matched, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return names[name.toLowerCase()] ?? matched;
      return characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16));
    },
  );

/** As in HTML, NUL and surrogates become the replacement character. */
const characterOf = (code: number): string =>
  code === 0 || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\uFFFD' : String.fromCodePoint(code);
