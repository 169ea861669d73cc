import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { targetOf } from '../../core/store.ts';
import { day, type JsonObject } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { referenceWorld, type ReferenceWorld } from '../support/references/reference-world.ts';

const fieldsOf = async ({ ports }: ReferenceWorld, id: string) =>
  ((await ports.store.repositories.references.findReferences([id])).get(id) ?? []).map(
    ({ field }) => field,
  );

/** Removes what is stored, as if the items were older than the references. */
const forget = async ({ ports, articles }: ReferenceWorld, id: string): Promise<void> => {
  const { references, contents } = ports.store.repositories;
  const { version } = (await contents.findById(id))!;
  await references.replaceReferences(articles, [{ id, version, references: [] }]);
};

test('the references of existing items are built once, and not again', async () => {
  const world = await referenceWorld();
  const { cms, human, article } = world;
  const { id: person } = await human();
  const { id } = await article({ author: person });
  await forget(world, id);
  await cms.system.rebuildReferences();
  expect(await fieldsOf(world, id)).toEqual(['author']);
  await forget(world, id);
  await cms.system.rebuildReferences();
  expect(await fieldsOf(world, id)).toEqual([]);
});

test('what other programs changed is found after a day', async () => {
  const world = await referenceWorld();
  const { cms, human, article, clock } = world;
  const { id } = await article({ author: (await human()).id });
  await cms.system.rebuildReferences();
  await forget(world, id);
  clock.advance(day);
  await cms.system.rebuildReferences();
  expect(await fieldsOf(world, id)).toEqual(['author']);
});

test('a change of the schema or of the URLs of files builds them again', async () => {
  const world = await referenceWorld();
  const { cms, human, article, articles, ports } = world;
  const { id: person } = await human();
  const photo = 'http://new.test/files/abcdefghijklmnopqrstuv/photo.png';
  const { id } = await article({ author: person, other: person, photo });
  await cms.system.rebuildReferences();
  expect(await fieldsOf(world, id)).toEqual(['author', 'photo']);
  const { author: _, ...properties } = articles.schema.properties;
  const schema = {
    type: 'object',
    properties: { ...properties, other: { type: 'reference', collection: 'people' } },
  } as unknown as JsonObject;
  await cms.collections.update(operator, articles.name, { schema });
  await cms.system.rebuildReferences();
  expect([...(await fieldsOf(world, id))].sort()).toEqual(['other', 'photo']);
  await world.another({ mediaBaseUrl: 'http://new.test/files' }).system.rebuildReferences();
  const stored = await ports.store.repositories.references.findReferences([id]);
  const targets = stored.get(id)!.map(({ target }) => target);
  expect(targets).toContain(targetOf('file', 'abcdefghijklmnopqrstuv/photo.png'));
});

test('a run that is stopped is continued by the next one', async () => {
  const world = await referenceWorld();
  const { human, article, ports } = world;
  const { id: person } = await human();
  const ids: string[] = [];
  for (let n = 0; n < 250; n += 1) ids.push((await article({ author: person })).id);
  for (const id of ids) await forget(world, id);
  const signal = { aborted: false };
  const { references, contents } = ports.store.repositories;
  const read: number[] = [];
  const store = altered(ports.store, {
    repositories: {
      ...ports.store.repositories,
      contents: altered(contents, {
        listOfCollectionAfter: async (collectionId, after, limit) => {
          const items = await contents.listOfCollectionAfter(collectionId, after, limit);
          if (collectionId === world.articles.id) read.push(items.length);
          return items;
        },
      }),
      references: altered(references, {
        saveIndex: async (index) => {
          await references.saveIndex(index);
          if (index.collectionId === world.articles.id) signal.aborted = true;
        },
      }),
    },
  });
  await world.another({ ports: { store } }).system.rebuildReferences(signal);
  expect(read).toEqual([100]);
  signal.aborted = false;
  await world.another({ ports: { store } }).system.rebuildReferences({ aborted: false });
  expect(read).toEqual([100, 100, 50, 0]);
  for (const id of ids) expect(await fieldsOf(world, id)).toEqual(['author']);
});

test('a write during the run keeps its references', async () => {
  const world = await referenceWorld();
  const { human, article, ports, cms } = world;
  const [{ id: one }, { id: two }] = [await human(), await human()];
  const { id } = await article({ author: one });
  await forget(world, id);
  const { references } = ports.store.repositories;
  let writes = 0;
  const store = altered(ports.store, {
    repositories: {
      ...ports.store.repositories,
      references: altered(references, {
        replaceReferences: async (collection, items) => {
          writes += 1;
          await cms.content.update(operator, id, { data: { owner: two } });
          return references.replaceReferences(collection, items);
        },
      }),
    },
  });
  await world.another({ ports: { store } }).system.rebuildReferences();
  expect([writes, await fieldsOf(world, id)]).toEqual([1, ['owner']]);
});

test('a change of the schema during the run ends the walk, which begins again', async () => {
  const world = await referenceWorld();
  const { human, article, articles, ports, cms } = world;
  const { id } = await article({ author: (await human()).id });
  await forget(world, id);
  const { references } = ports.store.repositories;
  let isFirst = true;
  const store = altered(ports.store, {
    repositories: {
      ...ports.store.repositories,
      references: altered(references, {
        replaceReferences: async (collection, items) => {
          if (isFirst) await cms.collections.update(operator, articles.name, { description: 'x' });
          isFirst = false;
          return references.replaceReferences(collection, items);
        },
      }),
    },
  });
  const { rebuildReferences } = world.another({ ports: { store } }).system;
  await rebuildReferences();
  expect(await fieldsOf(world, id)).toEqual([]);
  await rebuildReferences();
  expect(await fieldsOf(world, id)).toEqual(['author']);
});
