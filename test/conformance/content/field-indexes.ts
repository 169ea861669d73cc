import { fieldIndexesOf, type FieldIndex, type Store } from '../../../core/store.ts';
import {
  encodeJson,
  minute,
  type CollectionSchema,
  type ContentItem,
  type Json,
} from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneWins, racers, times } from '../cases.ts';
import {
  creationOf,
  deletionOf,
  insertItems,
  reviseItem,
  revisionOf,
  updateOf,
} from './content-changes.ts';
import { collectionId, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';

const schema: CollectionSchema = {
  type: 'object',
  properties: {
    sku: { type: 'string', unique: true },
    inner: { type: 'object', properties: { number: { type: 'number', unique: true } } },
    text: { type: 'string', indexed: true },
  },
  required: [],
};

const wanted = fieldIndexesOf(sampleCollection(1, { schema }));
const uniqueSku = wanted.filter(
  ({ isUnique, fields }) => isUnique && fields[0]?.path === 'data.sku',
);

const never = { aborted: false };

const build = async ({ repositories }: Store, indexes = wanted, retryMs = 0): Promise<void> => {
  equal(await repositories.indexes.maintain(async () => indexes, retryMs, never), true, 'done');
};

const statesOf = async (
  { repositories }: Store,
  indexes: readonly FieldIndex[] = wanted,
): Promise<readonly string[]> =>
  (await repositories.indexes.statusOf(indexes)).map(({ state }) => state);

const item = (
  n: number,
  data: Readonly<Record<string, Json>>,
  changes: Partial<ContentItem> = {},
) => sampleContent(n, { data: encodeJson(data), ...changes });

const opened = async (store: Store): Promise<void> => {
  await store.repositories.collections.insert(sampleCollection(1));
  await store.repositories.collections.insert(sampleCollection(2));
  await build(store, []);
};

const longText = (end: string): string => `${'y'.repeat(6_000)}${end}`;

/** Whether the write fails with the path of the value. */
const rejectsWithPath = async (write: Promise<unknown>, path: string): Promise<void> => {
  await rejectsWith('value_taken', write);
  const error: unknown = await write.catch((caught: unknown) => caught);
  const { issues = [] } = error as { readonly issues?: readonly { readonly path: string }[] };
  equal(issues[0]?.path, path, 'path');
};

export const fieldIndexSuite = suite<Store>('IndexRepository', {
  'an index is building until it is built, and gone when it is not wanted': async (store) => {
    await opened(store);
    equal(new Set(await statesOf(store)), new Set(['building']), 'before');
    await build(store);
    equal(new Set(await statesOf(store)), new Set(['ready']), 'after');
    await build(store);
    equal(new Set(await statesOf(store)), new Set(['ready']), 'after a run without work');
    await build(store, uniqueSku);
    equal(
      await statesOf(store),
      wanted.map((one) => (uniqueSku.includes(one) ? 'ready' : 'building')),
      'one',
    );
    await build(store, []);
    equal(new Set(await statesOf(store)), new Set(['building']), 'none');
  },

  'a unique index allows each value once in its collection': async (store) => {
    await opened(store);
    await insertItems(store, [
      item(1, { sku: 'a', inner: { number: 1 } }),
      item(2, { sku: longText('a') }),
    ]);
    await build(store);
    const commit: Store['commit'] = (changes) => store.commit(changes);
    const create = (...args: Parameters<typeof item>) => commit([creationOf(item(...args))]);
    await rejectsWithPath(create(3, { sku: 'a' }), 'data.sku');
    await rejectsWithPath(create(3, { sku: longText('a') }), 'data.sku');
    await rejectsWithPath(create(3, { inner: { number: 1.0 } }), 'data.inner.number');
    await rejectsWithPath(
      commit([creationOf(item(3, { sku: 'new' })), creationOf(item(4, { sku: 'a' }))]),
      'data.sku',
    );
    // Case counts, and so do the types.
    await insertItems(store, [item(3, { sku: 'A' }), item(4, { sku: longText('b') })]);
    await insertItems(store, [item(5, { sku: 'a' }, { collectionId: collectionId(2) })]);
    // A move, and an update.
    const moved = item(5, { sku: 'a' }, { collectionId: collectionId(2) });
    const back = revisionOf(moved, { collectionId: collectionId(1) });
    await rejectsWithPath(store.commit([updateOf(moved, back)]), 'data.sku');
    const third = item(3, { sku: 'A' });
    const changed = revisionOf(third, { data: encodeJson({ sku: 'a' }) });
    await rejectsWithPath(store.commit([updateOf(third, changed)]), 'data.sku');
    // An item keeps its own value.
    await reviseItem(store, third, { title: 'Other' });
  },

  'no value, an empty text and a value of a wrong type are free': async (store) => {
    await opened(store);
    await build(store);
    const free: readonly Json[] = [null, '', 1, true, [], {}, ['a']];
    const twice = [...free, ...free];
    await insertItems(store, [
      ...twice.map((sku, index) => item(index + 1, { sku })),
      ...times(3, (n) => item(100 + n, {})),
    ]);
    equal(
      (await store.repositories.contents.findByIds(times(14, (n) => item(n, {}).id))).length,
      14,
      'items',
    );
  },

  'values in the trash are free, and restoring an item takes its value again': async (store) => {
    await opened(store);
    await build(store);
    const first = item(1, { sku: 'a' });
    await insertItems(store, [first]);
    const trash = { deletedAt: 1, deletedBy: undefined };
    equal(await store.commit([{ kind: 'delete', item: first, trash, parts: {} }]), true, 'deleted');
    const second = item(2, { sku: 'a' });
    await insertItems(store, [second]);
    const recover = {
      kind: 'recover',
      before: first,
      item: revisionOf(first, {}),
      expected: { collectionVersion: 1 },
      parts: {},
    } as const;
    await rejectsWithPath(store.commit([recover]), 'data.sku');
    await store.commit([deletionOf(second)]);
    equal(await store.commit([recover]), true, 'restored');
  },

  'of concurrent writes with one value, one succeeds': async (store) => {
    await opened(store);
    await build(store);
    await oneWins(
      'value_taken',
      times(racers, (n) => store.commit([creationOf(item(n, { sku: 'a' }))])),
    );
  },

  'an index that cannot be built has failed, with a reason, until it is tried again': async (
    store,
  ) => {
    await opened(store);
    const both = [item(1, { sku: 'a' }), item(2, { sku: 'a' })];
    await insertItems(store, both);
    await build(store, uniqueSku, 60_000);
    const [status] = await store.repositories.indexes.statusOf(uniqueSku);
    equal(status?.state, 'failed', 'state');
    const ids = both.map(({ id }) => id).toSorted();
    equal(
      status?.reason,
      `Several items have the same value. "a" is the value of several items: ${ids.join(', ')}`,
      'reason',
    );
    // It is not in force, and leaves nothing behind that could be.
    await insertItems(store, [item(3, { sku: 'a' })]);
    for (const one of [both[0]!, item(3, {})]) {
      const stored = await store.repositories.contents.findById(one.id);
      await store.commit([deletionOf(stored ?? one)]);
    }
    await build(store, uniqueSku, 60_000);
    equal(await statesOf(store, uniqueSku), ['failed'], 'within the time');
    await build(store, uniqueSku, 0);
    equal(await statesOf(store, uniqueSku), ['ready'], 'after it');
    await rejectsWith('value_taken', store.commit([creationOf(item(4, { sku: 'a' }))]));
  },

  'a stop ends the work, and another call goes on': async (store) => {
    await opened(store);
    const { indexes } = store.repositories;
    equal(
      await indexes.maintain(async () => wanted, 0, { aborted: true }),
      false,
      'a stop before the work',
    );
    equal(new Set(await statesOf(store)), new Set(['building']), 'nothing is built');
    const signal = { aborted: false };
    const stopping = async () => {
      signal.aborted = true;
      return wanted;
    };
    equal(await indexes.maintain(stopping, 0, signal), false, 'a stop during the work');
    await build(store);
    equal(new Set(await statesOf(store)), new Set(['ready']), 'all are built');
    equal(
      await indexes.maintain(async () => wanted, 0, { aborted: true }),
      true,
      'a stop without work',
    );
  },

  'calls at the same time build each index once': async (store) => {
    await opened(store);
    await insertItems(
      store,
      times(20, (n) => item(n, { sku: `sku-${n}` })),
    );
    const { indexes } = store.repositories;
    const results = await Promise.all(
      times(4, () => indexes.maintain(async () => wanted, 0, never)),
    );
    ok(results.includes(true), 'one did the work');
    equal(new Set(await statesOf(store)), new Set(['ready']), 'all are built');
    await rejectsWithPath(store.commit([creationOf(item(30, { sku: 'sku-7' }))]), 'data.sku');
  },

  'an index that is dropped and wanted again is built with the values of the meantime': async (
    store,
  ) => {
    await opened(store);
    await insertItems(store, [item(1, { sku: 'a' })]);
    await build(store, uniqueSku);
    await build(store, []);
    await insertItems(store, [item(2, { sku: 'a' }), item(3, { sku: 'b' })]);
    await build(store, uniqueSku, 60_000);
    equal(await statesOf(store, uniqueSku), ['failed'], 'with duplicates');
    // A failure does not outlive the wish for the index.
    await build(store, []);
    equal(await statesOf(store, uniqueSku), ['building'], 'not wanted');
    await store.commit([deletionOf(item(2, { sku: 'a' }))]);
    await build(store, uniqueSku, 60_000);
    equal(await statesOf(store, uniqueSku), ['ready'], 'wanted again');
    await rejectsWithPath(store.commit([creationOf(item(4, { sku: 'b' }))]), 'data.sku');
  },

  'no write fails while indexes are built, and all that is written counts': async (store) => {
    await opened(store);
    const first = times(40, (n) => item(n, { sku: `sku-${n}`, text: 'old' }));
    await insertItems(store, first);
    const building = store.repositories.indexes.maintain(async () => wanted, 0, never);
    const created = times(20, (n) => item(100 + n, { sku: `new-${n}` }));
    const changed = first.slice(0, 10).map((before, at) => ({
      before,
      after: revisionOf(before, { data: encodeJson({ sku: `changed-${at + 1}` }) }),
    }));
    const written = await Promise.all([
      ...created.map((one) => store.commit([creationOf(one)])),
      ...changed.map(({ before, after }) => store.commit([updateOf(before, after)])),
      ...first.slice(20).map((one) => store.commit([deletionOf(one)])),
    ]);
    equal(new Set(written), new Set([true]), 'writes');
    equal(await building, true, 'built');
    equal(new Set(await statesOf(store)), new Set(['ready']), 'states');
    for (const sku of ['new-1', 'new-20', 'changed-1', 'changed-10', 'sku-15']) {
      await rejectsWithPath(store.commit([creationOf(item(200, { sku }))]), 'data.sku');
    }
    const free = ['sku-1', 'sku-10', 'sku-21', 'sku-40'].map((sku, at) => item(300 + at, { sku }));
    await insertItems(store, free);
  },

  'duplicates are listed with the ids of two items': async (store) => {
    await opened(store);
    const [index] = uniqueSku;
    if (index === undefined) throw new TypeError('The field has an index');
    await insertItems(store, [
      ...times(3, (n) => item(n, { sku: 'a' })),
      ...times(2, (n) => item(10 + n, { sku: 'b' })),
      item(20, { sku: 'c' }),
      ...times(2, (n) => item(30 + n, { sku: null })),
      item(40, { sku: 'c' }, { collectionId: collectionId(2) }),
    ]);
    const find = async (limit: number) =>
      (await store.repositories.indexes.findDuplicates(index, limit, minute)) ?? [];
    const found = await find(10);
    equal(
      found.map(({ value, ids }) => [value, [...ids].toSorted()]),
      [
        ['a', [1, 2].map((n) => item(n, {}).id)],
        ['b', [11, 12].map((n) => item(n, {}).id)],
      ],
      'duplicates',
    );
    equal((await find(1)).length, 1, 'limit');
  },
});
