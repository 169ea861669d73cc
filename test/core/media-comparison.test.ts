import { describe, expect, test } from 'vitest';
import { day, hour, operator, type Cms } from '../../core/index.ts';
import { mediaId, sampleMedia } from '../conformance/samples.ts';
import { altered } from '../support/altered.ts';
import { refused } from '../support/core-world.ts';
import { describeFault, faultPlans, faults } from '../support/faults.ts';
import { mediaWorld, type MediaWorld } from '../support/media-world.ts';
import { keyOf, plant, plantStrays, record } from '../support/stray-world.ts';

const guarded = { removal: 'guarded' } as const;

test('where records and objects agree there is nothing to do and nothing to say', async () => {
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
  test('stays when it is ready, and the log names the first twenty and tells how many', async () => {
    const world = await mediaWorld();
    for (let n = 1; n <= 25; n += 1) await record(world, n);
    await plant(world, keyOf(1));
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

  test('is left to the sweep when it is not ready', async () => {
    const world = await mediaWorld();
    await record(world, 1, { state: 'pending' });
    await record(world, 2, { state: 'deleting' });
    const found = await world.cms.system.compareMedia(guarded);
    expect(found).toMatchObject({ records: 2, missing: 0 });
    expect(world.log.entries).toEqual([]);
    expect(await world.records()).toHaveLength(2);
  });

  test('is looked for once more before it is said to be without', async () => {
    const world = await mediaWorld();
    await world.upload(operator);
    const blobs = altered(world.ports.blobs, { list: async () => [] });
    const found = await world.another({ ports: { blobs } }).system.compareMedia(guarded);
    expect(found).toMatchObject({ objects: 0, records: 1, missing: 0 });
  });

  test('is not missed when its upload ends just then', async () => {
    const world = await mediaWorld();
    await record(world, 1, { state: 'pending' });
    const blobs = altered(world.ports.blobs, {
      stat: async (key) => {
        const found = await world.ports.blobs.stat(key);
        await plant(world, keyOf(1));
        await world.ports.media.update(sampleMedia(1, { key: keyOf(1) }), 'pending');
        return found;
      },
    });
    const found = await world.another({ ports: { blobs } }).system.compareMedia(guarded);
    expect(found).toMatchObject({ records: 1, missing: 0 });
  });

  test('is not missed when it was deleted just then', async () => {
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
  await plantStrays(world, 3);
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

test('any number of instances may compare at once', async () => {
  const world = await muddle();
  const instances: readonly Cms[] = Array.from({ length: 5 }, () => world.another());
  const found = await Promise.all(instances.map(({ system }) => system.compareMedia(guarded)));
  for (const each of found) expect(each).toMatchObject({ strays: 3, missing: 1 });
  await expectOrder(world);
});

test('whatever call fails, nothing that belongs together goes, and the next comparison has the rest', async () => {
  const counted = faults({ nth: Infinity, kind: 'refused', isLasting: false });
  const first = await muddle();
  const { media, blobs } = first.ports;
  await first
    .another({ ports: { media: counted.on(media), blobs: counted.on(blobs) } })
    .system.compareMedia(guarded);
  expect(counted.calls()).toBeGreaterThan(12);
  for (const plan of faultPlans(counted.calls())) {
    const world = await muddle();
    const trouble = faults(plan);
    const ports = {
      media: trouble.on(world.ports.media),
      blobs: trouble.on(world.ports.blobs),
    };
    const fault = describeFault(plan);
    await refused('dependency_unavailable', world.another({ ports }).system.compareMedia(guarded));
    const wrong = (await world.contradictions()).filter((each) => each.startsWith('no object'));
    expect(wrong, fault).toEqual([`no object for the ready record ${keyOf(9)}`]);
    await world.cms.system.compareMedia(guarded);
    world.clock.advance(hour + 1);
    await world.cms.system.sweepMedia();
    await expectOrder(world, fault);
  }
});

describe('a comparison that is to stop', () => {
  test('removes nothing when it was still counting', async () => {
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
    // The objects that come after the record without one are not counted any more.
    expect(found).toMatchObject({ objects: 3, strays: 3, removed: 0, missing: 1 });
    expect(await world.objects()).toHaveLength(5);
    expect(world.log.entries.map(({ level }) => level)).toEqual(['error']);
  });

  test('removes nothing more', async () => {
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
