import sharp, { type Sharp } from 'sharp';
import type { PaintedImage, SeenImage } from '../../conformance/media/image-resizer.ts';

/** Makes an image of one colour, or of four. */
export const paintImage = async ({
  type,
  width,
  height,
  orientation,
  isTransparent = false,
  hasQuarters = false,
  pictures = 1,
}: PaintedImage): Promise<Uint8Array> => {
  if (pictures > 1) return paintAnimation(type, width, height, pictures);
  const alpha = isTransparent ? 0 : 1;
  const background = { r: 0, g: 0, b: 255, alpha };
  const channels = isTransparent ? 4 : 3;
  const plain = sharp({ create: { width, height, channels, background } });
  const image = hasQuarters ? await paintQuarters(plain, width / 2, height / 2) : plain;
  if (orientation === undefined) return image.toFormat(type).toBuffer();
  const exif = { IFD0: { Copyright: 'Ada', Orientation: String(orientation) } };
  return image.withExif(exif).withMetadata({ orientation }).toFormat(type).toBuffer();
};

/** Each picture is brighter than the one before. */
const paintAnimation = (
  type: PaintedImage['type'],
  width: number,
  height: number,
  pictures: number,
): Promise<Uint8Array> => {
  const pixels = Buffer.concat(
    Array.from({ length: pictures }, (_, n) => Buffer.alloc(3 * width * height, 20 * n)),
  );
  const raw = { width, height: height * pictures, channels: 3, pageHeight: height } as const;
  const delay = Array.from({ length: pictures }, () => 100);
  return sharp(pixels, { raw }).toFormat(type, { delay }).toBuffer();
};

const quarters = [
  ['red', 1, 0],
  ['lime', 0, 1],
  ['white', 1, 1],
] as const;

const paintQuarters = async (image: Sharp, width: number, height: number): Promise<Sharp> => {
  const parts = quarters.map(([background, across, down]) => ({
    input: { create: { width, height, channels: 3, background } } as const,
    left: across * width,
    top: down * height,
  }));
  // Composites are added last, so that they must be finished before the image gets its orientation.
  return sharp(await image.composite(parts).png().toBuffer());
};

export const lookAtImage = async (bytes: Uint8Array): Promise<SeenImage> => {
  const { format, compression, width, height, exif, xmp, iptc, ...rest } =
    await sharp(bytes).metadata();
  const corner = await sharp(bytes)
    .ensureAlpha()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return {
    type: compression === 'av1' ? 'avif' : format,
    width,
    height,
    hasMetadata: [exif, xmp, iptc].some((each) => each !== undefined),
    corner: Array.from(corner),
    pictures: rest.pages ?? 1,
    delays: rest.delay ?? [],
  };
};
