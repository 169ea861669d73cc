import { expect, test } from 'vitest';
import { anonymous, type ItemHead } from '../../core/index.ts';
import { cachedWorld, textOf } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';
import { listFormOf } from '../support/list-forms.ts';

const client = 'client';

const titles = listFormOf('titles', ({ title }) => title, { separator: ',' });
const slugs = listFormOf('slugs', ({ slug }) => slug, { separator: ',' });

test('adapters and releases that share a cache get their own form', async () => {
  const world = await cachedWorld();
  const other = world.another();
  const { id } = await world.write(await world.person('author'), { title: 'Tides' });
  for (let round = 0; round < 2; round += 1) {
    for (const cms of [world.cms, other]) {
      const read = async (of: typeof titles) =>
        (await textOf(cms.renderedContent.list(anonymous, { client }, of))).text;
      expect(await read(titles)).toBe('Tides');
      expect(await read(slugs)).toBe('tides');
      const get = async (key: string, member: 'title' | 'slug') => {
        const render = (item: ItemHead) => [Buffer.from(item[member])];
        return String(
          (await cms.renderedContent.get(anonymous, { id, client }, { key, render })).text,
        );
      };
      expect(await get('1', 'title')).toBe('Tides');
      expect(await get('2', 'slug')).toBe('tides');
    }
  }
});

test('a large page has its items, for every reader', async () => {
  const world = await coreWorld();
  const author = await world.person('author');
  for (const title of ['A', 'B', 'C', 'D', 'E']) {
    await world.write(author, { title, data: { text: 'x'.repeat(1_900_000) } });
  }
  const { content, renderedContent } = world.cms;
  for (const listing of [
    await content.list(anonymous, { client }),
    await content.listOfCollection(anonymous, { client, collection: 'blog-posts' }),
    await renderedContent.list(anonymous, { client }, titles),
  ]) {
    expect([listing.kind, listing.count]).toEqual(['portions', 5]);
    const found: string[] = [];
    for await (const portion of listing.kind === 'portions' ? listing.portions : []) {
      found.push(...portion.map(({ title }) => title));
    }
    expect(found).toEqual(['E', 'D', 'C', 'B', 'A']);
  }
});

test('a caller without a form gets the items', async () => {
  const world = await cachedWorld();
  const item = await world.write(await world.person('author'), { title: 'Tides' });
  const { content } = world.cms;
  const page = { kind: 'items', items: [item], count: 1, limit: 50, offset: 0, conditions: [] };
  expect(await content.list(anonymous, { client })).toEqual(page);
  const ofCollection = await content.listOfCollection(anonymous, {
    client,
    collection: 'blog-posts',
  });
  expect(ofCollection).toMatchObject({ kind: 'items', items: [item] });
  expect(await content.get(anonymous, { id: item.id, client })).toEqual(item);
});
