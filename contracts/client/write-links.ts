/** Where a link leads whose item has no address. */
const nowhere = '#';

/** What stands before the address in a link of Markdown, in a definition, and in a tag. Then the address; or an autolink. */
const link = [
  String.raw`(?<start>\]\(\s*<?`,
  String.raw`^[ \t>*+.)\d-]*\[(?!\^)(?:\\.|[^\\[\]])+\]:[\s>]*<?`,
  String.raw`<[a-z]+\s(?:"[^"]*"|'[^']*'|[^<>"'])*?\bhref\s*=\s*["']?)quoin\\?:(?<named>[^\s"'<>()]*)`,
  '<quoin:(?<alone>[^\\s<>]*)>',
].join('|');

/** An escaped character, a code span within its paragraph, and backticks that begin none. */
const noLink = [
  String.raw`\\[^\n]|(?<ticks>\x60+)(?!\x60)(?:(?!\n[ \t>]*(?:\r?\n|#|(?:[-*+]|\d+[.)])\s))[^])*?[^\x60]\k<ticks>(?!\x60)`,
  '`+',
].join('|');

const inHtml = new RegExp(link, 'gim');
const inMarkdown = new RegExp(`${noLink}|${link}`, 'gim');

/** An id, then a query or a fragment. */
const target = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})((?:[?#].*)?)$/i;

/**
 * Writes addresses into the links to items of a Markdown text or of rich text, which are stored as `quoin:<id>`: in
 * `[text](quoin:<id> "title")`, `[label]: quoin:<id>`, `<quoin:<id>>` and `<a href="quoin:<id>">`. A query or a fragment after
 * the id stays. Code and everything else stay as they are. A text that begins and ends with a tag is read as HTML, which has no
 * code.
 *
 * @param addressOf the address of the item with the id, in lower case; undefined if it has none. Characters that could end the
 *   link are encoded.
 * @param fallback the address of links to items without one.
 */
export const writeLinks = (
  text: string,
  addressOf: (id: string) => string | undefined,
  fallback: string = nowhere,
): string => {
  if (!/quoin\\?:/i.test(text)) return text;
  const written = (whole: string, ...more: readonly unknown[]): string => {
    const { start, named, alone } = more.at(-1) as Readonly<Record<string, string | undefined>>;
    if (named === undefined && alone === undefined) return whole;
    const [, id = '', rest = ''] = target.exec(named ?? alone ?? '') ?? [];
    const found = id && addressOf(id.toLowerCase());
    const address = safeAddress(found || fallback || nowhere) + (found ? safeRest(rest) : '');
    // An autolink cannot be relative.
    return start === undefined
      ? `[${address.replace(/[*_~]/g, '\\$&')}](${address})`
      : `${start}${address}`;
  };
  if (/^\s*<[^]*>\s*$/.test(text)) return text.replace(inHtml, written);
  return partsOf(text)
    .map(({ isCode, lines }) => (isCode ? lines : lines.replace(inMarkdown, written)))
    .join('\n');
};

const safeAddress = (address: string): string => safeRest(address).replaceAll('&', '&amp;');

/** Encodes what could end an address in Markdown, or in an attribute of HTML. What comes from the text has its entities. */
const safeRest = (address: string): string =>
  address
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[^\w\-.~:/?#@!$*+,;=%&]/gu, (character) =>
      character < '\u0080'
        ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
        : encodeURIComponent(character),
    );

const fence = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(`{3,}(?!.*`)|~{3,})(.*)/;
const entry = /^ {0,3}(?:[-*+]|\d+[.)])\s/;

interface Part {
  readonly isCode: boolean;
  readonly lines: string;
}

/** Divides Markdown by its blocks of code: those between fences, and what is indented after an empty line outside of lists. */
const partsOf = (markdown: string): readonly Part[] => {
  let open = '';
  let isAfterGap = true;
  let isInList = false;
  const isCodeLine = (line: string): boolean => {
    const [, mark = '', info = ''] = fence.exec(line) ?? [];
    if (open !== '') {
      if (mark.startsWith(open) && info.trim() === '') open = '';
      isAfterGap = true;
      return true;
    }
    const isIndented = /^(?: {4}| {0,3}\t)/.test(line) && !isInList;
    if (isIndented && isAfterGap) return true;
    if (!isIndented) open = mark;
    isAfterGap = line.trim() === '';
    if (!isAfterGap) isInList = entry.test(line) || (isInList && /^\s/.test(line));
    return open !== '';
  };
  const parts: { isCode: boolean; lines: string }[] = [];
  for (const line of markdown.split('\n')) {
    const isCode = isCodeLine(line);
    const last = parts.at(-1);
    if (last?.isCode === isCode) last.lines += `\n${line}`;
    else parts.push({ isCode, lines: line });
  }
  return parts;
};
