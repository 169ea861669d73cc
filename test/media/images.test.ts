import { describe, expect, test } from 'vitest';
import { imageFailure, imageLimits, operator } from '../../core/index.ts';
import {
  day,
  imageFits,
  imageFormats,
  type MediaFile,
  type RequestedVariant,
} from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { imageWorld, variantBytes, type ImageWorld } from '../support/media/image-world.ts';
import { bytesOf, chunks, longText, mediaWorld } from '../support/media/media-world.ts';
import { storeObjects } from '../support/media/stray-world.ts';

const wanted = (requested: Partial<RequestedVariant> = {}): RequestedVariant => ({
  width: 320,
  preference: () => 0,
  ...requested,
});

const read = ({ cms }: ImageWorld, { key }: MediaFile, requested?: Partial<RequestedVariant>) =>
  cms.media.readImage(key, wanted(requested));

/** A promise, and the function that resolves it. */
const barrier = () => Promise.withResolvers<void>();

describe('a variant', () => {
  test('is made once and stored beside the original', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    for (const width of [300, 320]) {
      const served = await read(world, file, { width, format: 'webp' });
      expect(served).toMatchObject({ size: 3, variant: { width: 320, format: 'webp' } });
      expect(await bytesOf(await served.open({ start: 1, end: 2 }))).toEqual(
        Buffer.from(variantBytes.subarray(1)),
      );
    }
    expect(world.made).toHaveLength(1);
    expect(await world.variantsOf(file)).toEqual([`${file.key}.w320-q75.webp`]);
  });

  test('is made once for concurrent requests', async () => {
    const { promise, resolve } = barrier();
    const world = await imageWorld(() => promise);
    const file = await world.image(600, 400);
    const requests = Array.from({ length: 20 }, () => read(world, file));
    await expect.poll(() => world.made.length).toBe(1);
    resolve();
    expect((await Promise.all(requests)).every(({ variant }) => variant?.width === 320)).toBe(true);
    expect(world.made).toHaveLength(1);
  });

  test('that two instances make at the same time is stored by one of them', async () => {
    const { promise, resolve } = barrier();
    const world = await imageWorld(() => promise);
    const file = await world.image(600, 400);
    const both = [world.cms, world.another()].map((cms) => cms.media.readImage(file.key, wanted()));
    await expect.poll(() => world.made.length).toBe(2);
    resolve();
    expect((await Promise.all(both)).map((served) => 'size' in served && served.size)).toEqual([
      3, 3,
    ]);
  });

  test('waits while two others are made; a hundred can wait', async () => {
    const { promise, resolve } = barrier();
    const world = await imageWorld(() => promise);
    const files = await Promise.all(Array.from({ length: 103 }, () => world.image(600, 400)));
    const requests = files.map((file) => read(world, file));
    const settled = Promise.allSettled(requests);
    await expect.poll(() => world.made.length).toBe(imageLimits.parallel);
    await rejectsWith('overloaded', Promise.race(requests));
    resolve();
    const failed = (await settled).filter(({ status }) => status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(world.made).toHaveLength(102);
  });

  test('of a type that cannot be resized is the original', async () => {
    const world = await imageWorld();
    const drawing = chunks(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    for (const body of [drawing, longText(10)]) {
      const file = await world.upload(operator, { originalName: 'a.txt', body });
      const served = await read(world, file);
      expect(served).toMatchObject({ variant: undefined, isFinal: true });
      expect(await bytesOf(await served.open())).toHaveLength(file.size);
    }
    expect(world.made).toEqual([]);
  });

  test('is the original while there is no resizer, and also if its key would be too long', async () => {
    const world = await mediaWorld();
    const file = await world.upload(operator);
    expect(await world.cms.media.readImage(file.key, wanted())).toMatchObject({
      variant: undefined,
      isFinal: false,
    });
    const images = await imageWorld();
    const key = `${'a'.repeat(27)}/${'b'.repeat(250)}.png`;
    const record = { ...file, id: '01a1fafe-d4eb-74e9-b7f9-0cdaf7e52f05', key };
    await images.ports.store.repositories.media.insert(record);
    expect(await read(images, record)).toMatchObject({ variant: undefined, isFinal: true });
  });

  test('of a file that does not exist or is not ready is not found', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    await world.ports.store.repositories.media.update({ ...file, state: 'deleting' }, 'ready');
    await rejectsWith('not_found', read(world, file));
    await rejectsWith('not_found', world.cms.media.readImage('a/b.png', wanted()));
    expect(world.made).toEqual([]);
  });
});

test('an image that cannot be resized is rejected without another attempt for ten minutes', async () => {
  const world = await imageWorld(async () => {
    throw imageFailure('image_unreadable');
  });
  const file = await world.image(600, 400);
  for (const width of [160, 160, 320]) {
    await rejectsWith('image_unreadable', read(world, file, { width }));
  }
  expect(world.made).toHaveLength(1);
  expect(await world.variantsOf(file)).toEqual([]);
  world.clock.advance(601_000);
  await rejectsWith('image_unreadable', read(world, file));
  expect(world.made).toHaveLength(2);
});

test('any other failure is not remembered', async () => {
  let attempts = 0;
  const world = await imageWorld(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('out of memory');
  });
  const file = await world.image(600, 400);
  await expect(read(world, file)).rejects.toThrow('out of memory');
  expect(await read(world, file)).toMatchObject({ size: 3 });
});

describe('with its original', () => {
  test('every variant is removed', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    const other = await world.image(600, 400);
    for (const each of [file, other]) {
      for (const format of imageFormats) await read(world, each, { format });
    }
    expect(await world.objects()).toHaveLength(10);
    await world.cms.media.delete(operator, file.id);
    expect((await world.objects()).toSorted()).toEqual(
      [other.key, ...(await world.variantsOf(other))].toSorted(),
    );
    expect(await world.variantsOf(other)).toHaveLength(4);
  });

  test('a variant is removed by the sweep after a crash', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    await read(world, file);
    await world.ports.store.repositories.media.update({ ...file, state: 'deleting' }, 'ready');
    world.clock.advance(day);
    await world.cms.system.sweepMedia();
    expect(await world.objects()).toEqual([]);
  });

  test('a variant that is being made is removed', async () => {
    const { promise, resolve } = barrier();
    const world = await imageWorld(() => promise);
    const file = await world.image(600, 400);
    const reading = read(world, file);
    await expect.poll(() => world.made.length).toBe(1);
    await world.cms.media.delete(operator, file.id);
    resolve();
    await rejectsWith('not_found', reading);
    expect(await world.objects()).toEqual([]);
  });
});

describe('the comparison of records and objects', () => {
  const removeAll = { removal: 'all' } as const;

  test('ignores variants of images that have a record', async () => {
    const world = await imageWorld();
    const files = await Promise.all([1, 2, 3].map(() => world.image(600, 400)));
    for (const file of files) {
      for (const format of imageFormats) await read(world, file, { format });
    }
    world.clock.advance(2 * day);
    expect(await world.cms.system.compareMedia(removeAll)).toMatchObject({
      objects: 3,
      records: 3,
      strays: 0,
      missing: 0,
    });
    expect(await world.objects()).toHaveLength(15);
  });

  test('removes variants without a record of their image', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    await read(world, file);
    // Between the other keys, and before and after them.
    const lost = ['0', '5', 'z'].map((first) => `${first.repeat(27)}/a.png.w320-q75.webp`);
    await storeObjects(world, ...lost, `${'1'.repeat(27)}/a.png.backup`);
    world.clock.advance(2 * day);
    const found = await world.cms.system.compareMedia(removeAll);
    expect(found).toMatchObject({ strays: 3, removed: 3, missing: 0 });
    expect(await world.objects()).toHaveLength(3);
    expect(await world.records()).toHaveLength(1);
  });
});

describe('the variant for a request', () => {
  const read = ({ cms }: ImageWorld, { key }: MediaFile, requested: Partial<RequestedVariant>) =>
    cms.media.readImage(key, { width: 320, preference: () => 0, ...requested });

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

  test('has the next height of the same list, whatever the aspect ratio', async () => {
    const world = await imageWorld();
    const file = await world.image(3_000, 10);
    const heights = async (...asked: readonly number[]) =>
      Promise.all(
        asked.map(async (height) => (await read(world, file, { height })).variant?.box?.height),
      );
    expect(await heights(1, 160, 180, 480, 2_560, 2_561, 1e12)).toEqual([
      160, 160, 320, 480, 2_560, 2_560, 2_560,
    ]);
  });

  test('has a box of the requested width, which shrinks with the image', async () => {
    const world = await imageWorld();
    const file = await world.image(100, 1_000);
    for (const fit of imageFits) {
      const { variant } = await read(world, file, { width: 1_080, height: 1_080, fit });
      expect(variant).toMatchObject({ width: 1_080, box: { height: 1_080, fit } });
    }
  });

  test('covers its box by default; without a height, there is no box', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    expect((await read(world, file, { height: 160 })).variant?.box?.fit).toBe('cover');
    expect((await read(world, file, { fit: 'contain' })).variant?.box).toBe(undefined);
  });

  test('has the next quality; PNG has none', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    const qualities = async (...asked: readonly (number | undefined)[]) =>
      Promise.all(
        asked.map(
          async (quality) =>
            (await read(world, file, { quality, format: 'webp' })).variant?.quality,
        ),
      );
    expect(await qualities(undefined, 1, 50, 51, 65, 66, 76, 86, 95, 96, 100)).toEqual([
      75, 50, 50, 65, 65, 75, 85, 95, 95, 95, 95,
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
});
