import { describe, expect, test } from 'vitest';
import { maxOtherVariants, operator } from '../../core/index.ts';
import {
  day,
  imageFits,
  imageFormats,
  imageSizes,
  type MediaFile,
  type RequestedVariant,
} from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { imageWorld, type ImageWorld } from '../support/media/image-world.ts';
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

describe('of the variants of one image', () => {
  /** All sixty of them, and not more. */
  const others = (file: MediaFile) =>
    [160, 320].flatMap((height) =>
      imageFits.flatMap((fit) =>
        imageSizes.map((width) => ({
          key: file.key,
          requested: wanted({ width, height, fit }),
        })),
      ),
    );

  const readOthers = async ({ cms }: ImageWorld, file: MediaFile): Promise<void> => {
    for (const { key, requested } of others(file)) await cms.media.readImage(key, requested);
  };

  test('the ten widths in the four formats are always made, of all others sixty are stored', async () => {
    const world = await imageWorld();
    const file = await world.image(3_000, 3_000);
    await readOthers(world, file);
    expect(world.made).toHaveLength(maxOtherVariants);
    for (const further of [
      { width: 480, height: 480 },
      { quality: 95, format: 'webp' },
    ] as const) {
      const { retryAfterMs } = await rejectsWith('too_many_variants', read(world, file, further));
      expect(retryAfterMs).toBe(day);
    }
    expect(world.made).toHaveLength(maxOtherVariants);
    for (const format of imageFormats) {
      for (let width = 160; width <= 2_560; width += 160)
        await read(world, file, { width, format });
    }
    expect(await world.variantsOf(file)).toHaveLength(maxOtherVariants + 40);
    expect(await read(world, file, { width: 160, height: 160 })).toMatchObject({ size: 3 });
    const another = await world.image(3_000, 3_000);
    expect(await read(world, another, { height: 480 })).toMatchObject({ size: 3 });
  });

  test('at most sixty are stored also if instances make them at the same time', async () => {
    const { promise, resolve } = barrier();
    let isHeld = false;
    const world = await imageWorld(async () => (isHeld ? promise : undefined));
    const file = await world.image(3_000, 3_000);
    for (const { key, requested } of others(file).slice(1)) {
      await world.cms.media.readImage(key, requested);
    }
    isHeld = true;
    const racing = [world.cms, world.another(), world.another()].map((cms, n) =>
      cms.media.readImage(file.key, wanted({ height: 480 + n * 160 })),
    );
    await expect.poll(() => world.made.length).toBe(maxOtherVariants + 2);
    resolve();
    await Promise.allSettled(racing);
    expect((await world.variantsOf(file)).length).toBeLessThanOrEqual(maxOtherVariants);
  });

  test('those that earlier versions of the service have stored make room', async () => {
    const world = await imageWorld();
    const file = await world.image(3_000, 3_000);
    const former = Array.from(
      { length: 70 },
      (_, n) => `${file.key}.w320h${161 + n}-cover-q75.webp`,
    );
    await storeObjects(world, ...former, `${file.key}.w320-q90.webp`, `${file.key}.backup`);
    await read(world, file, { height: 320, format: 'webp' });
    expect(await world.variantsOf(file)).toEqual([
      `${file.key}.backup`,
      `${file.key}.w320h320-cover-q75.webp`,
    ]);
  });
});

describe('the focus of an image', () => {
  const crop = { width: 320, height: 160, format: 'webp' } as const;
  const name = (file: MediaFile, focus: string) => `${file.key}.w320h160-cover${focus}-q75.webp`;

  test('gives crops of their own, and the former ones are removed with the next', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    const setFocus = (focus: { readonly x: number; readonly y: number } | null) =>
      world.cms.media.update(operator, file.id, { focus });
    await read(world, file, { width: 160, format: 'webp' });
    const stored = async (): Promise<readonly string[]> => {
      await read(world, file, crop);
      expect(world.made.at(-1)?.box?.fit).toBe('cover');
      return (await world.variantsOf(file)).filter((key) => !key.endsWith('w160-q75.webp'));
    };
    expect(await stored()).toEqual([name(file, '')]);
    await setFocus({ x: 0.25, y: 1 });
    expect(await stored()).toEqual([name(file, '-f250x1000')]);
    expect(world.made.at(-1)?.box?.focus).toEqual({ x: 0.25, y: 1 });
    await setFocus({ x: 1 / 3, y: 0 });
    expect(await stored()).toEqual([name(file, '-f333x0')]);
    expect(world.made.at(-1)?.box?.focus).toEqual({ x: 0.333, y: 0 });
    // The middle is that of an image without a focus.
    await setFocus(null);
    expect(await stored()).toEqual([name(file, '')]);
    const count = world.made.length;
    await setFocus({ x: 0.5, y: 0.5 });
    expect(await stored()).toEqual([name(file, '')]);
    expect(world.made).toHaveLength(count);
    expect(await world.variantsOf(file)).toHaveLength(2);
  });

  test('makes room for as many crops as before', async () => {
    const world = await imageWorld();
    const file = await world.image(3_000, 3_000);
    const readCrops = async (): Promise<void> => {
      for (const width of imageSizes.slice(0, 6)) {
        for (const height of imageSizes) {
          await read(world, file, { width, height });
        }
      }
    };
    await readCrops();
    await world.cms.media.update(operator, file.id, { focus: { x: 1, y: 1 } });
    await readCrops();
    expect(world.made).toHaveLength(2 * maxOtherVariants);
    expect(await world.variantsOf(file)).toHaveLength(maxOtherVariants);
  });

  test('changes no variant that is not cropped', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    const readAll = async (): Promise<void> => {
      for (const fit of ['contain', 'inside'] as const) await read(world, file, { ...crop, fit });
      await read(world, file, { format: 'webp' });
    };
    await readAll();
    await world.cms.media.update(operator, file.id, { focus: { x: 0, y: 0 } });
    await read(world, file, crop);
    await readAll();
    expect(world.made).toHaveLength(4);
  });

  test('that changes while a crop is made is not that of the next answer', async () => {
    const { promise, resolve } = barrier();
    const world = await imageWorld(({ box }) =>
      box?.focus === undefined ? promise : Promise.resolve(),
    );
    const file = await world.image(600, 400);
    const early = read(world, file, crop);
    await expect.poll(() => world.made.length).toBe(1);
    await world.cms.media.update(operator, file.id, { focus: { x: 0, y: 0 } });
    const late = await read(world, file, crop);
    expect(late.variant?.box?.focus).toEqual({ x: 0, y: 0 });
    resolve();
    await early;
    expect((await read(world, file, crop)).variant).toEqual(late.variant);
    expect(world.made).toHaveLength(2);
  });

  test('is removed with its crops when the file is deleted', async () => {
    const world = await imageWorld();
    const file = await world.image(600, 400);
    await world.cms.media.update(operator, file.id, { focus: { x: 0.1, y: 0.9 } });
    await read(world, file, crop);
    world.clock.advance(2 * day);
    const found = await world.cms.system.compareMedia({ removal: 'all' });
    expect(found).toMatchObject({ objects: 1, strays: 0 });
    expect(await world.objects()).toHaveLength(2);
    await world.cms.media.delete(operator, file.id);
    expect(await world.objects()).toEqual([]);
  });
});
