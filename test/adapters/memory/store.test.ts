import { expect, test } from 'vitest';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { creationOf } from '../../conformance/content-changes.ts';
import {
  collectionId,
  sampleCollection,
  sampleContent,
  sampleUser,
} from '../../conformance/samples.ts';
import { storeSuites } from '../../conformance/store.ts';
import { registerSuite } from '../../conformance/suite.ts';

for (const suite of storeSuites) {
  registerSuite(suite, async () => ({ subject: new MemoryStore() }), test);
}

test('reads outside of a run do not see its writes before it ends', async () => {
  const store = new MemoryStore();
  const { collections: outside } = store.repositories;
  await store.exclusively('settings', async ({ collections }) => {
    await collections.insert(sampleCollection(1));
    expect(await outside.list()).toEqual([]);
  });
  expect(await outside.list()).toEqual([sampleCollection(1)]);
});

test('the repositories of a finished run neither read nor write', async () => {
  const store = new MemoryStore();
  const { collections } = await store.exclusively('settings', async (inside) => inside);
  await expect(collections.list()).rejects.toThrow('over');
  await expect(collections.insert(sampleCollection(1))).rejects.toThrow('over');
  expect(await store.repositories.collections.list()).toEqual([]);
});

test('a run cannot read after one of its writes was rejected', async () => {
  const store = new MemoryStore();
  await store.repositories.collections.insert(sampleCollection(1));
  const run = store.exclusively('settings', async ({ collections }) => {
    await expect(collections.insert(sampleCollection(1))).rejects.toThrow('id');
    await expect(collections.list()).rejects.toThrow('ended');
    return 'done';
  });
  await expect(run).rejects.toMatchObject({ code: 'id_taken' });
});

test('a new account with a grant for an unknown collection is rejected', async () => {
  const { users } = new MemoryStore().repositories;
  const grants = [{ collectionId: collectionId(1), role: 'editor' }] as const;
  await expect(users.insert(sampleUser(1, { grants }))).rejects.toMatchObject({
    code: 'collection_not_found',
  });
  expect(await users.any()).toBe(false);
});

test('two stores have different snapshots and different tags of equal pages', async () => {
  const stores = [new MemoryStore(), new MemoryStore()];
  const tags = new Set<string | undefined>();
  for (const { repositories } of stores) {
    const { stamp: site } = await repositories.site.load();
    const page = await repositories.contents.list({ limit: 1, offset: 0, within: 'all' }, { site });
    tags.add(page.isCurrent ? page.value.tag : undefined);
  }
  expect(tags.size).toBe(2);
  expect(await stores[0]?.snapshot()).not.toBe(await stores[1]?.snapshot());
});

test('a run that is under way tells no snapshot', async () => {
  const store = new MemoryStore();
  await store.exclusively('settings', async ({ collections, contents, site }) => {
    await collections.insert(sampleCollection(1));
    const { stamp } = await site.load();
    const read = await contents.getById(sampleContent(1).id, { site: stamp });
    expect(read).toEqual({ isCurrent: true, value: undefined, snapshot: undefined });
  });
});

test('a closed store rejects everything, and needs no migration before', async () => {
  const store = new MemoryStore();
  await store.health.ping();
  expect(await store.pendingMigrations()).toEqual([]);
  expect(await store.migrate()).toEqual([]);
  await store.close();
  const calls = [
    store.health.ping(),
    store.snapshot(),
    store.repositories.collections.list(),
    store.repositories.collections.insert(sampleCollection(1)),
    store.commit([creationOf(sampleContent(1))]),
    store.exclusively('settings', async () => undefined),
    store.consistently(async () => undefined),
  ];
  for (const call of calls) await expect(call).rejects.toThrow('closed');
});
