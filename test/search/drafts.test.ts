import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { RestorableLine } from '../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';

const found = async ({ cms }: CoreWorld, q: string): Promise<readonly string[]> => {
  const { portions } = await cms.search.find(operator, {
    q,
    client: 'here',
    perspective: 'drafts',
  });
  const snippets: string[] = [];
  for await (const results of portions) snippets.push(...results.map((one) => one.snippet.text));
  return snippets;
};

const schemaOf = (searchable: boolean) => ({
  type: 'object',
  properties: { text: { type: 'string', searchable } },
});

const draftWorld = async () => {
  const world = await coreWorld({ searchSettleMs: 0 });
  const author = await world.person('author');
  const item = await world.write(author, { status: 'published', data: { text: 'Sea' } });
  return { ...world, item, author };
};

test('a copy is found as soon as it is saved, by the schema of its own collection', async () => {
  const world = await draftWorld();
  const { cms, item } = world;
  await cms.drafts.save(operator, item.id, { data: { text: 'Lake' } });
  expect(await found(world, 'lake')).toEqual(['Lake']);
  expect(await found(world, 'sea')).toEqual([]);
  await cms.collections.create(operator, { name: 'silent', schema: schemaOf(false) });
  const { id: collectionId } = await cms.collections.get(operator, 'silent');
  await cms.drafts.save(operator, item.id, { collectionId });
  expect(await found(world, 'lake')).toEqual([]);
  await cms.drafts.discard(operator, item.id);
  expect(await found(world, 'sea')).toEqual(['Sea']);
});

test('an earlier version that becomes a copy is found', async () => {
  const world = await draftWorld();
  const { cms, item } = world;
  await cms.content.update(operator, item.id, { data: { text: 'River' } });
  await cms.drafts.restore(operator, item.id, { version: 1 });
  expect(await found(world, 'sea')).toEqual(['Sea']);
  expect(await found(world, 'river')).toEqual([]);
});

test('a change of the searched fields is applied to copies', async () => {
  const world = await draftWorld();
  const { cms, item, posts } = world;
  await cms.drafts.save(operator, item.id, { data: { text: 'Lake' } });
  for (const searchable of [false, true]) {
    await cms.collections.update(operator, posts.name, { schema: schemaOf(searchable) });
    await cms.search.updateIndex();
    expect(await found(world, 'lake')).toEqual(searchable ? ['Lake'] : []);
  }
});

test('a copy that was imported is found', async () => {
  const world = await draftWorld();
  const { cms, item } = world;
  await cms.drafts.save(operator, item.id, { data: { text: 'Lake' } });
  const lines: RestorableLine[] = [];
  await cms.transfer.exportEverything(
    operator,
    async () => undefined,
    async (line) => void lines.push(line),
  );
  await cms.drafts.discard(operator, item.id);
  expect(await found(world, 'lake')).toEqual([]);
  await cms.transfer.restoreLines(operator, { lines });
  expect(await found(world, 'lake')).toEqual(['Lake']);
});

test('a snippet shows the host of a long address, and all of one with a word that was searched', async () => {
  const world = await draftWorld();
  const address = 'https://shop.example/new/sgsbrb8mmjxqbd4x/limpets?from=front-page#ftn1';
  await world.cms.drafts.save(operator, world.item.id, {
    data: { text: `Before the flood, ${address} says, they run home.` },
  });
  const short = 'Before the flood, shop.example/… says, they run home.';
  expect(await found(world, 'flood')).toEqual([short]);
  expect(await found(world, 'new')).toEqual([short.replace('shop.example/…', address)]);
});
