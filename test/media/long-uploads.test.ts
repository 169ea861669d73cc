import { describe, expect, test } from 'vitest';
import { DomainError, hour, minute, operator, type BlobStore } from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { chunks, longText, mediaWorld, picture, watched } from '../support/media/media-world.ts';

describe('a long upload', () => {
  for (const pause of [9 * minute, 45 * minute]) {
    test(`is not swept while bytes arrive every ${pause / minute} minutes`, async () => {
      const world = await mediaWorld();
      async function* body() {
        yield* longText(70_000);
        for (let elapsed = 0; elapsed < 20 * hour; elapsed += pause) {
          world.clock.advance(pause);
          expect(await world.another().system.sweepMedia()).toBe(0);
          yield* longText(1_000);
        }
      }
      const file = await world.upload(operator, { originalName: 'a.txt', body: body() });
      expect(await world.records()).toEqual([file]);
      expect(file).toMatchObject({ state: 'ready', updatedAt: file.createdAt });
      expect(await world.contradictions()).toEqual([]);
    });
  }

  test('is not swept if it is an import', async () => {
    const world = await mediaWorld();
    async function* body() {
      yield* longText(70_000);
      for (let n = 0; n < 10; n += 1) {
        world.clock.advance(30 * minute);
        expect(await world.cms.system.sweepMedia()).toBe(0);
        yield* longText(1_000);
      }
    }
    const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'a.txt' };
    const { file } = await world.cms.transfer.importMedia(operator, record, body);
    expect(file.state).toBe('ready');
  });

  test('touches its record at most every ten minutes', async () => {
    const world = await mediaWorld();
    let updates = 0;
    const media = altered(world.ports.store.repositories.media, {
      update: async (file, state) => {
        updates += 1;
        return world.ports.store.repositories.media.update(file, state);
      },
    });
    async function* body() {
      yield* longText(70_000);
      for (let n = 0; n < 60; n += 1) {
        world.clock.advance(minute);
        yield* longText(10_000);
      }
    }
    const fields = { originalName: 'a.txt', body: body() };
    await world.upload(
      operator,
      fields,
      world.another({ ports: { store: alteredStore(world.ports.store, () => ({ media })) } }),
    );
    expect(updates).toBe(6 + 1);
  });

  test('continues if the database is unreachable for a moment', async () => {
    const world = await mediaWorld();
    let isAway = false;
    const media = altered(world.ports.store.repositories.media, {
      update: async (file, state) => {
        if (isAway) throw new DomainError('dependency_unavailable', 'away');
        return world.ports.store.repositories.media.update(file, state);
      },
    });
    async function* body() {
      yield* longText(70_000);
      for (let n = 0; n < 4; n += 1) {
        isAway = n < 3;
        world.clock.advance(15 * minute);
        yield* longText(1_000);
      }
      world.clock.advance(30 * minute);
      expect(await world.cms.system.sweepMedia()).toBe(0);
    }
    const fields = { originalName: 'a.txt', body: body() };
    const { id } = await world.upload(
      operator,
      fields,
      world.another({ ports: { store: alteredStore(world.ports.store, () => ({ media })) } }),
    );
    expect(world.log.entries.map(({ level, fields: { media: named } }) => [level, named])).toEqual([
      ['warn', id],
      ['warn', id],
      ['warn', id],
    ]);
    expect((await world.cms.media.get(operator, id)).state).toBe('ready');
  });

  test('ends if the sweep has removed its record', async () => {
    const world = await mediaWorld();
    async function* source() {
      yield* longText(70_000);
      world.clock.advance(hour + 1);
      expect(await world.cms.system.sweepMedia()).toBe(1);
      yield* longText(900_000);
    }
    const { body, taken, isReleased } = watched(source());
    await rejectsWith('dependency_unavailable', world.upload(operator, { body }));
    expect(taken()).toBe(71_000);
    expect(isReleased()).toBe(true);
    expect(await world.records()).toEqual([]);
    expect(await world.objects()).toEqual([]);
  });
});

describe('an upload that the store confirms', () => {
  const stores: readonly (readonly [string, (intact: BlobStore) => Partial<BlobStore>])[] = [
    [
      'and forgets',
      (intact) => ({
        put: async (key, body, type) => {
          const info = await intact.put(key, body, type);
          await intact.delete(key);
          return info;
        },
      }),
    ],
    [
      'and has the first half of',
      (intact) => ({
        put: async (key, body, type) => {
          const bytes = Buffer.concat(await Array.fromAsync(body));
          await intact.put(key, chunks(bytes.subarray(0, bytes.length / 2)), type);
          return { size: bytes.length };
        },
      }),
    ],
    [
      'and cannot be asked for',
      () => ({ stat: () => Promise.reject(new DomainError('dependency_unavailable', 'away')) }),
    ],
  ];

  for (const [what, change] of stores) {
    test(`${what} is rejected, and leaves nothing behind`, async () => {
      const world = await mediaWorld();
      const blobs = altered(world.ports.blobs, change(world.ports.blobs));
      const events: string[] = [];
      const cms = world.another({
        ports: { blobs },
        onEvent: ({ type }) => void events.push(type),
      });
      await rejectsWith('dependency_unavailable', world.upload(operator, {}, cms));
      const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'a.png' };
      await rejectsWith(
        'dependency_unavailable',
        cms.transfer.importMedia(operator, record, () => chunks(picture)),
      );
      expect(await world.records()).toEqual([]);
      expect(await world.objects()).toEqual([]);
      expect(events).toEqual([]);
    });
  }

  test('and does not store can be retried after a second', async () => {
    const world = await mediaWorld();
    const blobs = altered(world.ports.blobs, { stat: async () => undefined });
    const upload = world.upload(operator, {}, world.another({ ports: { blobs } }));
    expect((await rejectsWith('dependency_unavailable', upload)).retryAfterMs).toBe(1_000);
  });
});
