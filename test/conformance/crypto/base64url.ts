const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes ASCII text as Base64url without padding (RFC 4648, section 5). */
export const toBase64Url = (text: string): string => {
  let bits = '';
  for (const character of text) bits += character.charCodeAt(0).toString(2).padStart(8, '0');
  return (bits.match(/.{1,6}/g) ?? [])
    .map((group) => alphabet.charAt(Number.parseInt(group.padEnd(6, '0'), 2)))
    .join('');
};

/** How many spellings the last character leaves, by the length of the text modulo 4: it has unused bits. */
const spellings = [1, 1, 16, 4];

/** The other spellings of the same bytes. */
export const otherSpellings = (text: string): readonly string[] => {
  const count = spellings[text.length % 4] ?? 1;
  const last = alphabet.indexOf(text.at(-1) ?? '');
  const clear = last - (last % count);
  return Array.from({ length: count }, (_, bits) => clear + bits)
    .filter((index) => index !== last)
    .map((index) => text.slice(0, -1) + alphabet.charAt(index));
};
