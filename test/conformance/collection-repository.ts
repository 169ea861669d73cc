import type { Store } from '../../core/store.ts';
import type { CollectionSchema, FieldMap, ItemTemplate } from '../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from './assert.ts';
import { oneIsTrue, oneWins, racers, modifyAll, times } from './cases.ts';
import { creationOf, deleteItem, insertItems } from './content/content-changes.ts';
import {
  awkwardText,
  collectionId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleToken,
  sampleUser,
  userId,
} from './samples.ts';
import { suite } from './suite.ts';

export const collectionRepositorySuite = suite<Store>('CollectionRepository', {
  'findById and findByName return a new collection unchanged': async ({ repositories }) => {
    const { collections } = repositories;
    const collection = sampleCollection(1, {
      name: 'blog-posts_2',
      displayName: awkwardText,
      description: awkwardText,
      schema: richSchema(),
      isActive: false,
      previewUrl: `https://example.com/?q=${awkwardText.trim()}`,
      baseLocale: 'zh-Hant-TW',
      createdAt: 0,
      updatedAt: 253_402_300_799_999,
    });
    await collections.insert(collection);
    await collections.insert(sampleCollection(2));
    equal(await collections.findById(collection.id), collection, 'by id');
    equal(await collections.findByName('blog-posts_2'), collection, 'by name');
    equal(await collections.list(), [collection, sampleCollection(2)], 'in the list');
  },

  'the icon and the templates of a collection are stored as they are, and removed': async ({
    repositories: { collections },
  }) => {
    const given = sampleCollection(1, { icon: 'leaf', templates: sampleTemplates() });
    await collections.insert(given);
    for (const found of [
      await collections.findById(given.id),
      await collections.findByName(given.name),
      (await collections.list())[0],
    ]) {
      equal(found, given, 'as inserted');
      equal(
        JSON.stringify(found?.templates),
        JSON.stringify(sampleTemplates()),
        'with the members of the data in their order',
      );
    }
    const [, second] = sampleTemplates();
    const fewer = { ...given, icon: 'cup', templates: second ? [second] : [] } as const;
    ok(await collections.update(fewer), 'the change returns true');
    equal(await collections.findById(given.id), fewer, 'after an update');
    ok(await collections.update(sampleCollection(1)), 'the removal returns true');
    const found = await collections.findById(given.id);
    equal(found, sampleCollection(1), 'without both');
  },

  'the fields of a schema keep their order': async ({ repositories: { collections } }) => {
    await collections.insert(sampleCollection(1, { schema: richSchema() }));
    const found = await collections.findByName('collection-1');
    ok(found !== undefined, 'the collection is stored');
    equal(namesIn(found.schema.properties), namesIn(richSchema().properties), 'field names');
  },

  'finders return undefined for what was never stored': async ({
    repositories: { collections },
  }) => {
    equal(await collections.list(), [], 'list');
    await collections.insert(sampleCollection(1));
    equal(await collections.findById(collectionId(2)), undefined, 'by id');
    equal(await collections.findByName('collection'), undefined, 'by part of a name');
  },

  'insert rejects a taken name and changes nothing': async ({ repositories: { collections } }) => {
    await collections.insert(sampleCollection(1));
    const second = sampleCollection(2, { name: 'collection-1' });
    await rejectsWith('collection_name_taken', collections.insert(second));
    equal(await collections.list(), [sampleCollection(1)], 'list');
  },

  'insert rejects a taken id and changes nothing': async ({ repositories: { collections } }) => {
    await collections.insert(sampleCollection(1));
    const second = sampleCollection(1, { name: 'other' });
    await rejectsWith('id_taken', collections.insert(second));
    equal(await collections.list(), [sampleCollection(1)], 'list');
  },

  'of concurrent inserts with one name, exactly one succeeds': async ({
    repositories: { collections },
  }) => {
    const racing = times(racers, (n) => sampleCollection(n, { name: 'wanted' }));
    const winner = await oneWins(
      'collection_name_taken',
      racing.map((collection) => collections.insert(collection)),
    );
    equal(await collections.list(), racing.slice(winner, winner + 1), 'list');
  },

  'update replaces that collection only': async ({ repositories: { collections } }) => {
    for (const collection of times(2, sampleCollection)) await collections.insert(collection);
    const changed = sampleCollection(1, {
      name: 'another',
      displayName: 'Another',
      description: 'Described',
      schema: richSchema(),
      isActive: false,
      updatedAt: momentOf(50),
    });
    equal(await collections.update(changed), true, 'result');
    equal(await collections.list(), [changed, sampleCollection(2)], 'list');
    equal(await collections.findByName('collection-1'), undefined, 'by its old name');
    equal(await collections.findByName('another'), changed, 'by its new name');
    await collections.insert(sampleCollection(3, { name: 'collection-1' }));
  },

  'update does not create a record': async ({ repositories: { collections } }) => {
    equal(await collections.update(sampleCollection(1)), false, 'result');
    equal(await collections.list(), [], 'list');
  },

  'update rejects a name that another collection has': async ({
    repositories: { collections },
  }) => {
    for (const collection of times(2, sampleCollection)) await collections.insert(collection);
    const changed = sampleCollection(2, { name: 'collection-1', isActive: false });
    await rejectsWith('collection_name_taken', collections.update(changed));
    equal(await collections.list(), times(2, sampleCollection), 'list');
  },

  'list is sorted by name, in the order of code units': async ({
    repositories: { collections },
  }) => {
    const names = ['a-b', 'a0', 'a_b', 'ab', 'ab-0', 'b', '0', '00'];
    for (const [index, name] of names.entries()) {
      await collections.insert(sampleCollection(index + 1, { name }));
    }
    const expected = ['0', '00', 'a-b', 'a0', 'a_b', 'ab', 'ab-0', 'b'];
    equal(
      (await collections.list()).map(({ name }) => name),
      expected,
      'names',
    );
  },

  'delete removes that collection only': async ({ repositories: { collections } }) => {
    for (const collection of times(2, sampleCollection)) await collections.insert(collection);
    await oneIsTrue(times(racers, () => collections.delete(collectionId(1))));
    equal(await collections.list(), [sampleCollection(2)], 'list');
    equal(await collections.delete(collectionId(1)), false, 'result of a second delete');
    await collections.insert(sampleCollection(3, { name: 'collection-1' }));
  },

  'delete rejects a collection that contains items': async (store) => {
    const { collections } = store.repositories;
    await collections.insert(sampleCollection(1));
    const item = sampleContent(1, { status: 'archived' });
    await insertItems(store, [item]);
    await rejectsWith('collection_not_empty', collections.delete(collectionId(1)));
    equal(await collections.list(), [sampleCollection(1)], 'list');
    await deleteItem(store, item);
    equal(await collections.delete(collectionId(1)), true, 'result for the empty collection');
  },

  'concurrent inserts of items never outlive the deletion of their collection': async (store) => {
    for (const round of times(5, (n) => n)) await raceDeletion(store, round);
  },

  'deleting a collection deletes its grants only': async ({ repositories }) => {
    const { collections, users } = repositories;
    for (const collection of times(2, sampleCollection)) await collections.insert(collection);
    const kept = { collectionId: collectionId(2), role: 'author' } as const;
    const deleted = { collectionId: collectionId(1), role: 'editor' } as const;
    await users.insert(sampleUser(1, { grants: [deleted, kept] }));
    equal((await users.findById(userId(1)))?.grants.length, 2, 'grants before');
    ok(await collections.delete(collectionId(1)), 'the change returns true');
    equal(await users.findById(userId(1)), sampleUser(1, { grants: [kept] }), 'the account');

    await collections.insert(sampleCollection(3, { name: 'collection-1' }));
    equal(
      (await users.findById(userId(1)))?.grants,
      [kept],
      'grants after a collection with the same name was created',
    );
  },

  'deleting a collection does not change the scopes of tokens': async ({ repositories }) => {
    const { collections, apiTokens } = repositories;
    await collections.insert(sampleCollection(1));
    const token = sampleToken(1, { scope: [collectionId(1)] });
    await apiTokens.insert(token);
    ok(await collections.delete(collectionId(1)), 'the change returns true');
    equal((await apiTokens.findByDigest(token.digest))?.token, token, 'the token');
  },

  'stored records do not share objects with callers': async ({ repositories: { collections } }) => {
    const given = sampleCollection(1, { schema: richSchema() });
    await collections.insert(given);
    modifyAll(given);
    modifyAll(await collections.findById(collectionId(1)));
    modifyAll(await collections.findByName('collection-1'));
    modifyAll(await collections.list());
    equal(await collections.list(), [sampleCollection(1, { schema: richSchema() })], 'list');

    const changed = sampleCollection(1, { description: 'Changed', schema: richSchema() });
    ok(await collections.update(changed), 'the change returns true');
    modifyAll(changed.schema);
    const expected = sampleCollection(1, { description: 'Changed', schema: richSchema() });
    equal(await collections.list(), [expected], 'list after an update');
  },
});

/** Data with members in an order that is neither alphabetical nor by length. */
const sampleTemplates = (): readonly ItemTemplate[] => [
  {
    name: awkwardText,
    title: awkwardText,
    data: { zz: { y: [1, { b: '', a: null }], x: -0.5 }, a: awkwardText, mmm: 1e21, 'b-1': true },
  },
  { name: 'Empty', data: {} },
];

/** Fields in an order that is neither alphabetical nor by length. */
const richSchema = (): CollectionSchema => ({
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200, title: awkwardText },
    body: { type: 'markdown', description: 'The text' },
    about: {
      type: 'object',
      properties: { zip: { type: 'string' }, a: { type: 'number', minimum: -0.5, maximum: 1e21 } },
      required: ['zip'],
    },
    tags: { type: 'array', items: { type: 'string', enum: ['b', 'a', 2, 1], default: null } },
    aa: { type: 'reference', collection: 'pages', default: { z: [1, { y: '', x: null }], b: 0 } },
  },
  required: ['title', 'about'],
});

const namesIn = (fields: FieldMap): readonly string[] =>
  Object.entries(fields).flatMap(([name, { properties }]) => [
    name,
    ...(properties === undefined ? [] : namesIn(properties)),
  ]);

/** Either the collection is deleted and no item is stored, or it stays and every item is stored. */
const raceDeletion = async (store: Store, round: number): Promise<void> => {
  const { collections, contents } = store.repositories;
  const collection = sampleCollection(round);
  await collections.insert(collection);
  const items = times(racers, (n) =>
    sampleContent(round * 100 + n, { collectionId: collection.id }),
  );
  const deletion = collections.delete(collection.id);
  const inserts = items.map((item) => store.commit([creationOf(item)]));
  await Promise.allSettled([deletion, ...inserts]);
  const isDeleted = (await collections.findById(collection.id)) === undefined;
  if (isDeleted) {
    equal(await deletion, true, 'result of the deletion');
  } else {
    await rejectsWith('collection_not_empty', deletion);
  }
  const results = await Promise.all(inserts);
  equal(new Set(results), new Set([!isDeleted]), 'results of the inserts');
  const stored = await contents.findByIds(items.map(({ id }) => id));
  equal(stored.length, isDeleted ? 0 : racers, 'stored items');
};
