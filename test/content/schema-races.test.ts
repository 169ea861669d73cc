import { expect, test } from 'vitest';
import { operator, type Cms, type Store } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { post } from '../support/import/imports.ts';

/** A store in which something happens before each of the first commits. */
const beforeCommits = (store: Store, times: number, happen: () => Promise<unknown>) => {
  let commits = 0;
  const changed = altered(store, {
    commit: async (changes) => {
      commits += 1;
      if (commits <= times) await happen();
      return store.commit(changes);
    },
  });
  return { store: changed, commits: () => commits };
};

const schema = { properties: { rating: { type: 'number' } } };

const changeSchema = (cms: Cms) => () => cms.collections.update(operator, 'blog-posts', { schema });

test('data is checked again if the schema changes before it is stored', async () => {
  const { cms, another, ports, person, posts, write } = await coreWorld();
  const author = await person('author');
  const item = await write(author, { status: 'published' });
  const wrong = { title: 'x', data: { rating: 'many' } };
  const writes = [
    (content: Cms['content']) => content.create(author, { collectionId: posts.id, ...wrong }),
    (content: Cms['content']) => content.update(author, item.id, wrong),
  ];
  for (const send of writes) {
    await cms.collections.update(operator, 'blog-posts', { schema: {} });
    const { store, commits } = beforeCommits(ports.store, 1, changeSchema(cms));
    const late = send(another({ ports: { store } }).content);
    const { issues } = await rejectsWith('invalid_data', late);
    expect([issues?.[0]?.path, commits()]).toEqual(['data.rating', 1]);
  }
  expect(await ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([item]);
});

test('a write is stored after a change of the collection that it fits', async () => {
  const { cms, another, ports, person, posts, write } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author);
  const { store, commits } = beforeCommits(ports.store, 1, changeSchema(cms));
  const { content } = another({ ports: { store } });
  const data = { rating: 5 };
  await content.create(author, { collectionId: posts.id, title: 'New', data });
  expect(commits()).toBe(2);
  expect((await content.update(author, id, { data })).version).toBe(2);
});

test('a creation during endless changes of its collection is rejected', async () => {
  const { cms, another, ports, person, posts } = await coreWorld();
  const author = await person('author');
  const { store, commits } = beforeCommits(ports.store, Infinity, changeSchema(cms));
  const { content } = another({ ports: { store } });
  const creation = content.create(author, { collectionId: posts.id, title: 'New' });
  expect((await rejectsWith('overloaded', creation)).retryAfterMs).toBeGreaterThan(0);
  expect(commits()).toBe(10);
  expect(await ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([]);
});

test('a new item whose collection changes during its import fails alone', async () => {
  const { cms, another, ports } = await coreWorld();
  const { store } = beforeCommits(ports.store, 1, changeSchema(cms));
  const { transfer } = another({ ports: { store } });
  const [outcome] = await transfer.importContent(operator, { records: [post()] });
  expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'version_mismatch' } });
  const [again] = await transfer.importContent(operator, { records: [post()] });
  expect(again?.outcome).toBe('created');
});
