import type { ImageResizer } from '../../../core/index.ts';
import type { ImageFit, ImageFormat, ImageVariant } from '../../../core/vocabulary.ts';
import { equal, failsWith, ok, rejectsWith } from '../assert.ts';
import { asciiBytes, collect, inChunks } from '../bytes.ts';
import * as samples from './media-samples.ts';
import { suite } from '../suite.ts';

/** How to make a sample image. */
export interface PaintedImage {
  readonly type: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';
  readonly width: number;
  readonly height: number;
  /** Exif orientation, 1 to 8, for a JPEG with Exif data. */
  readonly orientation?: number;
  /** Whether every pixel is transparent; opaque and blue by default. */
  readonly isTransparent?: boolean;
  /** Whether only the quarter at the top left is blue, that at the top right red, and those at the bottom green and white. */
  readonly hasQuarters?: boolean;
  /** Of an animation, which shows each for 0.1 seconds. One by default. */
  readonly pictures?: number;
}

/** What an image contains. */
export interface SeenImage {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  /** Whether there is Exif, XMP or IPTC data. */
  readonly hasMetadata: boolean;
  /** Red, green, blue and opacity of the first pixel, 0 to 255. */
  readonly corner: readonly number[];
  /** How many there are: more than one of an animation. */
  readonly pictures: number;
  /** How long the pictures of an animation are shown, in milliseconds. */
  readonly delays: readonly number[];
}

export interface ImageResizerSubject {
  readonly resizer: ImageResizer;
  /** Makes and reads images, independently of the resizer. */
  readonly paint: (image: PaintedImage) => Promise<Uint8Array>;
  readonly look: (image: Uint8Array) => Promise<SeenImage>;
}

const webp = (width: number, box?: ImageVariant['box']): ImageVariant => ({
  width,
  box,
  format: 'webp',
  quality: 75,
});

type Size = readonly [width: number, height: number];

const resized = async (
  { resizer, paint, look }: ImageResizerSubject,
  image: PaintedImage,
  variant: ImageVariant,
): Promise<SeenImage> => look(await collect(resizer.resize(inChunks(await paint(image)), variant)));

const sizeOf = async (...input: Parameters<typeof resized>): Promise<Size> => {
  const { width, height } = await resized(...input);
  return [width, height];
};

const landscape = { type: 'jpeg', width: 600, height: 400 } as const;
const small = { type: 'png', width: 100, height: 80 } as const;

const colourOf = ([red = 0, green = 0, blue = 0]: readonly number[]): string => {
  const bright = [red > 128 && 'red', green > 128 && 'green', blue > 128 && 'blue'].filter(Boolean);
  return bright.length === 3 ? 'white' : bright.join(' ');
};

export const imageResizerSuite = suite<ImageResizerSubject>('ImageResizer', {
  'it is available': async ({ resizer }) => {
    equal(await resizer.isAvailable(), true, 'isAvailable');
  },

  'a variant has its width and the aspect ratio of the image': async (subject) => {
    equal(await sizeOf(subject, landscape, webp(320)), [320, 213], 'size');
  },

  'each type becomes each format': async (subject) => {
    const types = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const;
    const formats: readonly ImageFormat[] = ['webp', 'avif', 'jpeg', 'png'];
    for (const [index, type] of types.entries()) {
      const format = formats[index % formats.length] ?? 'png';
      const quality = format === 'png' ? undefined : 75;
      const variant = { width: 160, box: undefined, format, quality };
      const seen = await resized(subject, { type, width: 200, height: 100 }, variant);
      equal([seen.type, seen.width], [format, 160], `${type} to ${format}`);
      const [red = 0, , blue = 0] = seen.corner;
      ok(blue > 200 && red < 50, `${type} to ${format} stays blue`);
    }
  },

  'cover fills the box, contain adds margins, inside fits into it': async (subject) => {
    const sizes: Readonly<Record<ImageFit, Size>> = {
      cover: [160, 160],
      contain: [160, 160],
      inside: [160, 107],
    };
    for (const [fit, size] of Object.entries(sizes)) {
      const variant = webp(160, { height: 160, fit: fit as ImageFit });
      const { width, height, corner } = await resized(subject, landscape, variant);
      equal([width, height], size, fit);
      equal(corner[3], fit === 'contain' ? 0 : 255, `opacity of the corner with ${fit}`);
    }
  },

  'a variant shows the part that the crop names': async (subject) => {
    const picture = { type: 'png', width: 600, height: 400, hasQuarters: true } as const;
    const parts = [
      [{ x: 0, y: 0, width: 0.5, height: 0.5 }, 'blue'],
      [{ x: 0.5, y: 0, width: 0.5, height: 0.5 }, 'red'],
      [{ x: 0, y: 0.5, width: 0.5, height: 0.5 }, 'green'],
      [{ x: 0.5, y: 0.5, width: 0.5, height: 0.5 }, 'white'],
    ] as const;
    for (const [crop, corner] of parts) {
      const seen = await resized(subject, picture, { ...webp(160), crop });
      equal([seen.width, seen.height], [160, 107], `size of ${corner}`);
      equal(colourOf(seen.corner), corner, 'corner');
    }
    // Around the focus, which is inside of the part.
    const right = { x: 0.5, y: 0, width: 0.5, height: 1 };
    const box = { height: 160, fit: 'cover', focus: { x: 0.5, y: 1 } } as const;
    const seen = await resized(subject, picture, { ...webp(160, box), crop: right });
    equal([seen.width, colourOf(seen.corner)], [160, 'red'], 'a box in the part');
    const small = { x: 0.25, y: 0.25, width: 0.1, height: 0.2 };
    equal(await sizeOf(subject, picture, { ...webp(160), crop: small }), [60, 80], 'a small part');
    const turned = {
      type: 'jpeg',
      width: 400,
      height: 200,
      orientation: 6,
      hasQuarters: true,
    } as const;
    const upper = { x: 0, y: 0, width: 1, height: 0.5 };
    equal(await sizeOf(subject, turned, { ...webp(160), crop: upper }), [160, 160], 'as displayed');
    const moving = { type: 'gif', width: 200, height: 100, pictures: 3 } as const;
    const left = { x: 0, y: 0, width: 0.5, height: 1 };
    const film = await resized(subject, moving, { ...webp(160), isMoving: true, crop: left });
    equal([film.width, film.height, film.pictures], [100, 100, 3], 'all pictures of an animation');
  },

  'a crop has the focus in its middle, or as near to it as the edges permit': async (subject) => {
    const panorama = { type: 'png', width: 600, height: 200, hasQuarters: true } as const;
    const tower = { ...panorama, width: 200, height: 600 };
    const photo = { ...panorama, type: 'jpeg' } as const;
    // In a height of 160 pixels, the panorama is 480 wide: the first pixel of the crop is 80 left of the focus.
    const crops: readonly (readonly [PaintedImage, x: number, y: number, corner: string])[] = [
      [panorama, 0.65, 0.5, 'blue'],
      [panorama, 0.69, 0.5, 'red'],
      [panorama, 1, 0, 'red'],
      [tower, 0.5, 0.69, 'green'],
      [tower, 1, 1, 'green'],
      [{ ...photo, orientation: 3 }, 0.69, 0.5, 'green'],
      [{ ...photo, orientation: 6 }, 0.5, 0.69, 'white'],
    ];
    for (const [image, x, y, expected] of crops) {
      const box = { height: 160, fit: 'cover', focus: { x, y } } as const;
      const { width, height, corner } = await resized(subject, image, webp(160, box));
      const name = `${image.width} × ${image.height}, ${image.orientation ?? 1}, ${x} ${y}`;
      equal([width, height, colourOf(corner)], [160, 160, expected], name);
    }
    const tiny = { ...panorama, width: 60, height: 20 };
    const box = { height: 320, fit: 'cover', focus: { x: 0.8, y: 0.5 } } as const;
    const { width, height, corner } = await resized(subject, tiny, webp(160, box));
    equal([width, height, colourOf(corner)], [10, 20, 'red'], 'of an image that is smaller');
  },

  'a variant is never larger than the image': async (subject) => {
    equal(await sizeOf(subject, small, webp(320)), [100, 80], 'without a box');
    const square = (fit: ImageFit) => webp(320, { height: 320, fit });
    equal(await sizeOf(subject, small, square('cover')), [80, 80], 'cover');
    equal(await sizeOf(subject, small, square('contain')), [80, 80], 'contain');
    equal(await sizeOf(subject, small, square('inside')), [100, 80], 'inside');
  },

  'the orientation is applied, and metadata is removed': async (subject) => {
    for (const orientation of [3, 6]) {
      const painted = { ...landscape, orientation };
      const { width, height, hasMetadata } = await resized(subject, painted, webp(160));
      const size = orientation < 5 ? [160, 107] : [160, 240];
      equal([width, height, hasMetadata], [...size, false], `orientation ${orientation}`);
    }
  },

  'an animation stays one in WebP, with the times of its pictures': async (subject) => {
    for (const type of ['gif', 'webp'] as const) {
      const image = { type, width: 400, height: 300, pictures: 4 } as const;
      const focus = { x: 1, y: 1 };
      for (const [box, height] of [
        [undefined, 120],
        [{ height: 160, fit: 'contain' }, 160],
        [{ height: 160, fit: 'cover', focus }, 160],
      ] as const) {
        const seen = await resized(subject, image, { ...webp(160, box), isMoving: true });
        const { width, height: shown, pictures, delays } = seen;
        equal([width, shown, pictures], [160, height, 4], `${type} with ${box?.fit ?? 'no box'}`);
        equal(delays, [100, 100, 100, 100], 'times');
      }
      const still = await resized(subject, image, webp(160));
      equal([still.height, still.pictures], [120, 1], `a still version of a ${type}`);
      const single = { type, width: 400, height: 300 } as const;
      const moving = await resized(subject, single, { ...webp(160), isMoving: true });
      equal(moving.pictures, 1, `a ${type} that does not move`);
    }
  },

  'nothing is made of an animation that would stand still, or be too large': async ({
    resizer,
    paint,
  }) => {
    const image = { type: 'gif', width: 400, height: 300, pictures: 4 } as const;
    const large = { ...image, width: 2_500, height: 2_100, pictures: 10 };
    const png = { ...webp(160), format: 'png', quality: undefined, isMoving: true } as const;
    const made = async (painted: PaintedImage, variant: ImageVariant): Promise<number> => {
      const bytes = inChunks(await paint(painted), 100_000);
      return (await collect(resizer.resize(bytes, variant))).length;
    };
    equal(await made(image, png), 0, 'bytes of a PNG');
    equal(await made(large, { ...webp(160), isMoving: true }), 0, 'bytes of a large animation');
  },

  'transparent parts of a JPEG are white': async (subject) => {
    const image = { ...small, isTransparent: true };
    const variant = { ...webp(160), format: 'jpeg' } as const;
    const { corner } = await resized(subject, image, variant);
    ok(
      corner.slice(0, 3).every((value) => value > 250),
      `white, not ${corner.join(', ')}`,
    );
  },

  'broken bytes are unreadable': async ({ resizer, paint }) => {
    const whole = await paint({ type: 'png', width: 300, height: 300 });
    const broken = [
      new Uint8Array(0),
      new Uint8Array(1_000),
      whole.subarray(0, whole.length / 2),
      asciiBytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ];
    for (const bytes of broken) {
      const work = collect(resizer.resize(inChunks(bytes), webp(160)));
      await rejectsWith('image_unreadable', work);
    }
  },

  'an image with too many pixels is rejected before it is decoded': async ({ resizer }) => {
    // They declare a size and contain no pixels, so decoding them fails.
    for (const bomb of [samples.png(10_000, 5_001), samples.png(100_000, 100_000)]) {
      const work = collect(resizer.resize(inChunks(bomb), webp(160)));
      await rejectsWith('image_too_large', work);
    }
    const fitting = collect(resizer.resize(inChunks(samples.png(10_000, 5_000)), webp(160)));
    await rejectsWith('image_unreadable', fitting);
  },

  'an error of the source is thrown': async ({ resizer, paint }) => {
    const image = await paint(landscape);
    const failure = new Error('The source fails');
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield image;
      throw failure;
    };
    await failsWith(failure, collect(resizer.resize(body(), webp(160))));
  },
});
