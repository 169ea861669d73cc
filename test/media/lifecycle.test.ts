import { describe, expect, test } from 'vitest';
import { DomainError, operator, type BlobStore } from '../../core/index.ts';
import type { MediaRepository } from '../../core/store.ts';
import { hour, minute } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { faults } from '../support/core/faults.ts';
import {
  chunks,
  longText,
  mediaWorld,
  picture,
  watched,
  type MediaWorld,
} from '../support/media/media-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

/** Expects no record and no object. */
const expectNothingLeft = async ({ objects, records }: MediaWorld): Promise<void> => {
  expect(await objects()).toEqual([]);
  expect(await records()).toEqual([]);
};

describe('an upload leaves nothing behind', () => {
  test('if its type is rejected, and its source is released', async () => {
    const world = await mediaWorld();
    const page = Buffer.from('<html>'.padEnd(70_000));
    const { body, taken, isReleased } = watched(chunks(page, page, page));
    await rejectsWith('media_type_refused', world.upload(operator, { originalName: 'a', body }));
    expect(taken()).toBe(70_000);
    expect(isReleased()).toBe(true);
    await expectNothingLeft(world);
  });

  test('if it is too large by one byte; its source is released', async () => {
    const world = await mediaWorld({ uploadMaxBytes: 100_000 });
    const fits = await world.upload(operator, { body: longText(100_000) });
    expect(fits.size).toBe(100_000);
    await world.cms.media.delete(operator, fits.id);
    for (const bytes of [100_001, Infinity]) {
      const { body, taken, isReleased } = watched(longText(bytes));
      await rejectsWith('file_too_large', world.upload(operator, { body }));
      expect(taken()).toBeLessThanOrEqual(101_000);
      expect(isReleased()).toBe(true);
      await expectNothingLeft(world);
    }
  });

  for (const bytes of [0, 1, 70_000]) {
    test(`if it is interrupted after ${bytes} bytes`, async () => {
      const world = await mediaWorld();
      async function* broken() {
        yield* longText(bytes);
        throw new Error('connection lost');
      }
      const upload = world.upload(operator, { originalName: 'a.txt', body: broken() });
      await expect(upload).rejects.toThrow('connection lost');
      await expectNothingLeft(world);
    });
  }

  test('if its folder is invalid or never arrives', async () => {
    const world = await mediaWorld();
    await rejectsWith('invalid_folder', world.upload(operator, { folder: () => '../x' }));
    await rejectsWith('invalid_folder', world.upload(operator, { folder: async () => '/etc' }));
    const folder = () => Promise.reject(new Error('the form broke off'));
    await expect(world.upload(operator, { folder })).rejects.toThrow('the form broke off');
    await expectNothingLeft(world);
  });

  test('if a hook blocks or throws', async () => {
    for (const decide of [() => 'no', () => Promise.reject(new Error('bug'))]) {
      const hook = { name: 'guard', operations: ['media.upload'], decide } as const;
      const world = await mediaWorld({ hooks: [hook] });
      await rejectsWith('blocked_by_hook', world.upload(operator));
      await expectNothingLeft(world);
    }
  });
});

test('the folder is read after the end of the body', async () => {
  const { upload } = await mediaWorld();
  const { body, taken } = watched(longText(150_000));
  const folder = () => (taken() === 150_000 ? 'after' : 'before');
  expect((await upload(operator, { body, folder })).folder).toBe('after');
});

test('a file is not listed, returned or served before it is complete', async () => {
  const { cms, ports, upload, records } = await mediaWorld();
  let seen = 0;
  async function* body() {
    yield* longText(70_000);
    const [pending] = await records();
    expect(pending?.state).toBe('pending');
    expect(await cms.media.list(operator, {})).toEqual([]);
    await rejectsWith('not_found', cms.media.get(operator, pending!.id));
    await rejectsWith('not_found', cms.media.read(pending!.key));
    await rejectsWith('not_found', cms.media.update(operator, pending!.id, { alt: 'x' }));
    await rejectsWith('not_found', cms.media.delete(operator, pending!.id));
    seen += 1;
  }
  const { key } = await upload(operator, { body: body() });
  expect(seen).toBe(1);
  expect((await ports.blobs.stat(key))?.size).toBe(70_000);
});

describe('a deletion', () => {
  test('removes the record and the object once', async () => {
    const world = await mediaWorld();
    const { id, key } = await world.upload(operator);
    const deletions = Array.from({ length: 5 }, () => world.cms.media.delete(operator, id));
    const outcomes = await Promise.allSettled(deletions);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await rejectsWith('not_found', world.cms.media.delete(operator, id));
    await rejectsWith('not_found', world.cms.media.read(key));
    await expectNothingLeft(world);
  });

  test('that the store rejects is logged, takes effect, and is finished by the sweep', async () => {
    const world = await mediaWorld();
    const { another, ports, cms, clock, log, upload, objects } = world;
    const { id, key } = await upload(operator);
    const trouble = faults({ nth: 1, kind: 'rejected', isLasting: true });
    await another({ ports: { blobs: trouble.on(ports.blobs) } }).media.delete(operator, id);
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { media: id } }]);
    await rejectsWith('not_found', cms.media.get(operator, id));
    await rejectsWith('not_found', cms.media.read(key));
    expect(await objects()).toEqual([key]);
    clock.advance(hour + 1);
    expect(await cms.system.sweepMedia()).toBe(1);
    await expectNothingLeft(world);
  });

  test('wins over an update that started before it', async () => {
    const world = await mediaWorld();
    const { cms, another, ports, upload } = world;
    const { id } = await upload(operator);
    const media = altered(ports.store.repositories.media, {
      updateDetails: async (...texts) => {
        await cms.media.delete(operator, id);
        return ports.store.repositories.media.updateDetails(...texts);
      },
    });
    const update = another({
      ports: { store: alteredStore(ports.store, () => ({ media })) },
    }).media.update(operator, id, { alt: 'late' });
    await rejectsWith('not_found', update);
    await expectNothingLeft(world);
  });
});

describe('the sweep', () => {
  test('ignores an upload for an hour, then removes it', async () => {
    const world = await mediaWorld();
    const { another, ports, cms, clock, log, upload, records } = world;
    const trouble = faults({ nth: 2, kind: 'rejected', isLasting: true });
    const store = alteredStore(ports.store, ({ media }) => ({ media: trouble.on(media) }));
    const away = another({ ports: { store } });
    await rejectsWith('dependency_unavailable', upload(operator, {}, away));
    expect(log.entries).toMatchObject([{ level: 'warn' }]);
    expect((await records()).map(({ state }) => state)).toEqual(['pending']);
    clock.advance(hour);
    expect(await cms.system.sweepMedia()).toBe(0);
    clock.advance(1);
    expect(await cms.system.sweepMedia()).toBe(1);
    expect(await cms.system.sweepMedia()).toBe(0);
    await expectNothingLeft(world);
  });

  test('ends an upload that was not touched for longer, which leaves nothing behind', async () => {
    const world = await mediaWorld();
    async function* body() {
      yield* longText(70_000);
      world.clock.advance(hour + 1);
      expect(await world.cms.system.sweepMedia()).toBe(1);
      yield* longText(70_000);
    }
    const { retryAfterMs } = await rejectsWith(
      'dependency_unavailable',
      world.upload(operator, { body: body() }),
    );
    expect(retryAfterMs).toBeGreaterThan(0);
    await expectNothingLeft(world);
  });

  test('does not remove the file of an upload that finishes concurrently', async () => {
    const world = await mediaWorld();
    const { another, ports, cms, clock, upload, contradictions } = world;
    const media = altered(ports.store.repositories.media, {
      update: async (...change) => {
        clock.advance(hour + 1);
        // The sweep has already read the record as pending.
        const found = await ports.store.repositories.media.listUnfinished(clock.now() - hour, 10);
        const became = await ports.store.repositories.media.update(...change);
        const late = { listUnfinished: async () => found };
        const store = alteredStore(ports.store, (intact) => ({
          media: altered(intact.media, late),
        }));
        await another({ ports: { store } }).system.sweepMedia();
        return became;
      },
    });
    const { id, key } = await upload(
      operator,
      {},
      another({ ports: { store: alteredStore(ports.store, () => ({ media })) } }),
    );
    expect((await cms.media.get(operator, id)).state).toBe('ready');
    expect((await ports.blobs.stat(key))?.size).toBe(picture.length);
    expect(await contradictions()).toEqual([]);
  });

  test('continues after a file that it cannot remove, and retries that after an hour', async () => {
    const { another, ports, cms, clock, log, records } = await mediaWorld();
    for (let n = 0; n < 101; n += 1)
      await insertPending(ports.store.repositories.media, ports.ids.next(), clock.now() + n);
    clock.advance(2 * hour);
    const last = (await records()).at(-1)!;
    const blobs = altered(ports.blobs, {
      delete: async (key) => {
        if (key !== last.key) throw new DomainError('dependency_unavailable', 'stuck');
        await ports.blobs.delete(key);
      },
    });
    const stuck = another({ ports: { blobs } });
    expect([await stuck.system.sweepMedia(), await stuck.system.sweepMedia()]).toEqual([0, 1]);
    expect(log.entries).toHaveLength(100);
    expect(log.entries[0]).toMatchObject({ level: 'warn', fields: { media: expect.any(String) } });
    expect(await records()).toHaveLength(100);
    clock.advance(hour + minute);
    expect(await cms.system.sweepMedia()).toBe(100);
  });
});

const insertPending = async (media: MediaRepository, id: string, at: number): Promise<void> => {
  const texts = { filename: 'a', originalName: 'a', folder: '', alt: '', caption: '' };
  const facts = { mimeType: 'text/plain', kind: 'document', size: 0, width: undefined } as const;
  const rest = {
    height: undefined,
    focus: undefined,
    uploadedBy: undefined,
    createdAt: at,
    updatedAt: at,
  };
  await media.insert({ id, key: `${id}/a`, state: 'pending', ...texts, ...facts, ...rest });
};

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
      await cms.events.begin();
      await rejectsWith('dependency_unavailable', world.upload(operator, {}, cms));
      const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'a.png' };
      await rejectsWith(
        'dependency_unavailable',
        cms.transfer.importMedia(operator, record, () => chunks(picture)),
      );
      expect(await world.records()).toEqual([]);
      expect(await world.objects()).toEqual([]);
      await tellEvents(cms);
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
