import { fieldIndexesOf, type ContentChange, type Store } from '../../../core/store.ts';
import {
  encodeJson,
  groupOf,
  minute,
  placedAlone,
  type CollectionSchema,
  type ContentItem,
  type Json,
} from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneWins, racers, times } from '../cases.ts';
import { sampleCollection } from '../samples.ts';
import { suite } from '../suite.ts';
import { recoveryOf, trash } from '../trash/trashed-items.ts';
import { creationOf, insertItems, revisionOf, updateOf } from './content-changes.ts';
import { entering, original, translationOf } from './translations.ts';

/** Each translation has a sku of its own; `code` and the number in `inner` are common to all of them. */
const schema: CollectionSchema = {
  type: 'object',
  properties: {
    sku: { type: 'string', unique: true },
    code: { type: 'string', unique: true, localized: false },
    inner: {
      type: 'object',
      localized: false,
      properties: { number: { type: 'number', unique: true } },
    },
  },
  required: [],
};

const collection = sampleCollection(1, { baseLocale: 'en', schema });
const wanted = fieldIndexesOf(collection);
const unique = wanted.filter(({ isUnique }) => isUnique);

type Data = Readonly<Record<string, Json>>;

const withData = (item: ContentItem, data: Data): ContentItem => ({
  ...item,
  data: encodeJson(data),
});

const first = (n: number, locale: string, data: Data): ContentItem =>
  withData(original(n, { locale }), data);

const translated = (of: ContentItem, n: number, locale: string, data: Data): ContentItem =>
  withData(translationOf(of, n, locale), data);

const build = async ({ repositories }: Store, indexes = wanted): Promise<void> => {
  equal(
    await repositories.indexes.maintain(async () => indexes, 60_000, { aborted: false }),
    true,
    'done',
  );
};

const opened = async (store: Store, items: readonly ContentItem[] = []): Promise<void> => {
  await store.repositories.collections.insert(collection);
  await build(store, []);
  if (items.length > 0) await insertItems(store, items);
  await build(store);
  const states = await store.repositories.indexes.statusOf(unique);
  equal(new Set(states.map(({ state }) => state)), new Set(['ready']), 'the indexes');
};

const isTaken = (store: Store, item: ContentItem): Promise<void> =>
  rejectsWith('value_taken', store.commit([creationOf(item)]));

const change = (before: ContentItem, changes: Partial<ContentItem>): ContentChange =>
  updateOf(before, revisionOf(before, changes));

const dataOf = (data: Data): Pick<ContentItem, 'data'> => ({ data: encodeJson(data) });

/** Stores changes of several items, as writes of translations are stored. */
const commit = async (store: Store, changes: readonly ContentChange[]): Promise<void> => {
  ok(await store.commit(changes), 'the changes were stored');
};

/** Two items of one group and two of another one, with a code for each group. */
const twoGroups = (): readonly [ContentItem, ContentItem, ContentItem, ContentItem] => {
  const [one, other] = [first(1, 'en', { code: 'a' }), first(3, 'fr', { code: 'b' })];
  return [
    one,
    translated(one, 2, 'de', { code: 'a' }),
    other,
    translated(other, 4, 'it', { code: 'b' }),
  ];
};

/** The values of fields that are unique, in collections with translations. */
export const uniqueTranslationSuite = suite<Store>('IndexRepository, translations', {
  'in a localised collection, each value is allowed once in each locale': async (store) => {
    const one = first(1, 'en', { sku: 'a' });
    await opened(store, [one, translated(one, 2, 'de', { sku: 'a' })]);
    await isTaken(store, first(3, 'en', { sku: 'a' }));
    await isTaken(store, first(3, 'de', { sku: 'a' }));
    const third = first(3, 'fr', { sku: 'a' });
    await insertItems(store, [third, first(4, 'de', { sku: 'A' })]);
    const german = entering(change(third, { locale: 'de' }), 'any');
    await rejectsWith('value_taken', store.commit([german]));
    await store.repositories.contents.renameLocale('fr', 'it');
    await isTaken(store, first(5, 'it', { sku: 'a' }));
    await insertItems(store, [first(5, 'fr', { sku: 'a' })]);
  },

  'a value that translations have in common is allowed in one group': async (store) => {
    const one = first(1, 'en', { code: 'a', inner: { number: 1 } });
    const two = translated(one, 2, 'de', { code: 'a', inner: { number: 1 } });
    await opened(store, [one, two]);
    await isTaken(store, first(3, 'en', { code: 'a' }));
    await isTaken(store, first(3, 'fr', { inner: { number: 1 } }));
    const three = translated(one, 3, 'fr', { code: 'a', inner: { number: 1 } });
    await commit(store, [entering(creationOf(three))]);
    const next = dataOf({ code: 'b' });
    await commit(
      store,
      [one, two, three].map((item) => change(item, next)),
    );
    await isTaken(store, first(4, 'en', { code: 'b' }));
    await insertItems(store, [first(4, 'en', { code: 'a' })]);
    const taken = [one, two, three].map((item) => {
      const present = revisionOf(item, next);
      return change(present, dataOf({ code: 'a' }));
    });
    await rejectsWith('value_taken', store.commit(taken));
  },

  'a common value is taken while an item of the group has it': async (store) => {
    const [one, two, three, four] = twoGroups();
    await opened(store, [one, two, three, four]);
    await trash(store, one);
    await isTaken(store, first(5, 'en', { code: 'a' }));
    // An item of its own, with the value of its former group.
    const alone = entering(change(four, placedAlone(four, 'it')), 'any');
    await rejectsWith('value_taken', store.commit([alone]));
    const leaving = entering(change(three, placedAlone({ ...three, id: five }, 'fr')), 'any');
    await rejectsWith('value_taken', store.commit([leaving]));
    await trash(store, two);
    const next = first(5, 'en', { code: 'a' });
    await insertItems(store, [next]);
    for (const item of [one, two]) {
      await rejectsWith('value_taken', store.commit([entering(recoveryOf(item), 'any')]));
    }
    await trash(store, next);
    await commit(store, [entering(recoveryOf(two), 'any')]);
    await commit(store, [entering(recoveryOf(one), 'any')]);
    await isTaken(store, first(6, 'en', { code: 'a' }));
  },

  'an item that leaves its group with another common value leaves the value to the others': async (
    store,
  ) => {
    const [one, two, three, four] = twoGroups();
    await opened(store, [one, two, three, four]);
    for (const [item, n] of [
      [one, 5],
      [four, 6],
    ] as const) {
      const place = placedAlone(original(n), item.locale ?? '');
      await commit(store, [
        entering(change(item, { ...place, ...dataOf({ code: `of ${n}` }) }), 'any'),
      ]);
    }
    for (const code of ['a', 'b', 'of 5', 'of 6']) {
      await isTaken(store, first(7, 'es', { code }));
    }
  },

  'groups are joined with the common value of either': async (store) => {
    const items = twoGroups();
    await opened(store, items);
    const [one] = items;
    const join = async (
      members: readonly ContentItem[],
      into: ContentItem,
      code: string,
    ): Promise<readonly ContentItem[]> => {
      const { group } = into;
      const joined = members.map((item) => revisionOf(item, { group, ...dataOf({ code }) }));
      const groups = [...new Set(members.map((item) => groupOf(item).id))].map((id) => ({
        id,
        members: members.filter((item) => groupOf(item).id === id),
        ...(id !== group?.id && { becomes: group }),
      }));
      const changes = members.map((item, at) =>
        entering(updateOf(item, joined[at] ?? item), 'any'),
      );
      ok(await store.commit(changes, [], groups), 'the groups were joined');
      return joined;
    };
    let joined = await join(items, one, 'b');
    await isTaken(store, first(5, 'es', { code: 'b' }));
    const last = first(5, 'es', { code: 'a' });
    await insertItems(store, [last]);
    // The one with the highest id takes the others in.
    joined = await join([...joined, last], last, 'b');
    await isTaken(store, first(6, 'es', { code: 'b' }));
    await insertItems(store, [first(6, 'es', { code: 'a' })]);
    for (const item of joined) await trash(store, item);
    await insertItems(store, [first(7, 'pt', { code: 'b' })]);
  },

  'in a commit with groups, an item may get the value that another one gives up': async (store) => {
    const one = first(1, 'en', { sku: 'a' });
    const two = translated(one, 2, 'de', { sku: 'b' });
    const three = first(3, 'en', { sku: 'b' });
    const four = translated(three, 4, 'de', { sku: 'a' });
    await opened(store, [one, two, three, four]);
    const give = (skus: readonly (readonly [ContentItem, string])[]): Promise<boolean> =>
      store.commit(
        skus.map(([item, sku]) => change(item, dataOf({ sku }))),
        [],
        [
          { id: groupOf(one).id, members: [one, two] },
          { id: groupOf(three).id, members: [three, four] },
        ],
      );
    const taken = give([
      [two, 'c'],
      [four, 'c'],
    ]);
    await rejectsWith('value_taken', taken);
    const swapped = give([
      [two, 'a'],
      [four, 'b'],
    ]);
    ok(await swapped, 'the values were given');
    for (const sku of ['a', 'b']) await isTaken(store, first(5, 'de', { sku }));
    await insertItems(store, [first(5, 'de', { sku: 'c' })]);
  },

  'of concurrent groups with one common value, one gets it': async (store) => {
    await opened(store);
    await oneWins(
      'value_taken',
      times(racers, (n) => store.commit([creationOf(first(n, 'en', { code: 'a' }))])),
    );
  },

  'items that come back into an empty group at the same time share its value': async (store) => {
    const one = first(1, 'en', { code: 'a' });
    const others = times(racers, (n) => translated(one, n + 1, `de-A${n}`, { code: 'a' }));
    await opened(store, [one, ...others]);
    for (const item of [one, ...others]) await trash(store, item);
    const restored = await Promise.all(
      others.map((item) => store.commit([entering(recoveryOf(item), 'any')])),
    );
    equal(new Set(restored), new Set([true]), 'all came back');
    await isTaken(store, first(90, 'en', { code: 'a' }));
  },

  'duplicates are those in a locale and of several groups, and prevent the index': async (
    store,
  ) => {
    await store.repositories.collections.insert(collection);
    await build(store, []);
    const [one, two, three, four] = twoGroups();
    const items = [
      withData(one, { sku: 'a', code: 'a', inner: { number: 1 } }),
      withData(two, { sku: 'a', code: 'a', inner: { number: 1 } }),
      withData(three, { sku: 'a', code: 'a', inner: { number: 2 } }),
      withData(four, { sku: 'b', code: 'a', inner: { number: 2 } }),
      first(5, 'it', { sku: 'b' }),
      first(6, 'en', { sku: 'b' }),
    ];
    await insertItems(store, items);
    const { indexes } = store.repositories;
    const found: unknown[] = [];
    for (const index of unique) {
      const duplicates = (await indexes.findDuplicates(index, 10, minute)) ?? [];
      found.push(duplicates.map(({ value, ids }) => [value, [...ids].toSorted()]));
    }
    const idOf = (n: number): string => original(n).id;
    equal(
      found,
      [[['b', [idOf(4), idOf(5)]]], [['a', [idOf(1), idOf(3)]]], []],
      'duplicates of each field',
    );
    await build(store);
    const states = await indexes.statusOf(unique);
    equal(
      states.map(({ state }) => state),
      ['failed', 'failed', 'ready'],
      'states',
    );
  },

  'an index of one kind does not stand for another one': async (store) => {
    const plain = fieldIndexesOf({ ...collection, baseLocale: undefined });
    await opened(store);
    const states = await store.repositories.indexes.statusOf(
      plain.filter(({ isUnique }) => isUnique),
    );
    equal(new Set(states.map(({ state }) => state)), new Set(['building']), 'of the collection');
  },
});

/** The name of a group in which there is nothing. */
const five = original(5).id;
