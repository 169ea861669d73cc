import { assertFreeValues } from '../../../adapters/memory/content/memory-index-repository.ts';
import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import {
  comparePlaces,
  DomainError,
  indexKey,
  keyOf,
  meets,
  valuesOf,
  valueTaken,
  type ContentChange,
  type ItemQuery,
  type Key,
  type KeyTest,
  type QueryCondition,
  type QueryPage,
  type QueryPlace,
  type Scan,
} from '../../../core/store.ts';
import {
  decodeJson,
  type ContentItem,
  type FieldIndexStatus,
  type Json,
} from '../../../core/vocabulary.ts';
import { fieldIndexSuite } from '../../conformance/content/field-indexes.ts';
import { querySuite } from '../../conformance/content/lists/queries.ts';
import { altered } from '../../support/core/altered.ts';
import {
  broken,
  brokenStore,
  committing,
  reading,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Passes a changed query to the intact adapter. */
const listing = (change: (query: ItemQuery) => ItemQuery): RepositoryMutant['make'] =>
  broken('queries', (intact) => ({
    list: (query, slice, basis) => intact.list(change(query), slice, basis),
  }));

const scanning = (change: (scan: Scan) => Partial<Scan>): RepositoryMutant['make'] =>
  listing(({ scan, ...query }) => ({ ...query, scan: { ...scan, ...change(scan) } }));

/** Passes changed tests of conditions to the intact adapter. */
const testing = (change: (test: KeyTest) => KeyTest): RepositoryMutant['make'] =>
  listing(({ conditions, ...query }) => ({
    ...query,
    conditions: conditions.map(({ field, test }) => ({ field, test: change(test) })),
  }));

const selected = (
  page: QueryPage,
  isSelected: (item: ContentItem, place: QueryPlace) => boolean,
): QueryPage => {
  if ('large' in page) return page;
  const entries = page.places.flatMap((place, at) => {
    const item = page.items[at];
    return item !== undefined && isSelected(item, place) ? [{ place, item }] : [];
  });
  return { places: entries.map(({ place }) => place), items: entries.map(({ item }) => item) };
};

/** Selects the candidates itself. */
const checking = (
  holds: (item: ContentItem, condition: QueryCondition) => boolean,
): RepositoryMutant['make'] =>
  broken('queries', (intact) => ({
    list: (query, slice, basis) =>
      reading(intact.list({ ...query, conditions: [] }, slice, basis), (page) =>
        selected(page, (item) => query.conditions.every((each) => holds(item, each))),
      ),
  }));

/** Reads everything, and has an order of its own. */
const ordering = (
  compare: (left: QueryPlace, right: QueryPlace, query: ItemQuery) => number,
): RepositoryMutant['make'] =>
  broken('queries', (intact) => ({
    list: (query, { after, limit }, basis) =>
      reading(intact.list(query, { limit: 1_000 }, basis), (page): QueryPage => {
        if ('large' in page) return page;
        const sorted = page.places
          .map((place, at) => ({ place, item: page.items[at]! }))
          .toSorted((left, right) => compare(left.place, right.place, query));
        const start = sorted.findIndex(({ place }) => place.id === after?.id) + 1;
        const entries = sorted.slice(start, start + limit);
        return {
          places: entries.map(({ place }) => place),
          items: entries.map(({ item }) => item),
        };
      }),
  }));

const isMissing = (key: Key | undefined): boolean => key === '' || key === -Infinity;

const inclusive = (test: KeyTest): KeyTest =>
  test.kind === 'range'
    ? {
        ...test,
        from: test.from && { ...test.from, isInclusive: true },
        to: test.to && { ...test.to, isInclusive: true },
      }
    : test;

const everyStatus = ['published', 'draft', 'archived'] as const;

export const queryMutants: RepositorySuiteMutants = {
  suite: querySuite,
  mutants: [
    {
      fault: 'finds others than the given items',
      caughtBy: 'among given items, those are found for which the core says so',
      make: broken('queries', (intact, { memory }) => ({
        meetingAmong: async (_, conditions, basis, perspective) => {
          const all = await memory.read(({ contents }) => [...contents.keys()]);
          return intact.meetingAmong(all, conditions, basis, perspective);
        },
      })),
    },
    {
      fault: 'checks one condition of the given items',
      caughtBy: 'among given items, those are found for which the core says so',
      make: broken('queries', (intact) => ({
        meetingAmong: (ids, conditions, basis, perspective) =>
          intact.meetingAmong(ids, conditions.slice(0, 1), basis, perspective),
      })),
    },
    {
      fault: 'includes the bounds of every range',
      caughtBy: 'a condition holds for the items for which the core says so',
      make: testing(inclusive),
    },
    {
      fault: 'leaves items without a value out of ranges',
      caughtBy: 'a condition holds for the items for which the core says so',
      make: checking(
        (item, condition) =>
          meets(item, condition) &&
          (condition.test.kind !== 'range' || !isMissing(keyOf(item, condition.field))),
      ),
    },
    {
      fault: 'leaves items without a value out when another value is excluded',
      caughtBy: 'a condition holds for the items for which the core says so',
      make: checking(
        (item, condition) =>
          meets(item, condition) &&
          (condition.test.kind !== 'not' || !isMissing(keyOf(item, condition.field))),
      ),
    },
    {
      fault: 'searches only the keys of texts',
      caughtBy: 'a condition holds for the items for which the core says so',
      make: checking(
        (item, condition) =>
          meets(item, condition) &&
          (condition.test.kind !== 'contains' ||
            String(keyOf(item, condition.field)).includes(condition.test.text)),
      ),
    },
    {
      fault: 'compares texts by code unit',
      caughtBy: 'a condition holds for the items for which the core says so',
      make: checking((item, { field, test }) => {
        const key = keyOf(item, field);
        if (test.kind !== 'range' || typeof key !== 'string') return meets(item, { field, test });
        const { from, to } = test;
        const isFrom = !from || key > from.key || (from.isInclusive && key === from.key);
        return isFrom && (!to || key < to.key || (to.isInclusive && key === to.key));
      }),
    },
    {
      fault: 'tests the first value of a list only',
      caughtBy: 'a condition about a list holds if it holds for a value',
      make: checking((item, { field, test }) => {
        if (test.kind !== 'among') return meets(item, { field, test });
        return valuesOf(item, field)
          .slice(0, 1)
          .some((value) => test.keys.includes(value));
      }),
    },
    {
      fault: 'excludes a value if all values of a list are this one',
      caughtBy: 'a condition about a list holds if it holds for a value',
      make: checking((item, { field, test }) => {
        const values = valuesOf(item, field);
        return test.kind === 'not' && values.length > 0
          ? values.some((value) => value !== test.key)
          : meets(item, { field, test });
      }),
    },
    {
      fault: 'takes a value that is not in a list for a list',
      caughtBy: 'a condition about a list holds if it holds for a value',
      make: checking(
        (item, { field, test }) =>
          meets(item, { field, test }) ||
          (field.isList &&
            test.kind === 'among' &&
            meets(item, { field: { ...field, isList: false }, test })),
      ),
    },
    {
      fault: 'lists all statuses that the index of a list finds',
      caughtBy: 'a condition about a list holds if it holds for a value',
      make: scanning(({ fields, statuses }) => ({
        statuses: fields[0]?.isList === true ? everyStatus : statuses,
      })),
    },
    {
      fault: 'scans the entries of all statuses',
      caughtBy: 'a scan finds the entries with its keys and within its range',
      make: scanning(() => ({ statuses: everyStatus })),
    },
    {
      fault: 'scans the entries with the first key only',
      caughtBy: 'a scan finds the entries with its keys and within its range',
      make: scanning(({ among }) => ({ among: among.map((keys) => keys.slice(0, 1)) })),
    },
    {
      fault: 'includes the bounds of the range of a scan',
      caughtBy: 'a scan finds the entries with its keys and within its range',
      make: scanning(({ range }) => ({ range: range && (inclusive(range) as typeof range) })),
    },
    {
      fault: 'leaves out the items with the keys of the last one',
      caughtBy: 'the pages of a query that follows its scan contain each item once',
      make: broken('queries', (intact) => ({
        list: (query, slice, basis) =>
          reading(intact.list(query, slice, basis), (page) =>
            selected(
              page,
              (_, { keys }) => keys.length === 0 || keys.join() !== slice.after?.keys.join(),
            ),
          ),
      })),
    },
    {
      fault: 'orders equal keys by ascending ids only',
      caughtBy: 'the pages of a query that follows its scan contain each item once',
      make: ordering((left, right, { sort }) => comparePlaces(left, right, sort, false)),
    },
    {
      fault: 'puts whole texts into places',
      caughtBy: 'the pages of a query that follows its scan contain each item once',
      make: broken('queries', (intact) => ({
        list: (query, slice, basis) =>
          reading(intact.list(query, slice, basis), (page) => ({
            ...page,
            places: page.places.map(({ id, keys }, at) => {
              const item = 'items' in page ? page.items[at] : undefined;
              const whole = query.sort.map(
                ({ field }, place) => (item && valuesOf(item, field)[0]) ?? keys[place] ?? '',
              );
              return { id, keys: whole };
            }),
          })),
      })),
    },
    {
      fault: 'forgets the range after the first page',
      caughtBy: 'a followed scan can have a range, and starts after a place',
      make: broken('queries', (intact) => ({
        list: ({ scan, ...query }, slice, basis) => {
          const range = slice.after === undefined ? scan.range : undefined;
          return intact.list({ ...query, scan: { ...scan, range } }, slice, basis);
        },
      })),
    },
    {
      fault: 'sorts by the first field only',
      caughtBy: 'candidates are sorted by any fields, in any directions',
      make: ordering((left, right, { sort, idsDescend }) =>
        comparePlaces(left, right, sort.slice(0, 1), idsDescend),
      ),
    },
    {
      fault: 'sorts all fields in the direction of the first one',
      caughtBy: 'candidates are sorted by any fields, in any directions',
      make: ordering((left, right, { sort, idsDescend }) => {
        const isDescending = sort[0]?.isDescending === true;
        const same = sort.map(({ field }) => ({ field, isDescending }));
        return comparePlaces(left, right, same, idsDescend);
      }),
    },
    {
      fault: 'sorts items without a value last',
      caughtBy: 'candidates are sorted by any fields, in any directions',
      make: ordering(
        (left, right, { sort, idsDescend }) =>
          Number(isMissing(left.keys[0])) - Number(isMissing(right.keys[0])) ||
          comparePlaces(left, right, sort, idsDescend),
      ),
    },
    {
      fault: 'counts the items of a query beyond the maximum',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        list: (query, slice, basis) =>
          intact.list(query, { ...slice, ...(slice.countMax && { countMax: 1_000 }) }, basis),
      })),
    },
    {
      fault: 'counts the items after the place only',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        list: (query, slice, basis) =>
          reading(intact.list(query, slice, basis), ({ count, ...page }) => ({
            ...page,
            count: count && slice.after ? page.places.length : count,
          })),
      })),
    },
    {
      fault: 'counts nothing with an empty page',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        list: (query, slice, basis) =>
          reading(intact.list(query, slice, basis), ({ count, ...page }) => ({
            ...page,
            count: page.places.length === 0 ? undefined : count,
          })),
      })),
    },
    {
      fault: 'counts candidates that do not satisfy the conditions',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        list: async (query, slice, basis) => {
          const all = await intact.list({ ...query, conditions: [] }, slice, basis);
          return reading(intact.list(query, slice, basis), (page) => ({
            ...page,
            count: all.isCurrent ? all.value.count : undefined,
          }));
        },
      })),
    },
    {
      fault: 'counts candidates beyond the maximum',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        countCandidates: (id, scans, _, shown, basis) =>
          intact.countCandidates(id, scans, 1_000, shown, basis),
      })),
    },
    {
      fault: 'counts the candidates of all scans together',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        countCandidates: (id, scans, max, shown, basis) =>
          reading(intact.countCandidates(id, scans, max, shown, basis), (counts) => {
            const sum = counts.reduce((total, { items }) => total + items, 0);
            return counts.map(({ bytes }) => ({ items: Math.min(sum, max), bytes }));
          }),
      })),
    },
    {
      fault: 'reports other sizes of candidates',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        countCandidates: (id, scans, max, shown, basis) =>
          reading(intact.countCandidates(id, scans, max, shown, basis), (counts) =>
            counts.map(({ items, bytes }) => ({ items, bytes: bytes - 1 })),
          ),
      })),
    },
    {
      fault: 'returns the items of a large page',
      caughtBy: 'a large page has the sizes of its items',
      make: broken('queries', (intact, { memory }) => ({
        list: (query, slice, basis) =>
          reading(intact.list(query, slice, basis), ({ places }) =>
            memory.read(({ contents }) => ({
              places,
              items: places.flatMap(({ id }) => contents.get(id) ?? []),
            })),
          ),
      })),
    },
    {
      fault: 'measures characters',
      caughtBy: 'a large page has the sizes of its items',
      make: broken('queries', (intact, { memory }) => ({
        list: (query, slice, basis) =>
          reading(intact.list(query, slice, basis), (page) =>
            memory.read(({ contents }): QueryPage => {
              if ('items' in page) return page;
              const lengthOf = (id: string) => contents.get(id)?.data.length ?? 0;
              const large = page.large.map(({ id }) => ({ id, bytes: lengthOf(id) }));
              return { places: page.places, large };
            }),
          ),
      })),
    },
    {
      fault: 'measures all items of the query',
      caughtBy: 'a large page has the sizes of its items',
      make: broken('queries', (intact) => ({
        list: async (query, slice, basis) => {
          const page = await intact.list(query, slice, basis);
          return reading(intact.list(query, { limit: 1_000 }, basis), (all): QueryPage => {
            if (!page.isCurrent || 'items' in all) return page.isCurrent ? page.value : all;
            return {
              places: page.value.places,
              large: all.large.filter(({ id }) =>
                page.value.places.some((place) => place.id === id),
              ),
            };
          });
        },
      })),
    },
  ],
};

const skuOf = ({ data }: ContentItem): Json | undefined => decodeJson(data)['sku'];

/** Refuses a value that `isTaken` finds in another item of the store or of the commit. */
const refusing = (
  isTaken: (item: ContentItem, other: ContentItem) => boolean,
  othersOf = ({ contents }: MemoryTables): readonly ContentItem[] => [...contents.values()],
): RepositoryMutant['make'] =>
  brokenStore(({ store, memory }) => ({
    commit: async (changes) => {
      const written = changes.flatMap(({ kind, item }) => (kind === 'delete' ? [] : [item]));
      const others = [...(await memory.read(othersOf)), ...written];
      const isRefused = written.some((item) =>
        others.some((other) => other.id !== item.id && isTaken(item, other)),
      );
      if (isRefused) throw valueTaken('data.sku');
      return store.commit(changes);
    },
  }));

/** Refuses equal values of items of one collection. */
const refusingEqual = (valueOf: (item: ContentItem) => Json | undefined) =>
  refusing((item, other) => {
    const value = valueOf(item);
    return (
      value !== undefined &&
      item.collectionId === other.collectionId &&
      JSON.stringify(value) === JSON.stringify(valueOf(other))
    );
  });

/** Commits while the indexes are changed. */
const commitWith = async (
  { store, memory }: MemorySubject,
  changes: readonly ContentChange[],
  change: (indexes: MemoryTables['indexes']) => void,
): Promise<boolean> => {
  const before = await memory.write(({ indexes }) => {
    const copy = new Map(indexes);
    change(indexes);
    return copy;
  });
  try {
    return await store.commit(changes);
  } finally {
    await memory.write(({ indexes }) => {
      for (const [key, index] of before) indexes.set(key, index);
    });
  }
};

/** Stores some commits without a look at the indexes. */
const ignoringIndexes = (
  isIgnored: (changes: readonly ContentChange[]) => boolean,
): RepositoryMutant['make'] =>
  brokenStore((subject) => ({
    commit: (changes) =>
      isIgnored(changes)
        ? commitWith(subject, changes, (indexes) => indexes.clear())
        : subject.store.commit(changes),
  }));

const withStatuses = (
  change: (status: FieldIndexStatus) => FieldIndexStatus,
): RepositoryMutant['make'] =>
  broken('indexes', (intact) => ({
    statusOf: async (indexes) => (await intact.statusOf(indexes)).map(change),
  }));

const retrying = (retryMs: number): RepositoryMutant['make'] =>
  broken('indexes', (intact) => ({
    maintain: (wanted, _, signal) => intact.maintain(wanted, retryMs, signal),
  }));

export const fieldIndexMutants: RepositorySuiteMutants = {
  suite: fieldIndexSuite,
  mutants: [
    {
      fault: 'says that missing indexes are ready',
      caughtBy: 'an index is building until it is built, and gone when it is not wanted',
      make: withStatuses((status) => ({ ...status, state: 'ready' })),
    },
    {
      fault: 'builds nothing',
      caughtBy: 'an index is building until it is built, and gone when it is not wanted',
      make: broken('indexes', () => ({ maintain: async () => true })),
    },
    {
      fault: 'keeps indexes that are not wanted',
      caughtBy: 'an index is building until it is built, and gone when it is not wanted',
      make: broken('indexes', (intact, { memory }) => ({
        maintain: async (wanted, ...args) => {
          const stored = await memory.read(({ indexes }) => [...indexes.values()]);
          const kept = stored.map(({ index }) => index);
          return intact.maintain(async () => [...kept, ...(await wanted())], ...args);
        },
      })),
    },
    {
      fault: 'drops the indexes that it finds',
      caughtBy: 'an index is building until it is built, and gone when it is not wanted',
      make: broken('indexes', (intact, { memory }) => ({
        maintain: async (wanted, ...args) => {
          const stored = await memory.read(({ indexes }) => [...indexes.keys()]);
          const missing = async () =>
            (await wanted()).filter((index) => !stored.includes(indexKey(index)));
          return intact.maintain(missing, ...args);
        },
      })),
    },
    {
      fault: 'returns the states in another order',
      caughtBy: 'an index is building until it is built, and gone when it is not wanted',
      make: broken('indexes', (intact) => ({
        statusOf: async (indexes) => (await intact.statusOf(indexes)).toReversed(),
      })),
    },
    {
      fault: 'does not say that it did the work',
      caughtBy: 'an index is building until it is built, and gone when it is not wanted',
      make: broken('indexes', (intact) => ({
        maintain: async (...args) => !(await intact.maintain(...args)),
      })),
    },
    {
      fault: 'names another path',
      caughtBy: 'a unique index allows each value once in its collection',
      make: brokenStore(({ store }) => ({
        commit: (changes) =>
          store.commit(changes).catch((error: unknown) => {
            const isTaken = error instanceof DomainError && error.code === 'value_taken';
            throw isTaken ? valueTaken('data') : error;
          }),
      })),
    },
    {
      fault: 'checks commits of one change only',
      caughtBy: 'a unique index allows each value once in its collection',
      make: ignoringIndexes((changes) => changes.length > 1),
    },
    {
      fault: 'ignores the case of values',
      caughtBy: 'a unique index allows each value once in its collection',
      make: refusingEqual((item) => {
        const sku = skuOf(item);
        return typeof sku === 'string' ? sku.toLowerCase() : undefined;
      }),
    },
    {
      fault: 'compares only the keys of values',
      caughtBy: 'a unique index allows each value once in its collection',
      make: refusingEqual((item) => {
        const field = { path: 'data.sku', kind: 'text', isList: false } as const;
        const key = keyOf(item, field);
        return isMissing(key) ? undefined : key;
      }),
    },
    {
      fault: 'refuses values of other collections',
      caughtBy: 'a unique index allows each value once in its collection',
      make: refusing((item, other) => {
        const sku = skuOf(item);
        return typeof sku === 'string' && sku === skuOf(other);
      }),
    },
    {
      fault: 'does not check items that move',
      caughtBy: 'a unique index allows each value once in its collection',
      make: ignoringIndexes((changes) =>
        changes.some(
          (each) => each.kind === 'update' && each.before.collectionId !== each.item.collectionId,
        ),
      ),
    },
    {
      fault: 'does not check updates within a collection',
      caughtBy: 'a unique index allows each value once in its collection',
      make: ignoringIndexes((changes) =>
        changes.some(
          (each) => each.kind === 'update' && each.before.collectionId === each.item.collectionId,
        ),
      ),
    },
    {
      fault: 'refuses the value that an item has itself',
      caughtBy: 'a unique index allows each value once in its collection',
      make: committing((each) => {
        if (each.kind === 'update' && skuOf(each.before) === skuOf(each.item)) {
          throw valueTaken('data.sku');
        }
        return each;
      }),
    },
    {
      fault: 'takes the empty text for a value',
      caughtBy: 'no value, an empty text and a value of a wrong type are free',
      make: refusingEqual((item) => (skuOf(item) === '' ? '' : undefined)),
    },
    {
      fault: 'takes null for a value',
      caughtBy: 'no value, an empty text and a value of a wrong type are free',
      make: refusingEqual((item) => (skuOf(item) === null ? null : undefined)),
    },
    {
      fault: 'takes values of wrong types for values',
      caughtBy: 'no value, an empty text and a value of a wrong type are free',
      make: refusingEqual((item) => (typeof skuOf(item) === 'string' ? undefined : skuOf(item))),
    },
    {
      fault: 'allows only one item without a value',
      caughtBy: 'no value, an empty text and a value of a wrong type are free',
      make: refusingEqual((item) => (skuOf(item) === undefined ? 'none' : undefined)),
    },
    {
      fault: 'refuses values of items in the trash',
      caughtBy: 'values in the trash are free, and restoring an item takes its value again',
      make: refusing(
        (item, other) => skuOf(item) === skuOf(other),
        ({ trash }) => [...trash.values()].map(({ item }) => item),
      ),
    },
    {
      fault: 'does not check restored items',
      caughtBy: 'values in the trash are free, and restoring an item takes its value again',
      make: ignoringIndexes((changes) => changes.some(({ kind }) => kind === 'recover')),
    },
    {
      fault: 'checks the values before it writes',
      caughtBy: 'of concurrent writes with one value, one succeeds',
      make: brokenStore((subject) => ({
        commit: async (changes) => {
          await subject.memory.read((tables) => {
            for (const change of changes) assertFreeValues(tables, change);
          });
          return commitWith(subject, changes, (indexes) => indexes.clear());
        },
      })),
    },
    {
      fault: 'says that an index that has failed is still building',
      caughtBy: 'an index that cannot be built has failed, with a reason, until it is tried again',
      make: withStatuses((status) =>
        status.state === 'failed' ? { ...status, state: 'building' } : status,
      ),
    },
    {
      fault: 'gives no reason',
      caughtBy: 'an index that cannot be built has failed, with a reason, until it is tried again',
      make: withStatuses(({ index, state }) => ({ index, state })),
    },
    {
      fault: 'enforces a unique index that has failed',
      caughtBy: 'an index that cannot be built has failed, with a reason, until it is tried again',
      make: brokenStore((subject) => ({
        commit: (changes) =>
          commitWith(subject, changes, (indexes) => {
            for (const [key, { index }] of indexes) indexes.set(key, { index });
          }),
      })),
    },
    {
      fault: 'tries again at once',
      caughtBy: 'an index that cannot be built has failed, with a reason, until it is tried again',
      make: retrying(0),
    },
    {
      fault: 'never tries again',
      caughtBy: 'an index that cannot be built has failed, with a reason, until it is tried again',
      make: retrying(Infinity),
    },
    {
      fault: 'does not enforce unique indexes',
      caughtBy: 'an index that cannot be built has failed, with a reason, until it is tried again',
      make: ignoringIndexes(() => true),
    },
    {
      fault: 'builds after a stop',
      caughtBy: 'a stop ends the work, and another call goes on',
      make: broken('indexes', (intact) => ({
        maintain: (wanted, retryMs) => intact.maintain(wanted, retryMs, { aborted: false }),
      })),
    },
    {
      fault: 'says that a stopped call did its work',
      caughtBy: 'a stop ends the work, and another call goes on',
      make: broken('indexes', (intact) => ({
        maintain: async (...args) => (await intact.maintain(...args)) || args[2].aborted,
      })),
    },
    {
      fault: 'rejects a call during another one',
      caughtBy: 'calls at the same time build each index once',
      make: broken('indexes', (intact) => {
        let isRunning = false;
        return {
          maintain: async (...args) => {
            if (isRunning) throw new Error('Another call is running');
            isRunning = true;
            try {
              return await intact.maintain(...args);
            } finally {
              isRunning = false;
            }
          },
        };
      }),
    },
    {
      fault: 'remembers the failure of an index that is not wanted any more',
      caughtBy:
        'an index that is dropped and wanted again is built with the values of the meantime',
      make: broken('indexes', (intact, { memory }) => ({
        maintain: async (...args) => {
          const before = await memory.read(({ indexes }) => new Map(indexes));
          const result = await intact.maintain(...args);
          await memory.write(({ indexes }) => {
            for (const [key, index] of before) {
              if (index.failure !== undefined && !indexes.has(key)) indexes.set(key, index);
            }
          });
          return result;
        },
      })),
    },
    {
      fault: 'rejects writes while indexes are built',
      caughtBy: 'no write fails while indexes are built, and all that is written counts',
      make: brokenStore(({ store }) => {
        let isBuilding = false;
        const { repositories } = store;
        const maintain: typeof repositories.indexes.maintain = async (...args) => {
          isBuilding = true;
          const result = await repositories.indexes.maintain(...args);
          isBuilding = false;
          return result;
        };
        return {
          repositories: { ...repositories, indexes: altered(repositories.indexes, { maintain }) },
          commit: async (changes) => (isBuilding ? false : store.commit(changes)),
        };
      }),
    },
    {
      fault: 'lists the ids of all items with a value',
      caughtBy: 'duplicates are listed with the ids of two items',
      make: broken('indexes', (intact, { memory }) => ({
        findDuplicates: async (index, limit, withinMs) => {
          const found = (await intact.findDuplicates(index, limit, withinMs)) ?? [];
          const items = await memory.read(({ contents }) => [...contents.values()]);
          return found.map(({ value }) => ({
            value,
            ids: items.filter((item) => skuOf(item) === value).map(({ id }) => id),
          }));
        },
      })),
    },
    {
      fault: 'finds duplicates in other collections',
      caughtBy: 'duplicates are listed with the ids of two items',
      make: broken('indexes', (intact, { memory }) => ({
        findDuplicates: async (index, limit, withinMs) => {
          const found = (await intact.findDuplicates(index, limit, withinMs)) ?? [];
          const items = await memory.read(({ contents }) => [...contents.values()]);
          const ofOthers = items.filter((item) => item.collectionId !== index.collectionId);
          return [
            ...found,
            ...ofOthers.flatMap((other) =>
              items
                .filter((item) => item.id !== other.id && skuOf(item) === skuOf(other))
                .map((item) => ({
                  value: keyOf(other, index.fields[0]!),
                  ids: [item.id, other.id],
                })),
            ),
          ].slice(0, limit);
        },
      })),
    },
    {
      fault: 'finds duplicates of no value',
      caughtBy: 'duplicates are listed with the ids of two items',
      make: broken('indexes', (intact, { memory }) => ({
        findDuplicates: async (index, limit, withinMs) => {
          const found = (await intact.findDuplicates(index, limit, withinMs)) ?? [];
          const without = await memory.read(({ contents }) =>
            [...contents.values()].filter((item) => isMissing(keyOf(item, index.fields[0]!))),
          );
          const ids = without.slice(0, 2).map(({ id }) => id);
          return ids.length < 2 ? found : [...found, { value: '', ids }].slice(0, limit);
        },
      })),
    },
    {
      fault: 'lists duplicates beyond the limit',
      caughtBy: 'duplicates are listed with the ids of two items',
      make: broken('indexes', (intact) => ({
        findDuplicates: (index, _, withinMs) => intact.findDuplicates(index, 1_000, withinMs),
      })),
    },
  ],
};
