/** A text and the selection in it, as offsets in UTF-16 code units. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces `start` to `end` by `text`, then selects a part of it, by offsets in it. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly selection: readonly [number, number];
}

export type TextEdit = (selected: Selected) => Replacement;

/** Puts a text in the place of the selection, with the caret behind it. */
export const insert =
  (text: string): TextEdit =>
  ({ start, end }) => ({ start, end, text, selection: [text.length, text.length] });

/** The start of the line that contains a position. */
export const lineStart = (text: string, position: number): number =>
  text.lastIndexOf('\n', position - 1) + 1;

/** The end of the line that contains a position, before its line break. */
export const lineEnd = (text: string, position: number): number => {
  const next = text.indexOf('\n', position);
  return next === -1 ? text.length : next;
};
