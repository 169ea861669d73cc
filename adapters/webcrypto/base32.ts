const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. @param bytes a multiple of five. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (group) => alphabet.charAt(Number.parseInt(group, 2)));
};

/** Other characters count as `A`, and bits that fill no byte are dropped. */
export const fromBase32 = (text: string): Uint8Array<ArrayBuffer> => {
  const bits = Array.from(text, (character) =>
    Math.max(0, alphabet.indexOf(character)).toString(2).padStart(5, '0'),
  ).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (group) => Number.parseInt(group, 2));
};
