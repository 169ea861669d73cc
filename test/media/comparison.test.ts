import { describe, expect, test } from 'vitest';
import { day, hour, operator, type Cms } from '../../core/index.ts';
import { mediaId, sampleMedia } from '../conformance/samples.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { describeFault, faultPlans, faults, type Faults } from '../support/core/faults.ts';
import { mediaWorld, type MediaWorld } from '../support/media/media-world.ts';
import { keyOf, storeObjects, storeStrays, record } from '../support/media/stray-world.ts';

const guarded = { removal: 'guarded' } as const;

test('if records and objects agree, nothing is removed or logged', async () => {
  const world = await mediaWorld();
  for (let n = 0; n < 3; n += 1) await world.upload(operator);
  world.clock.advance(2 * day);
  expect(await world.cms.system.compareMedia(guarded)).toEqual({
    objects: 3,
    records: 3,
    strays: 0,
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
