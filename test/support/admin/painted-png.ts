import { crc32, deflateSync } from 'node:zlib';

/** A PNG that browsers display: a gradient from one colour to another. */
export const paintedPng = (
  width: number,
  height: number,
  from: readonly [number, number, number] = [64, 120, 200],
  to: readonly [number, number, number] = [240, 200, 120],
): Uint8Array<ArrayBuffer> => {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const share = (x + y) / (width + height);
      const at = y * (1 + 3 * width) + 1 + 3 * x;
      from.forEach((value, channel) => {
        rows[at + channel] = value + ((to[channel] ?? 0) - value) * share;
      });
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
};

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};
