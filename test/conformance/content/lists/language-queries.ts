import {
  comparePlaces,
  keyOf,
  meets,
  placementFields,
  systemFields,
  type ItemQuery,
  type QueryPage,
  type QuerySlice,
  type Scan,
  type Shown,
  type Store,
} from '../../../../core/store.ts';
import { contentStatuses, type ContentItem } from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
import { collectionId } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { basisOf } from '../content-changes.ts';
import { sampleCopy, saveCopies } from '../copy-samples.ts';
import { chains, groupedItems, withGroups } from '../languages.ts';

/** Queries in languages: of each group of translations, one item at most. */
export const languageQuerySuite = suite<Store>('QueryRepository, languages', {
  'a query has the first item of each group, if it meets the conditions': async (store) => {
    await fill(store);
    for (const query of queries.filter(({ isFollowed }) => !isFollowed)) {
      await expectAll(store, query);
    }
  },

  'in the order of the groups, a query follows its scan': async (store) => {
    await fill(store);
    for (const query of queries.filter(({ isFollowed }) => isFollowed)) {
      await expectAll(store, query);
    }
  },

  'its pages have each group once': async (store) => {
    await fill(store);
    for (const query of queries) {
      const ids: string[] = [];
      let after: QuerySlice['after'];
      do {
        const { places } = await pageOf(store, query, { after, limit: 2 });
        ids.push(...places.map(({ id }) => id));
        after = places.at(-1);
      } while (after !== undefined);
      equal(ids, idsOf(expected(query)), describe(query));
    }
  },

  'it counts groups': async (store) => {
    await fill(store);
    for (const query of queries) {
      const all = expected(query).length;
      for (const countMax of [2, 1_000]) {
        const { count } = await pageOf(store, query, { limit: 1, countMax });
        equal(count, Math.min(all, countMax), describe(query));
      }
    }
  },
});

const copiedTitle = 'Item 1 in a copy';

const fill = async (store: Store): Promise<void> => {
  await withGroups(store);
  await saveCopies(
    store,
    copied.map(({ id, collectionId: own, ...item }) => {
      const base = { ...item, collectionId: own };
      return {
        ...sampleCopy(1),
        contentId: id,
        collectionId: own,
        slug: item.slug,
        title: copiedTitle,
        base,
      };
    }),
  );
};

/** Published items of which something else is written. */
const copied = groupedItems
  .filter((item) => item.collectionId === collectionId(1) && item.status === 'published')
  .slice(1, 3);

const shownItems = (shown: Shown): readonly ContentItem[] =>
  groupedItems.map((item) =>
    shown === 'unpublished' && copied.includes(item)
      ? { ...item, title: copiedTitle, updatedAt: sampleCopy(1).updatedAt }
      : item,
  );

const byGroup = [placementFields.since, placementFields.group].map((field) => ({
  field,
  isDescending: true,
}));

const queries: readonly ItemQuery[] = (['published', 'unpublished'] as const).flatMap((shown) =>
  chains.flatMap((chain) =>
    [contentStatuses, ['published'] as const, ['draft', 'archived'] as const].flatMap(
      (statuses) => {
        const base = { collectionId: collectionId(1), shown, chain, idsDescend: true };
        const placed: Scan = {
          fields: [placementFields.locale, placementFields.since, placementFields.group],
          among: [chain],
          statuses,
        };
        const created: Scan = { fields: [systemFields.created_at], among: [], statuses };
        const titled = {
          field: systemFields.title,
          test: { kind: 'contains', text: 'Item 1' },
        } as const;
        const byTitle = [{ field: systemFields.title, isDescending: false }];
        const checked = { ...base, isFollowed: false };
        return [
          { ...base, scan: placed, conditions: [], sort: byGroup, isFollowed: true },
          { ...checked, scan: placed, conditions: [], sort: byTitle },
          { ...checked, scan: placed, conditions: [titled], sort: byGroup },
          { ...checked, scan: created, conditions: [titled], sort: byTitle },
        ];
      },
    ),
  ),
);

const describe = (query: ItemQuery): string => JSON.stringify(query);

const pageOf = async (store: Store, query: ItemQuery, slice: QuerySlice): Promise<QueryPage> => {
  const { queries: repository } = store.repositories;
  const read = await repository.list(query, slice, await basisOf(store.repositories));
  if (!read.isCurrent) throw new TypeError('The basis has changed');
  return read.value;
};

const idsOf = (items: readonly ContentItem[]): readonly string[] => items.map(({ id }) => id);

const expectAll = async (store: Store, query: ItemQuery): Promise<void> => {
  const page = await pageOf(store, query, { limit: 1_000 });
  equal('items' in page && idsOf(page.items), idsOf(expected(query)), describe(query));
};

/** What the query has, by the rule of lists. */
const expected = (query: ItemQuery): readonly ContentItem[] => {
  const { collectionId: id, shown, chain = [], scan, conditions, sort, idsDescend } = query;
  const groups = Map.groupBy(
    shownItems(shown).filter(
      (item) => item.collectionId === id && scan.statuses.includes(item.status),
    ),
    ({ group }) => group?.id,
  );
  const placeOf = (item: ContentItem) => ({
    keys: sort.map(({ field }) => keyOf(item, field)),
    id: item.id,
  });
  return [...groups.values()]
    .flatMap((items) =>
      chain.flatMap((code) => items.find(({ locale }) => locale === code) ?? []).slice(0, 1),
    )
    .filter((item) => conditions.every((condition) => meets(item, condition)))
    .sort((left, right) => comparePlaces(placeOf(left), placeOf(right), sort, idsDescend));
};
