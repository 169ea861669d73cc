import { expect, test } from 'vitest';
import { anonymous, type ContentItem, type Form } from '../../core/index.ts';
import { cachedWorld } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';

const client = 'client';

const form = (
  key: string,
  renderOne: (item: ContentItem) => string,
): Form<readonly ContentItem[]> => ({ key, render: (items) => items.map(renderOne).join() });

const titles = form('titles', ({ title }) => title);
const slugs = form('slugs', ({ slug }) => slug);

test('adapters and releases that share a cache get their own form', async () => {
  const world = await cachedWorld();
  const other = world.another();
  const { id } = await world.write(await world.person('author'), { title: 'Tides' });
  for (let round = 0; round < 2; round += 1) {
    for (const cms of [world.cms, other]) {
      const read = (of: Form<readonly ContentItem[]>) =>
        cms.renderedContent.list(anonymous, { client }, of);
      expect(await read(titles)).toMatchObject({ kind: 'text', text: 'Tides' });
      expect(await read(slugs)).toMatchObject({ kind: 'text', text: 'tides' });
      const get = (key: string, member: 'title' | 'slug') =>
        cms.renderedContent.get(anonymous, { id, client }, { key, render: (item) => item[member] });
      expect((await get('1', 'title')).text).toBe('Tides');
      expect((await get('2', 'slug')).text).toBe('tides');
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
