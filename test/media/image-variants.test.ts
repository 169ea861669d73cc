import { describe, expect, test } from 'vitest';
import {
  imageFormats,
  imageWidths,
  type MediaFile,
  type RequestedVariant,
} from '../../core/index.ts';
import { imageWorld, type ImageWorld } from '../support/media/image-world.ts';

const read = ({ cms }: ImageWorld, { key }: MediaFile, requested: Partial<RequestedVariant>) =>
  cms.media.readImage(key, { width: 320, preference: () => 0, ...requested });

describe('the nearest variant', () => {
  test('has the next width of the list, and none beyond the width of the image', async () => {
    const world = await imageWorld();
    const large = await world.image(3_000, 10);
    const small = await world.image(500, 400);
    const widths = async (file: MediaFile, ...asked: readonly number[]) =>
      Promise.all(asked.map(async (width) => (await read(world, file, { width })).variant?.width));
    expect(await widths(large, 1, 160, 161, 2_560, 2_561, 1e12)).toEqual([
      160, 160, 320, 2_560, 2_560, 2_560,
    ]);
    expect(await widths(small, 480, 499, 640, 2_560)).toEqual([480, 640, 640, 640]);
  });

  test('has the nearest aspect ratio of the list, at its own width', async () => {
    const world = await imageWorld();
    const file = await world.image(3_000, 10);
    const heights = [
      [320, 180, 180],
      [300, 169, 180],
      [640, 480, 480],
      [320, 320, 320],
      [160, 1e12, 480],
      [160, 1, 53],
    ] as const;
    for (const [width, height, expected] of heights) {
      const { variant } = await read(world, file, { width, height });
      expect(variant?.box, `${width} × ${height}`).toEqual({ height: expected, fit: 'cover' });
    }
  });

  test('keeps the requested width inside a box, which a narrow image can be too tall for', async () => {
    const world = await imageWorld();
    const file = await world.image(100, 1_000);
    const box = { width: 1_080, height: 1_080, fit: 'inside' } as const;
    expect((await read(world, file, box)).variant?.width).toBe(1_080);
    expect((await read(world, file, { ...box, fit: 'cover' })).variant?.width).toBe(160);
  });

  test('has the nearest quality; PNG has none', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    const qualities = async (...asked: readonly (number | undefined)[]) =>
      Promise.all(
        asked.map(
          async (quality) =>
            (await read(world, file, { quality, format: 'webp' })).variant?.quality,
        ),
      );
    expect(await qualities(undefined, 1, 62, 63, 82, 83, 100)).toEqual([
      75, 50, 50, 75, 75, 90, 90,
    ]);
    expect((await read(world, file, { quality: 10, format: 'png' })).variant?.quality).toBe(
      undefined,
    );
  });

  test('has the format that the caller prefers; at the same preference WebP, which is fast to make', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    const formats = [
      [{}, 'png'],
      [{ webp: 1, avif: 1, png: 1 }, 'webp'],
      [{ webp: 0.5, avif: 0.9, png: 0.9 }, 'avif'],
      [{ webp: 0.5, png: 1 }, 'png'],
    ] as const;
    for (const [preferences, expected] of formats) {
      const weights: Readonly<Record<string, number>> = preferences;
      const preference: RequestedVariant['preference'] = (format) => weights[format] ?? 0;
      const { variant } = await read(world, file, { preference });
      expect(variant?.format, JSON.stringify(preferences)).toBe(expected);
    }
  });

  test('has one of 170 sizes, whatever is asked', async () => {
    const world = await imageWorld();
    const file = await world.image(3_000, 10);
    const names = new Set<string>();
    for (let n = 1; n <= 3_000; n += 1) {
      const format = imageFormats[n % 4];
      const box = { height: (n * 37) % 3_000 || 1, width: (n * 101) % 3_000 || 1 };
      const { variant } = await read(world, file, { ...box, format, quality: n % 101 });
      const { width = 0, box: { height = 0 } = {} } = variant ?? {};
      names.add(`${width} × ${height}`);
    }
    expect(names.size).toBeGreaterThan(100);
    expect(names.size).toBeLessThanOrEqual(imageWidths.length * 17);
  });
});
