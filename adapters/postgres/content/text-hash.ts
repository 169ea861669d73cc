/**
 * The text of which a count is: title and data. A version of the program that does not count changes the text of an item and
 * leaves its count, which is then of another text.
 *
 * @param title an expression. @param data likewise.
 */
export const textHash = (title: string, data: string): string =>
  `hashtextextended(${data}::text, hashtextextended(${title}, 0))`;
