import { describe, expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import { day, hour, objectKeyOf } from '../../core/vocabulary.ts';
import { mediaId, sampleMedia } from '../conformance/samples.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { describeFault, faultPlans, faults, type Faults } from '../support/core/faults.ts';
import { chunks, mediaWorld, picture, type MediaWorld } from '../support/media/media-world.ts';
import { keyOf, record, storeObjects, storeStrays } from '../support/media/stray-world.ts';

const guarded = { removal: 'guarded' } as const;

test('if records and objects agree, nothing is removed or logged', async () => {
  const world = await mediaWorld();
  for (let n = 0; n < 3; n += 1) await world.upload(operator);
  world.clock.advance(2 * day);
  expect(await world.cms.system.compareMedia(guarded)).toEqual({
    objects: 3,
    records: 3,
    strays: 0,
    recent: 0,
    isSuspicious: false,
    removed: 0,
    missing: 0,
    missingIds: [],
  });
  expect(world.log.entries).toEqual([]);
  expect(await world.objects()).toHaveLength(3);
});

describe('a record without its object', () => {
  test('is kept if it is ready; the log contains the count and the first twenty ids', async () => {
    const world = await mediaWorld();
    for (let n = 1; n <= 25; n += 1) await record(world, n);
    await storeObjects(world, keyOf(1));
    const { missing, missingIds, removed } = await world.cms.system.compareMedia(guarded);
    const expected = Array.from({ length: 20 }, (_, n) => mediaId(n + 2));
    expect({ missing, missingIds, removed }).toEqual({
      missing: 24,
      missingIds: expected,
      removed: 0,
    });
    expect(world.log.entries).toEqual([
      {
        level: 'error',
        message: expect.stringMatching(/restore.*delete/),
        fields: { missing: 24, media: expected.join(' ') },
        cause: undefined,
      },
    ]);
    expect(await world.records()).toHaveLength(25);
  });

  test('is ignored if it is not ready, because the sweep handles it', async () => {
    const world = await mediaWorld();
    await record(world, 1, { state: 'pending' });
    await record(world, 2, { state: 'deleting' });
    const found = await world.cms.system.compareMedia(guarded);
    expect(found).toMatchObject({ records: 2, missing: 0 });
    expect(world.log.entries).toEqual([]);
    expect(await world.records()).toHaveLength(2);
  });

  test('is checked again before it is reported', async () => {
    const world = await mediaWorld();
    await world.upload(operator);
    const blobs = altered(world.ports.blobs, { list: async () => [] });
    const found = await world.another({ ports: { blobs } }).system.compareMedia(guarded);
    expect(found).toMatchObject({ objects: 0, records: 1, missing: 0 });
  });

  test('is not reported if its upload finishes concurrently', async () => {
    const world = await mediaWorld();
    await record(world, 1, { state: 'pending' });
    const blobs = altered(world.ports.blobs, {
      stat: async (key) => {
        const found = await world.ports.blobs.stat(key);
        await storeObjects(world, keyOf(1));
        await world.ports.store.repositories.media.update(
          sampleMedia(1, { key: keyOf(1) }),
          'pending',
        );
        return found;
      },
    });
    const found = await world.another({ ports: { blobs } }).system.compareMedia(guarded);
    expect(found).toMatchObject({ records: 1, missing: 0 });
  });

  test('is not reported if it is deleted concurrently', async () => {
    const world = await mediaWorld();
    const { id } = await world.upload(operator);
    const blobs = altered(world.ports.blobs, {
      list: async () => [],
      stat: async (key) => {
        await world.cms.media.delete(operator, id);
        return world.ports.blobs.stat(key);
      },
    });
    const found = await world.another({ ports: { blobs } }).system.compareMedia(guarded);
    expect(found).toMatchObject({ missing: 0 });
    expect(world.log.entries).toEqual([]);
  });
});

/** Two files, a record without its object, and three strays. */
const muddle = async (): Promise<MediaWorld> => {
  const world = await mediaWorld();
  for (let n = 0; n < 2; n += 1) await world.upload(operator);
  await record(world, 9);
  await storeStrays(world, 3);
  world.clock.advance(2 * day);
  return world;
};

const expectOrder = async (world: MediaWorld, fault = ''): Promise<void> => {
  expect(await world.contradictions(), fault).toEqual([
    `no object for the ready record ${keyOf(9)}`,
  ]);
  expect(await world.objects(), fault).toHaveLength(2);
  expect(await world.records(), fault).toHaveLength(3);
};

test('several instances can compare at the same time', async () => {
  const world = await muddle();
  const instances: readonly Cms[] = Array.from({ length: 5 }, () => world.another());
  const found = await Promise.all(instances.map(({ system }) => system.compareMedia(guarded)));
  for (const each of found) expect(each).toMatchObject({ strays: 3, missing: 1 });
  await expectOrder(world);
});

test('whichever call fails, no file is removed, and the next comparison removes the remaining strays', async () => {
  const counted = faults({ nth: Infinity, kind: 'rejected', isLasting: false });
  const first = await muddle();
  const portsWith = (trouble: Faults, { store, blobs }: MediaWorld['ports']) => ({
    store: alteredStore(store, ({ media }) => ({ media: trouble.on(media) })),
    blobs: trouble.on(blobs),
  });
  await first.another({ ports: portsWith(counted, first.ports) }).system.compareMedia(guarded);
  expect(counted.calls()).toBeGreaterThan(12);
  for (const plan of faultPlans(counted.calls())) {
    const world = await muddle();
    const trouble = faults(plan);
    const ports = portsWith(trouble, world.ports);
    const fault = describeFault(plan);
    await rejectsWith(
      'dependency_unavailable',
      world.another({ ports }).system.compareMedia(guarded),
    );
    const wrong = (await world.contradictions()).filter((each) => each.startsWith('no object'));
    expect(wrong, fault).toEqual([`no object for the ready record ${keyOf(9)}`]);
    await world.cms.system.compareMedia(guarded);
    world.clock.advance(hour + 1);
    await world.cms.system.sweepMedia();
    await expectOrder(world, fault);
  }
});

describe('an aborted comparison', () => {
  test('removes nothing if it was still counting', async () => {
    const world = await muddle();
    const signal = { aborted: false };
    const blobs = altered(world.ports.blobs, {
      stat: async (key) => {
        signal.aborted = true;
        return world.ports.blobs.stat(key);
      },
    });
    const stopped = world.another({ ports: { blobs } });
    const found = await stopped.system.compareMedia({ ...guarded, signal });
    // Later objects are not counted.
    expect(found).toMatchObject({ objects: 3, strays: 3, removed: 0, missing: 1 });
    expect(await world.objects()).toHaveLength(5);
    expect(world.log.entries.map(({ level }) => level)).toEqual(['error']);
  });

  test('removes no further objects', async () => {
    const world = await muddle();
    const signal = { aborted: false };
    const blobs = altered(world.ports.blobs, {
      delete: async (key) => {
        signal.aborted = true;
        await world.ports.blobs.delete(key);
      },
    });
    const stopped = world.another({ ports: { blobs } });
    const found = await stopped.system.compareMedia({ ...guarded, signal });
    expect(found).toMatchObject({ strays: 3, removed: 1 });
    expect(await world.objects()).toHaveLength(4);
  });
});

describe('an object without a record', () => {
  test('is removed if it is older than a day, and the log contains the count', async () => {
    const world = await mediaWorld();
    const { key } = await world.upload(operator);
    await storeStrays(world, 2);
    world.clock.advance(day);
    const found = { objects: 3, records: 1, missing: 0 };
    const early = await world.cms.system.compareMedia(guarded);
    expect(early).toMatchObject({ ...found, strays: 0, removed: 0 });
    world.clock.advance(1);
    const late = await world.cms.system.compareMedia(guarded);
    expect(late).toMatchObject({ ...found, strays: 2, removed: 2 });
    expect(world.log.entries).toMatchObject([{ level: 'info', fields: { removed: 2 } }]);
    expect(await world.objects()).toEqual([key]);
    expect(await world.records()).toHaveLength(1);
  });

  test('is kept if its record is inserted concurrently', async () => {
    const world = await mediaWorld();
    await world.upload(operator);
    await storeStrays(world, 2);
    world.clock.advance(2 * day);
    const media = altered(world.ports.store.repositories.media, {
      insert: async (file) => {
        if (objectKeyOf(file) === keyOf(0)) await record(world, 0);
        await world.ports.store.repositories.media.insert(file);
      },
    });
    const late = world.another({
      ports: { store: alteredStore(world.ports.store, () => ({ media })) },
    });
    expect(await late.system.compareMedia(guarded)).toMatchObject({ strays: 2, removed: 1 });
    expect(await world.contradictions()).toEqual([]);
    expect(await world.ports.blobs.stat(keyOf(0))).toBeDefined();
  });

  test('cannot be imported while it is being removed', async () => {
    const world = await mediaWorld();
    await world.upload(operator);
    await storeStrays(world, 1);
    world.clock.advance(2 * day);
    const importRecord = () =>
      world.cms.transfer.importMedia(
        operator,
        { id: mediaId(1), key: keyOf(0), originalName: 'a.png' },
        () => chunks(picture),
      );
    const blobs = altered(world.ports.blobs, {
      delete: async (key) => {
        await world.ports.blobs.delete(key);
        await rejectsWith('id_taken', importRecord());
      },
    });
    const removing = world.another({ ports: { blobs } });
    expect(await removing.system.compareMedia(guarded)).toMatchObject({ removed: 1 });
    expect((await importRecord()).outcome).toBe('created');
    expect(await world.contradictions()).toEqual([]);
  });

  test('that cannot be removed ends the comparison; the sweep removes it', async () => {
    const world = await mediaWorld();
    const { key } = await world.upload(operator);
    await storeStrays(world, 1);
    world.clock.advance(2 * day);
    const trouble = faults({ nth: 1, kind: 'rejected', isLasting: true });
    const blobs = altered(world.ports.blobs, {
      delete: (doomed) => trouble.on(world.ports.blobs).delete(doomed),
    });
    const stuck = world.another({ ports: { blobs } });
    await rejectsWith('dependency_unavailable', stuck.system.compareMedia(guarded));
    world.clock.advance(hour + 1);
    expect(await world.cms.system.sweepMedia()).toBe(1);
    expect(await world.objects()).toEqual([key]);
    expect(await world.contradictions()).toEqual([]);
  });

  test.each([
    'loose.png',
    'uploads/0123456789abcdef.png',
    `another-service/${keyOf(1)}`,
    `${keyOf(1)}/thumbnail.png`,
    keyOf(1).replace('file', 'File'),
    keyOf(1).replace('.png', ''),
  ])('is not ours when its key is %s: it is neither counted nor ever removed', async (key) => {
    const world = await mediaWorld();
    const own = await world.upload(operator);
    await storeObjects(world, key);
    world.clock.advance(365 * day);
    const found = await world.cms.system.compareMedia({ removal: 'all' });
    expect(found).toMatchObject({ objects: 1, records: 1, strays: 0, removed: 0 });
    expect(await world.objects()).toEqual([own.key, key].toSorted());
  });
});

describe('more objects without a record than crashes can leave', () => {
  const worldOf = async (strays: number, files: number): Promise<MediaWorld> => {
    const world = await mediaWorld();
    await storeStrays(world, strays + files);
    for (let n = 0; n < files; n += 1) await record(world, strays + n);
    world.clock.advance(2 * day);
    return world;
  };

  for (const [strays, files] of [
    [1, 1],
    [10, 1],
    [11, 1_089],
  ] as const) {
    test(`do not include ${strays} beside ${files} files`, async () => {
      const world = await worldOf(strays, files);
      const found = await world.cms.system.compareMedia(guarded);
      expect(found).toMatchObject({
        objects: strays + files,
        records: files,
        isSuspicious: false,
        strays,
        removed: strays,
      });
      expect(await world.objects()).toHaveLength(files);
      expect(await world.contradictions()).toEqual([]);
    });
  }

  for (const [strays, files] of [
    [1, 0],
    [11, 1],
    [11, 1_088],
  ] as const) {
    test(`include ${strays} beside ${files} files, which are kept with a warning until all are removed explicitly`, async () => {
      const world = await worldOf(strays, files);
      const found = { objects: strays + files, records: files, strays, isSuspicious: true };
      const { system } = world.cms;
      expect(await system.compareMedia(guarded)).toMatchObject({ ...found, removed: 0 });
      expect(world.log.entries).toEqual([
        {
          level: 'warn',
          message: expect.stringMatching(
            /database may belong to other files.*backup.*removes all of them$/,
          ),
          fields: { strays, objects: strays + files, records: files },
          cause: undefined,
        },
      ]);
      expect(await system.compareMedia({ removal: 'none' })).toMatchObject({
        ...found,
        removed: 0,
      });
      expect(await world.objects()).toHaveLength(strays + files);
      const last = await system.compareMedia({ removal: 'all' });
      expect(last).toMatchObject({ ...found, removed: strays });
      expect(await world.objects()).toHaveLength(files);
      expect(await world.contradictions()).toEqual([]);
    });
  }
});

test('a comparison without removal removes nothing', async () => {
  const world = await mediaWorld();
  await world.upload(operator);
  await storeStrays(world, 1);
  world.clock.advance(2 * day);
  const found = await world.cms.system.compareMedia({ removal: 'none' });
  expect(found).toMatchObject({ strays: 1, isSuspicious: false, removed: 0 });
  expect(await world.objects()).toHaveLength(2);
  expect(world.log.entries).toEqual([]);
});
