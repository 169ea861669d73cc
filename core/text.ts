import { invalid } from './errors.ts';

// A NUL cannot be stored as text by Postgres; half a surrogate pair cannot be encoded as UTF-8 and
// would come back as another character. Both are refused instead of altered.
const unstorable = /[\u0000\p{Surrogate}]/u;

/** @returns whether the text can be stored and sent unchanged. */
export const isStorable = (text: string): boolean => !unstorable.test(text);

/** @throws DomainError `invalid_text` for text that could not be stored unchanged. */
export const assertStorable = (text: string, path: string): void => {
  if (!isStorable(text)) {
    throw invalid('invalid_text', [{ path, message: 'must be valid Unicode text without NUL' }]);
  }
};

/** How many characters a text may have once it is trimmed. */
export interface TextBounds {
  readonly min?: number;
  readonly max: number;
}

/**
 * @param path where the text stands in what the caller sent.
 * @returns the text, trimmed.
 * @throws DomainError `invalid_input` for one that is too short or too long, `invalid_text`.
 */
export const parseText = (path: string, raw: string, { min = 0, max }: TextBounds): string => {
  const text = raw.trim();
  assertStorable(text, path);
  const length = lengthOf(text);
  if (length >= min && length <= max) return text;
  const range = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  throw invalid('invalid_input', [{ path, message: `must be ${range} characters` }]);
};

/** The text as it is in addresses: compatibility forms folded (Unicode NFKD), marks dropped, lower case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Lower-casing can bring a mark back (İ becomes i and a dot above).
    .replace(/\p{M}/gu, '');

/** Counts characters as people do: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** Bytes of the text in UTF-8, without encoding it. */
export const utf8Length = (text: string): number => {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
};
