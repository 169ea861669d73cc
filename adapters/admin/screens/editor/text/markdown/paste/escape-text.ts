/** A parenthesis behind a bracket: some parsers do not see that the bracket is escaped. */
const marks = /[\\`*_[\]~]|(?<=\])\(/g;
/** What Markdown would read as a tag, an address, or the name of a character. */
const tags = /<(?=[a-z/!?])/gi;
const entities = /&(?=#\d|#x[\da-f]|[a-z][a-z\d]*;)/gi;
/** At the start of a line: a heading, an entry, a quotation, an underline, the second row of a table. */
const lineStart = /^(\s*)(#{1,6}(?=\s|$)|[-+](?=[-\s]|$)|=|>|[:|](?=[-:|\s]*$))/;
const numberStart = /^(\s*\d{1,9})([.)])(?=\s|$)/;

/** A text as Markdown that shows exactly its characters. It may begin a line. */
export const escapeText = (text: string): string =>
  text
    .replace(marks, '\\$&')
    .replace(tags, '\\<')
    .replace(entities, '&amp;')
    // Several become an indentation, which is code.
    .replace(/^\u00a0{2,}/, '\u00a0')
    .replace(lineStart, '$1\\$2')
    .replace(numberStart, '$1\\$2');
