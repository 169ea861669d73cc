/**
 * Whether a number beyond ±(2^53−1) would be stored with another value than it was written with. Such numbers are
 * stored with the digits that JavaScript prints: `1e21` keeps its value, `12345678901234567890` does not.
 * Smaller numbers are rounded as usual, to about 16 digits.
 *
 * @param text of a number that JavaScript can read.
 */
export const losesDigits = (text: string): boolean => {
  const value = Number(text);
  if (!Number.isFinite(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return decimalOf(text) !== decimalOf(String(value));
};

/** All significant digits and the power of ten: the same for all spellings of a value. */
const decimalOf = (text: string): string | undefined => {
  const parts = /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text.trim());
  if (parts === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  let start = 0;
  while (digits.charAt(start) === '0') start += 1;
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
};
