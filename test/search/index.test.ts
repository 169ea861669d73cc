import { afterEach, expect, test, vi } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import type { SearchEntry } from '../../core/store.ts';
import { minute } from '../../core/vocabulary.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { creationOf } from '../conformance/content/content-changes.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

afterEach(() => void vi.useRealTimers());

const client = '192.0.2.1';

const found = async ({ cms }: CoreWorld, q: string): Promise<readonly string[]> => {
  const { portions } = await cms.search.find(anonymous, { q, client });
  const titles: string[] = [];
  for await (const results of portions) titles.push(...results.map(({ item }) => item.title));
  return titles;
};

/** A world that records the entries that are brought up to date, and whose causes settle at once. */
const recordedWorld = async (
  settling: { readonly searchSettleMs?: number } = { searchSettleMs: 0 },
  languages: readonly string[] = ['simple'],
) => {
  const stored: SearchEntry[] = [];
  let fails = false;
  const store = alteredStore(new MemoryStore(), ({ search }) => ({
    search: altered(search, {
      languages: async () => languages,
      store: async (step, entries) => {
        if (fails) throw new Error('away');
        stored.push(...entries);
        await search.store(step, entries);
      },
    }),
  }));
  const world = await coreWorld({ ports: { store }, ...settling });
  return { ...world, stored, fail: (value: boolean) => void (fails = value) };
};

test('items are found as soon as they are written, and only their present text', async () => {
  const world = await recordedWorld();
  const item = await world.write(await world.person('author'), {
    title: 'First',
    data: { a: 'Sea' },
  });
  expect(await found(world, 'sea')).toEqual(['First']);
  await world.cms.content.update(operator, item.id, { data: { a: 'Lake' } });
  expect(await found(world, 'sea')).toEqual([]);
  await world.cms.content.delete(operator, item.id);
  expect(await found(world, 'lake')).toEqual([]);
  await world.cms.trash.restore(operator, item.id);
  expect(await found(world, 'lake')).toEqual(['First']);
});

test('only a change of the searched fields rebuilds the entries of the collection', async () => {
  const world = await recordedWorld();
  const { cms, stored } = world;
  await world.write(await world.person('author'), { title: 'First', data: { secret: 'Sea' } });
  const { name } = world.posts;
  const schemaOf = (secret: Record<string, string | boolean>) => ({
    type: 'object',
    properties: { secret: { type: 'string', ...secret } },
  });
  await cms.collections.update(operator, name, { schema: schemaOf({}) });
  await cms.search.updateIndex();
  stored.splice(0);
  await cms.collections.update(operator, name, { schema: schemaOf({ title: 'Secret' }) });
  await cms.search.updateIndex();
  expect(stored).toEqual([]);
  await cms.collections.update(operator, name, { schema: schemaOf({ searchable: false }) });
  expect(await found(world, 'sea')).toEqual(['First']);
  await cms.search.updateIndex();
  expect(stored).toHaveLength(1);
  expect(await found(world, 'sea')).toEqual([]);
  await cms.search.updateIndex();
  expect(stored).toHaveLength(1);
});

test('a stop ends a run, and what a run has left is done by the next one after a minute', async () => {
  vi.useFakeTimers();
  const world = await recordedWorld();
  const { cms, stored } = world;
  await world.write(await world.person('author'), { data: { a: 'Sea' } });
  await cms.search.updateIndex();
  const schema = { type: 'object', properties: { a: { type: 'url' } } };
  await cms.collections.update(operator, world.posts.name, { schema });
  stored.splice(0);
  await cms.search.updateIndex({ aborted: true });
  world.fail(true);
  await expect(cms.search.updateIndex()).rejects.toThrow('away');
  world.fail(false);
  await cms.search.updateIndex();
  expect([stored, await found(world, 'sea')]).toEqual([[], [expect.any(String)]]);
  await vi.advanceTimersByTimeAsync(minute);
  await cms.search.updateIndex();
  expect([stored.length, await found(world, 'sea')]).toEqual([1, []]);
});

test('a change applies at once, and what was stored meanwhile without an entry is found a minute later', async () => {
  vi.useFakeTimers();
  const world = await recordedWorld({});
  const { cms, posts } = world;
  // The store in memory measures the time by the timers.
  const pass = async () => {
    world.clock.advance(minute);
    await vi.advanceTimersByTimeAsync(minute);
  };
  const item = await world.write(await world.person('author'), { data: { a: 'Sea' } });
  await cms.search.updateIndex();
  await pass();
  await cms.search.updateIndex();
  const schema = { type: 'object', properties: { a: { type: 'string', searchable: false } } };
  await cms.collections.update(operator, posts.name, { schema });
  await cms.search.updateIndex();
  expect(await found(world, 'sea')).toEqual([]);

  const id = world.ports.ids.next();
  const slug = 'late' as typeof item.slug;
  const late = creationOf({ ...item, id, slug, title: 'Late' }, posts.version + 1);
  expect(await world.ports.store.commit([late])).toBe(true);
  await cms.search.updateIndex();
  expect(await found(world, 'late')).toEqual([]);
  await pass();
  await cms.search.updateIndex();
  expect(await found(world, 'late')).toEqual(['Late']);
});

test('the language of the settings is one that the store offers', async () => {
  const { cms } = await recordedWorld();
  expect(await cms.settings.searchLanguages(operator)).toEqual(['simple']);
  await rejectsWith('not_authenticated', cms.settings.searchLanguages(anonymous));
  await rejectsWith('invalid_input', cms.settings.update(operator, { searchLanguage: 'klingon' }));
  const { searchLanguage } = await cms.settings.update(operator, { searchLanguage: 'simple' });
  expect(searchLanguage).toBe('simple');
});

test('a change of the language, and of the searched fields, calls for the rebuild when it is stored', async () => {
  const { cms, posts } = await recordedWorld({}, ['simple', 'english']);
  const statuses: Promise<string>[] = [];
  const readStatus = async () => (await cms.search.progress()).status;
  const end = cms.search.onOutdated(() => void statuses.push(readStatus()));
  const callsAfter = async (change: () => Promise<unknown>): Promise<readonly string[]> => {
    await cms.search.updateIndex();
    await change();
    return Promise.all(statuses.splice(0));
  };
  const { settings, collections } = cms;
  const setLanguage = (searchLanguage: string) => settings.update(operator, { searchLanguage });
  const setSchema = (field: object) => {
    const schema = { type: 'object', properties: { a: { type: 'string', ...field } } };
    return collections.update(operator, posts.name, { schema });
  };
  expect(await callsAfter(() => setLanguage('english'))).toEqual(['rebuilding']);
  expect(await callsAfter(() => setLanguage('english'))).toEqual([]);
  expect(await callsAfter(() => setSchema({ searchable: false }))).toEqual(['rebuilding']);
  expect(await callsAfter(() => setSchema({ searchable: false, title: 'A' }))).toEqual([]);
  end();
  expect(await callsAfter(() => setLanguage('simple'))).toEqual([]);
});
