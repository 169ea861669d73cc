import { invalid } from './errors.ts';

/**
 * Not every store keeps NUL in text. A lone surrogate cannot be encoded as UTF-8 and would be read back as
 * another character. Both are rejected, not replaced.
 *
 * @returns whether the text can be stored and sent unchanged.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** @throws DomainError `invalid_text` for text that could not be stored unchanged. */
export const assertStorable = (text: string, path: string): void => {
  if (!isStorable(text)) {
    throw invalid('invalid_text', [{ path, message: 'must be valid Unicode text without NUL' }]);
  }
};

/** How many characters a text can have after trimming. */
export interface TextBounds {
  readonly min?: number;
  readonly max: number;
}

/**
 * @param path of the text in the input.
 * @returns the text, trimmed.
 * @throws DomainError `invalid_input` for a text that is too short or too long; `invalid_text`.
 */
export const parseText = (path: string, raw: string, { min = 0, max }: TextBounds): string => {
  const text = raw.trim();
  assertStorable(text, path);
  const length = lengthOf(text);
  if (length >= min && length <= max) return text;
  const range = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  throw invalid('invalid_input', [{ path, message: `must be ${range} characters` }]);
};

/** The text as searched, and in names of files: compatibility forms folded (Unicode NFKD), marks removed, lower case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Lower-casing can produce a mark: İ becomes i and a combining dot above.
    .replace(/\p{M}/gu, '');

/** Sorting the marks of one character takes quadratic time. No language needs as many as these. */
const marksMax = 30;

const excessMarks = new RegExp(String.raw`(\p{M}{${marksMax}})\p{M}+`, 'gu');

/** In Unicode NFC, without the marks beyond 30 in a row. Takes time in proportion to the length of the text. */
export const composeText = (text: string): string =>
  text.replace(excessMarks, '$1').normalize('NFC');

/** A regular expression that matches exactly this text. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The number of code points, not of UTF-16 units. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** Whether the text has more bytes than this in UTF-8. Counts them only if it may: a unit of UTF-16 has up to three. */
export const isLongerThan = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && utf8Length(text) > bytes;

/** The number of bytes of the text in UTF-8. Does not encode it. */
export const utf8Length = (text: string): number => {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
};

declare const brand: unique symbol;

/** A `Base` that the parser of `Name` has accepted. Exists only at compile time. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
