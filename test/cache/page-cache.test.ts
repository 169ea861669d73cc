import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import {
  anonymous,
  boundedEntries,
  operator,
  type Cms,
  type KeyValueCache,
} from '../../core/index.ts';
import type { ContentRepository, Store } from '../../core/store.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld } from '../support/core/core-world.ts';

const titlesOf = async (cms: Cms): Promise<readonly string[]> => {
  const { value } = await cms.content.readPage(anonymous, { of: { list: {} }, client: 'test' });
  return value.kind === 'items' ? value.items.map(({ title }) => title) : [];
};

const sourceOf = async (cms: Cms): Promise<string> =>
  (await cms.content.readPage(anonymous, { of: { list: {} }, client: 'test' })).cache.source;

const create = (cms: Cms, title: string) =>
  cms.content.create(operator, { collection: 'pages', title, status: 'published' });

/** A core whose reads of content can be delayed, and one beside it on the same store. */
const delayedWorld = async (
  change: (contents: ContentRepository) => Partial<ContentRepository>,
) => {
  const store = new MemoryStore();
  const { cms, another } = await coreWorld({ ports: { store } });
  const delayed: Store = alteredStore(store, ({ contents }) => ({
    contents: altered(contents, change(contents)),
  }));
  return { cms, delayed: another({ ports: { store: delayed } }) };
};

test('a page is kept under the tag that came with its rows, not under that of the question before', async () => {
  let isDisturbed = true;
  const { cms, delayed } = await delayedWorld((contents) => ({
    list: async (...query) => {
      if (!isDisturbed) return contents.list(...query);
      isDisturbed = false;
      // The list has the item only while it is read.
      const { id } = await create(cms, 'Gone');
      const page = await contents.list(...query);
      await cms.content.delete(operator, id);
      return page;
    },
  }));
  await create(cms, 'Stays');
  expect(await titlesOf(delayed)).toEqual(['Gone', 'Stays']);
  expect(await titlesOf(delayed)).toEqual(['Stays']);
});

test('a page in memory is not served to a caller whose rights changed before its tag was read', async () => {
  let close: (() => Promise<unknown>) | undefined;
  const { cms, delayed } = await delayedWorld((contents) => ({
    tagOf: async (...query) => {
      await close?.();
      close = undefined;
      return contents.tagOf(...query);
    },
  }));
  await cms.content.create(operator, { collection: 'pages', title: 'Draft' });
  expect(await titlesOf(delayed)).toEqual(['Draft']);
  expect(await sourceOf(delayed)).toBe('memory');
  close = () => cms.settings.update(operator, { publicContent: 'published' });
  expect(await titlesOf(delayed)).toEqual([]);
});

test('a new instance has the pages of another one from the shared cache, and only those of its epoch', async () => {
  const { cms, another, ports } = await coreWorld();
  const sharedCache: KeyValueCache = new MemoryKeyValueCache(ports.clock);
  await create(cms, 'Page');
  const instance = () => another({ ports: { sharedCache } });
  const first = instance();
  expect(await sourceOf(first)).toBe('database');
  expect(await sourceOf(first)).toBe('memory');
  const second = instance();
  expect(await sourceOf(second)).toBe('kv');
  expect(await sourceOf(second)).toBe('memory');
  await cms.plugins.purgeCache(operator);
  for (const each of [first, second]) {
    expect(await sourceOf(each)).not.toBe('memory');
    expect(await sourceOf(each)).toBe('memory');
  }
  await create(cms, 'Another');
  expect(await sourceOf(instance())).toBe('database');
});

test('without a shared cache, a new instance reads its pages itself', async () => {
  const { cms, another } = await coreWorld();
  await create(cms, 'Page');
  expect(await sourceOf(cms)).toBe('database');
  expect(await sourceOf(another())).toBe('database');
});

test('the entries that were used last stay, up to the limits', () => {
  const entries = boundedEntries<number>({ entries: 3, bytes: 100 });
  for (const n of [1, 2, 3]) entries.add(`${n}`, n, 10);
  expect(entries.find('1')).toBe(1);
  entries.add('4', 4, 10);
  expect(['1', '2', '3', '4'].map(entries.find)).toEqual([1, undefined, 3, 4]);
  expect(entries.usage()).toEqual({ entries: 3, bytes: 30 });
  entries.add('5', 5, 85);
  expect(['1', '3', '4', '5'].map(entries.find)).toEqual([undefined, undefined, 4, 5]);
  expect(entries.usage()).toEqual({ entries: 2, bytes: 95 });
  entries.add('6', 6, 101);
  expect(entries.usage()).toEqual({ entries: 0, bytes: 0 });
});

test('an entry that has replaced another is not dropped with it', () => {
  const entries = boundedEntries<object>({ entries: 3, bytes: 100 });
  const [first, second] = [{}, {}];
  entries.add('a', first, 10);
  entries.add('a', second, 20);
  entries.drop('a', first);
  expect([entries.find('a'), entries.usage()]).toEqual([second, { entries: 1, bytes: 20 }]);
  entries.drop('a', second);
  entries.drop('b', second);
  expect([entries.find('a'), entries.usage()]).toEqual([undefined, { entries: 0, bytes: 0 }]);
});
