import { describe, expect, test } from 'vitest';
import { DomainError, hour, minute, operator, type MediaRepository } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { refused } from '../support/core-world.ts';
import { faults } from '../support/faults.ts';
import {
  chunks,
  longText,
  mediaWorld,
  picture,
  watched,
  type MediaWorld,
} from '../support/media-world.ts';

/** Nothing of an upload is there: no record, no object. */
const expectNothingLeft = async ({ objects, records }: MediaWorld): Promise<void> => {
  expect(await objects()).toEqual([]);
  expect(await records()).toEqual([]);
};

describe('nothing is left behind by an upload', () => {
  test('of a type that is refused, and its source is let go', async () => {
    const world = await mediaWorld();
    const page = Buffer.from('<html>'.padEnd(70_000));
    const { body, taken, isReleased } = watched(chunks(page, page, page));
    await refused('media_type_refused', world.upload(operator, { originalName: 'a', body }));
    expect(taken()).toBe(70_000);
    expect(isReleased()).toBe(true);
    await expectNothingLeft(world);
  });

  test('that is too large by a byte; it is read no further and let go', async () => {
    const world = await mediaWorld({ uploadMaxBytes: 100_000 });
    const fits = await world.upload(operator, { body: longText(100_000) });
    expect(fits.size).toBe(100_000);
    await world.cms.media.delete(operator, fits.id);
    for (const bytes of [100_001, Infinity]) {
      const { body, taken, isReleased } = watched(longText(bytes));
      await refused('file_too_large', world.upload(operator, { body }));
      expect(taken()).toBeLessThanOrEqual(101_000);
      expect(isReleased()).toBe(true);
      await expectNothingLeft(world);
    }
  });

  for (const bytes of [0, 1, 70_000]) {
    test(`that breaks off after ${bytes} bytes`, async () => {
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

  test('into a folder that cannot be, or that is never told', async () => {
    const world = await mediaWorld();
    await refused('invalid_folder', world.upload(operator, { folder: () => '../x' }));
    await refused('invalid_folder', world.upload(operator, { folder: async () => '/etc' }));
    const folder = () => Promise.reject(new Error('the form broke off'));
    await expect(world.upload(operator, { folder })).rejects.toThrow('the form broke off');
    await expectNothingLeft(world);
  });

  test('that a hook blocks or fails at', async () => {
    for (const decide of [() => 'no', () => Promise.reject(new Error('bug'))]) {
      const hook = { name: 'guard', operations: ['media.upload'], decide } as const;
      const world = await mediaWorld({ hooks: [hook] });
      await refused('blocked_by_hook', world.upload(operator));
      await expectNothingLeft(world);
    }
  });
});

test('the folder is asked for once the body has ended', async () => {
  const { upload } = await mediaWorld();
  const { body, taken } = watched(longText(150_000));
  const folder = () => (taken() === 150_000 ? 'after' : 'before');
  expect((await upload(operator, { body, folder })).folder).toBe('after');
});

test('a file is neither listed, shown nor served before all of it is there', async () => {
  const { cms, ports, upload, records } = await mediaWorld();
  let seen = 0;
  async function* body() {
    yield* longText(70_000);
    const [pending] = await records();
    expect(pending?.state).toBe('pending');
    expect(await cms.media.list(operator, {})).toEqual([]);
    await refused('not_found', cms.media.get(operator, pending!.id));
    await refused('not_found', cms.media.read(pending!.key));
    await refused('not_found', cms.media.update(operator, pending!.id, { alt: 'x' }));
    await refused('not_found', cms.media.delete(operator, pending!.id));
    seen += 1;
  }
  const { key } = await upload(operator, { body: body() });
  expect(seen).toBe(1);
  expect((await ports.blobs.stat(key))?.size).toBe(70_000);
});

describe('a deletion', () => {
  test('removes record and object, once', async () => {
    const world = await mediaWorld();
    const { id, key } = await world.upload(operator);
    const deletions = Array.from({ length: 5 }, () => world.cms.media.delete(operator, id));
    const outcomes = await Promise.allSettled(deletions);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refused('not_found', world.cms.media.delete(operator, id));
    await refused('not_found', world.cms.media.read(key));
    await expectNothingLeft(world);
  });

  test('that the store refuses is told, holds, and is finished by the sweep', async () => {
    const world = await mediaWorld();
    const { another, ports, cms, clock, log, upload, objects } = world;
    const { id, key } = await upload(operator);
    const trouble = faults({ nth: 1, kind: 'refused', isLasting: true });
    await another({ ports: { blobs: trouble.on(ports.blobs) } }).media.delete(operator, id);
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { media: id } }]);
    await refused('not_found', cms.media.get(operator, id));
    await refused('not_found', cms.media.read(key));
    expect(await objects()).toEqual([key]);
    clock.advance(hour + 1);
    expect(await cms.system.sweepMedia()).toBe(1);
    await expectNothingLeft(world);
  });

  test('wins over an update that began before it', async () => {
    const world = await mediaWorld();
    const { cms, another, ports, upload } = world;
    const { id } = await upload(operator);
    const media = altered(ports.media, {
      updateTexts: async (...texts) => {
        await cms.media.delete(operator, id);
        return ports.media.updateTexts(...texts);
      },
    });
    const update = another({ ports: { media } }).media.update(operator, id, { alt: 'late' });
    await refused('not_found', update);
    await expectNothingLeft(world);
  });
});

describe('the sweep', () => {
  test('leaves an upload alone for an hour, and then takes it for one that crashed', async () => {
    const world = await mediaWorld();
    const { another, ports, cms, clock, log, upload, records } = world;
    const trouble = faults({ nth: 2, kind: 'refused', isLasting: true });
    const away = another({ ports: { media: trouble.on(ports.media) } });
    await refused('dependency_unavailable', upload(operator, {}, away));
    expect(log.entries).toMatchObject([{ level: 'warn' }]);
    expect((await records()).map(({ state }) => state)).toEqual(['pending']);
    clock.advance(hour);
    expect(await cms.system.sweepMedia()).toBe(0);
    clock.advance(1);
    expect(await cms.system.sweepMedia()).toBe(1);
    expect(await cms.system.sweepMedia()).toBe(0);
    await expectNothingLeft(world);
  });

  test('refuses an upload that takes longer than that, and nothing is left of it', async () => {
    const world = await mediaWorld();
    async function* body() {
      yield* longText(70_000);
      world.clock.advance(hour + 1);
      expect(await world.cms.system.sweepMedia()).toBe(1);
      yield* longText(70_000);
    }
    const { retryAfterMs } = await refused(
      'dependency_unavailable',
      world.upload(operator, { body: body() }),
    );
    expect(retryAfterMs).toBeGreaterThan(0);
    await expectNothingLeft(world);
  });

  test('does not take the file of an upload that ends just then', async () => {
    const world = await mediaWorld();
    const { another, ports, cms, clock, upload, contradictions } = world;
    const media = altered(ports.media, {
      update: async (...change) => {
        clock.advance(hour + 1);
        // The sweep has seen the record as pending by now, and asks for it only afterwards.
        const found = await ports.media.listUnfinished(clock.now() - hour, 10);
        const became = await ports.media.update(...change);
        const late = { listUnfinished: async () => found };
        await another({ ports: { media: altered(ports.media, late) } }).system.sweepMedia();
        return became;
      },
    });
    const { id, key } = await upload(operator, {}, another({ ports: { media } }));
    expect((await cms.media.get(operator, id)).state).toBe('ready');
    expect((await ports.blobs.stat(key))?.size).toBe(picture.length);
    expect(await contradictions()).toEqual([]);
  });

  test('goes on after what it cannot remove, and leaves that for an hour', async () => {
    const { another, ports, cms, clock, log, records } = await mediaWorld();
    for (let n = 0; n < 101; n += 1)
      await insertPending(ports.media, ports.ids.next(), clock.now() + n);
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
  const rest = { height: undefined, uploadedBy: undefined, createdAt: at, updatedAt: at };
  await media.insert({ id, key: `${id}/a`, state: 'pending', ...texts, ...facts, ...rest });
};
