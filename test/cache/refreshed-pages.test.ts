import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listForm } from '../../adapters/koa/rest/present-content.ts';
import { anonymous, operator, type Cms, type ContentRepository } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld, client, withoutMemory } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';

/** A world that counts how often its core reads lists and single items. */
const countedWorld = async () => {
  const origin = await coreWorld();
  const counts = { lists: 0, items: 0 };
  const { contents } = origin.ports;
  const encoded = altered<ContentRepository['encoded']>(contents.encoded, {
    list: (query) => {
      counts.lists += 1;
      return contents.encoded.list(query);
    },
    findById: (id) => {
      counts.items += 1;
      return contents.encoded.findById(id);
    },
  });
  const counted = altered<ContentRepository>(contents, { encoded });
  const cms = origin.another({ ports: { contents: counted } });
  await cms.plugins.configure(operator, 'cache', { active: true, settings: {} });
  return { ...origin, cms, plain: origin.another({ ports: withoutMemory(origin.ports) }), counts };
};

const read = async (cms: Cms, query: object = {}) => {
  const listing = await cms.renderedContent.list(anonymous, { client, ...query }, listForm);
  if (listing.kind !== 'text') return listing.kind;
  const { text, tag, count } = listing;
  return { text: Buffer.concat(text).toString(), tag, count };
};

test('after updates in place, only the changed items of a page are read', async () => {
  const { cms, posts, counts } = await countedWorld();
  const fields = { collectionId: posts.id, status: 'published' } as const;
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    ids.push((await cms.content.create(operator, { ...fields, title })).id);
  }
  await read(cms);
  Object.assign(counts, { lists: 0, items: 0 });
  await cms.content.update(operator, ids[0] ?? '', { title: 'Last of the page' });
  expect(await read(cms)).toMatchObject({ text: expect.stringContaining('Last of the page') });
  expect(counts).toEqual({ lists: 0, items: 1 });
  await cms.content.update(operator, ids[2] ?? '', { data: { first: 'of the page' } });
  await cms.content.update(operator, ids[1] ?? '', { title: 'Second' });
  const { text } = (await read(cms)) as { readonly text: string };
  const shown: readonly { readonly title: string }[] = JSON.parse(`${text}}`).data;
  expect(shown.map(({ title }) => title)).toEqual(['Three', 'Second', 'Last of the page']);
  expect(counts).toEqual({ lists: 0, items: 3 });
  await cms.content.update(operator, ids[1] ?? '', { slug: 'elsewhere' });
  await read(cms);
  expect(counts).toEqual({ lists: 1, items: 3 });
});

test('a refreshed page is what the database contains, with the same tag', async () => {
  const { cms, plain, posts, pages } = await countedWorld();
  const ids: string[] = [];
  const create = async () => {
    const item = { collectionId: posts.id, title: `Item ${ids.length}`, status: 'published' };
    ids.push((await cms.content.create(operator, item as never)).id);
  };
  for (let n = 0; n < 5; n += 1) await create();
  const changes = [
    { title: 'Ἄλλο' },
    { data: { text: 'é 日本 привет', deep: [[1.5, null]] } },
    { data: {} },
    { status: 'archived' },
    { status: 'published' },
    { collectionId: pages.id },
  ];
  const step = fc.record({
    item: fc.nat(4),
    change: fc.constantFrom('create', ...changes),
    offset: fc.nat(3),
    limit: fc.integer({ min: 1, max: 4 }),
  });
  const runs = fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
    for (const { item, change, offset, limit } of steps) {
      if (change === 'create') await create();
      else
        await cms.content
          .update(operator, ids[item] ?? '', change as object)
          .catch(() => undefined);
      expect(await read(cms, { offset, limit })).toEqual(await read(plain, { offset, limit }));
      expect(await read(cms)).toEqual(await read(plain));
    }
  });
  await fc.assert(runs, { numRuns: 30 });
});

test('a page that an update makes too large is returned in portions', async () => {
  const { cms, posts } = await cachedWorld();
  const dataOf = (letters: number) => ({ text: 'a'.repeat(letters) });
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const fields = { collectionId: posts.id, title: `T${n}`, status: 'published' } as const;
    ids.push((await cms.content.create(operator, { ...fields, data: dataOf(1_000_000) })).id);
  }
  expect(await read(cms)).toMatchObject({ count: 8 });
  await cms.content.update(operator, ids[3] ?? '', { data: dataOf(1_900_000) });
  expect(await read(cms)).toBe('portions');
});
