const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes ASCII text as Base64url without padding (RFC 4648, section 5). */
export const toBase64Url = (text: string): string => {
  let bits = '';
  for (const character of text) bits += character.charCodeAt(0).toString(2).padStart(8, '0');
  return (bits.match(/.{1,6}/g) ?? [])
    .map((group) => alphabet.charAt(Number.parseInt(group.padEnd(6, '0'), 2)))
    .join('');
};

/**
 * The three other spellings of the same bytes, for Base64url whose last character has two unused bits.
 */
export const otherSpellings = (text: string): readonly string[] => {
  const last = alphabet.indexOf(text.at(-1) ?? '');
  const clear = last - (last % 4);
  return [0, 1, 2, 3]
    .map((bits) => clear + bits)
    .filter((index) => index !== last)
    .map((index) => text.slice(0, -1) + alphabet.charAt(index));
};
