/** A text of a number of bytes. Numbers from 0 to below 1 decide its content. */
export type Sample = (bytes: number, random: () => number) => Buffer;

const words = ['data', 'title', 'published', 'Content', 'of an item', '2026-11-20', 'https://'];

/** What compresses as well as the JSON text of items. */
export const jsonText: Sample = (bytes, random) =>
  repeat(bytes, () => {
    const id = Math.floor(random() * 2 ** 32);
    return `{"id":"${id.toString(16)}","title":"${words[id % words.length]}"},`;
  });

const characters = ['a', 'é', '語', '🐘'];

/** Characters of one to four bytes. The last one can be cut. */
export const multiByteText: Sample = (bytes, random) =>
  repeat(bytes, () =>
    Math.floor(random() * 4 ** 10)
      .toString(4)
      .replace(/./g, (digit) => characters[Number(digit)] ?? ''),
  );

/** What cannot be compressed. */
export const randomBytes: Sample = (bytes, random) => {
  const words = Uint32Array.from({ length: Math.ceil(bytes / 4) }, () => random() * 2 ** 32);
  return Buffer.from(words.buffer).subarray(0, bytes);
};

const repeat = (bytes: number, next: () => string): Buffer => {
  const parts: string[] = [];
  for (let length = 0; length < bytes;) {
    const part = next();
    parts.push(part);
    length += part.length;
  }
  return Buffer.from(parts.join('')).subarray(0, bytes);
};
