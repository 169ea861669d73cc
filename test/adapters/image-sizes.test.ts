import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FileTypeMediaInspector } from '../../adapters/file-type/file-type-media-inspector.ts';

const inspector = new FileTypeMediaInspector();

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await inspector.inspect(bytes, 'picture');
  return [width, height];
};

const picture = (orientation: number) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#f00' } }).withMetadata({
    orientation,
  });

const formats = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const;

test.each(formats)('the size of a %s is that of the oriented image', async (format) => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const bytes = await picture(orientation).toFormat(format).toBuffer();
    const { info } = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
    expect(await sizeOf(bytes), `${orientation}`).toEqual([info.width, info.height]);
    expect(info.width, `${orientation}`).toBe(orientation < 5 ? 30 : 20);
  }
});

test('Exif data that is cut off or nonsense does not change the size', async () => {
  for (const format of ['png', 'webp'] as const) {
    const bytes = await picture(6).toFormat(format).toBuffer();
    const at = bytes.indexOf(format === 'png' ? 'eXIf' : 'EXIF');
    expect(at).toBeGreaterThan(0);
    expect(await sizeOf(bytes.subarray(0, at + 20))).toEqual([30, 20]);
    const broken = Buffer.from(bytes);
    broken.fill(0xff, at + 8, at + 30);
    expect(await sizeOf(broken)).toEqual([30, 20]);
  }
});

test('a TIFF whose directory is not among the first bytes has no size', async () => {
  const bytes = await picture(6).tiff({ compression: 'none' }).toBuffer();
  expect(await sizeOf(bytes.subarray(0, 40))).toEqual([undefined, undefined]);
});

test('a BigTIFF, whose numbers are in other places, has no size', async () => {
  const tag = (name: number, value: number) => [
    name & 255,
    name >> 8,
    3,
    0,
    1,
    0,
    0,
    0,
    value,
    0,
    0,
    0,
  ];
  const tags = [...tag(0x0100, 30), ...tag(0x0101, 20)];
  const fileOf = (version: number) =>
    Buffer.from([0x49, 0x49, version, 0, 8, 0, 0, 0, 2, 0, ...tags]);
  expect(await sizeOf(fileOf(42))).toEqual([30, 20]);
  expect(await sizeOf(fileOf(43))).toEqual([undefined, undefined]);
});

test('an icon has the size of its largest image', async () => {
  const image = (width: number, height: number) =>
    Buffer.from([width, height, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const icon = (...images: readonly Buffer[]) =>
    Buffer.concat([Buffer.from([0, 0, 1, 0, images.length, 0]), ...images]);
  expect(await sizeOf(icon(image(16, 24)))).toEqual([16, 24]);
  expect(await sizeOf(icon(image(16, 16), image(0, 0), image(32, 32)))).toEqual([256, 256]);
});

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const box = (type: string, ...content: readonly Uint8Array[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};

/** A HEIC whose first image is a tile; the second is the primary one. */
const heic = (...properties: readonly Buffer[]) =>
  Buffer.concat([
    box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic')),
    box(
      'meta',
      u32(0),
      box('pitm', u32(0), u16(2)),
      box(
        'iprp',
        box('ipco', ispe(512, 512), ispe(4032, 3024), ...properties),
        box(
          'ipma',
          u32(0),
          u32(2),
          Buffer.concat([u16(1), Buffer.from([1, 1])]),
          Buffer.concat([
            u16(2),
            Buffer.from([1 + properties.length, 0x82, ...properties.map((_, n) => n + 3)]),
          ]),
        ),
      ),
    ),
  ]);
const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height));
const irot = (turns: number) => box('irot', Buffer.from([turns]));
const clap = (width: number, height: number) =>
  box('clap', ...[width, 1, height, 1, 0, 1, 0, 1].map(u32));

test('the size of a HEIC is that of its primary image, cropped and rotated', async () => {
  expect(await sizeOf(heic())).toEqual([4032, 3024]);
  expect(await sizeOf(heic(irot(0)))).toEqual([4032, 3024]);
  expect(await sizeOf(heic(irot(2)))).toEqual([4032, 3024]);
  expect(await sizeOf(heic(irot(1)))).toEqual([3024, 4032]);
  expect(await sizeOf(heic(clap(4000, 3000), irot(3)))).toEqual([3000, 4000]);
  expect(await sizeOf(heic(box('imir', Buffer.from([1]))))).toEqual([4032, 3024]);
});

const svgs = [
  ['width="10" height="20"', [10, 20]],
  ["width=' 10px ' height='20.4'", [10, 20]],
  ['width="10cm" height="50mm"', [378, 189]],
  ['width="100" height=".5in"', [100, 48]],
  ['width="10pt" height="2PC"', [13, 32]],
  ['width="40Q" height="10"', [38, 10]],
  ['width="50%" height="20"', [undefined, undefined]],
  ['width="10em" height="5"', [undefined, undefined]],
  ['width="" height="5"', [undefined, undefined]],
  ['viewBox="0 0 20 40"', [undefined, undefined]],
] as const;

test.each(svgs)('an SVG with %s has the size %j', async (attributes, size) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;
  expect(await sizeOf(Buffer.from(svg))).toEqual(size);
});

test('a bitmap with its first row on top and an animation have the size of one frame', async () => {
  const bitmap = Buffer.alloc(58);
  bitmap.write('BM');
  bitmap.writeUInt32LE(58, 2);
  bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(30, 18);
  bitmap.writeInt32LE(-20, 22);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(24, 28);
  expect(await sizeOf(bitmap)).toEqual([30, 20]);
  const frame = { create: { width: 30, height: 20, channels: 3, background: '#f00' } } as const;
  const other = { create: { ...frame.create, background: '#00f' } } as const;
  const frames = await Promise.all([frame, other].map((each) => sharp(each).png().toBuffer()));
  for (const format of ['gif', 'webp'] as const) {
    const animated = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2);
    expect(await sizeOf(animated)).toEqual([30, 20]);
  }
});
