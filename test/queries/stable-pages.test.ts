import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { encodeJson, parseSlug } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { insertItems, revisionOf, updateOf } from '../conformance/content/content-changes.ts';
import { sampleCopy, saveCopies } from '../conformance/content/copy-samples.ts';
import { sampleCollection, sampleContent } from '../conformance/samples.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import type { Store } from '../../core/store.ts';
import { cmsOverStore } from '../support/queries/cms-over-store.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { openAnyDatabase } from '../support/postgres/fresh-database.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';

const schema = {
  type: 'object',
  properties: {
    price: { type: 'number', indexed: true },
    name: { type: 'string' },
  },
  required: [],
} as const;

const sorts = [
  'data.price',
  '-data.price',
  'title,-data.price',
  '-data.name,data.price',
  '-id',
  undefined,
];

const database = await openAnyDatabase();

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => new MemoryStore(),
  PostgreSQL: async () => {
    await emptyTables(database.knex);
    return storeOver(database);
  },
};

const perspectives = ['published', 'drafts'] as const;

test.each(Object.keys(stores).flatMap((name) => perspectives.map((each) => [name, each] as const)))(
  'in %s, in the perspective %s, an item whose values stay the same is on exactly one page, whatever else changes',
  async (name, perspective) => {
    const random = seededRandom(runSeed);
    const upTo = (count: number): number => Math.floor(random() * count);
    for (const sort of sorts) {
      const store = await stores[name]!();
      const cms = await cmsOverStore(store);
      await store.repositories.collections.insert(sampleCollection(1, { name: 'goods', schema }));
      await cms.system.maintainIndexes();
      const dataOf = () =>
        encodeJson({
          ...(random() < 0.8 && { price: upTo(5) }),
          name: ['', 'a', 'b'][upTo(3)] ?? '',
        });
      let items = times(60, (n) =>
        sampleContent(n, { title: `T${upTo(3)}`, data: dataOf(), createdAt: upTo(4) }),
      );
      await insertItems(store, items);
      // Even numbers stay as they are.
      const steady = items.filter((_, index) => index % 2 === 0).map(({ id }) => id);
      const seen: string[] = [];
      let after: string | undefined;
      let added = 100;
      do {
        const { value: listing } = await cms.content.readPage(operator, {
          of: { query: { collection: 'goods', limit: 1 + upTo(9), sort, after } },
          client: 'here',
          perspective,
        });
        if (listing.kind === 'items') seen.push(...listing.items.map(({ id }) => id));
        after = listing.cursor;
        // Copies begin and end, of steady items with the same values.
        for (const { id, title, data, collectionId } of items.filter(() => random() < 0.3)) {
          const stored = await store.repositories.copies.find(id);
          if (stored !== undefined) {
            await store.repositories.copies.remove(id, stored.version);
            continue;
          }
          const version = items.find((item) => item.id === id)?.version ?? 1;
          const shown = steady.includes(id) ? { title, data } : { title: 'T2', data: dataOf() };
          const base = { title, slug: parseSlug(`base-${id}`), collectionId, data, version };
          const n = Number.parseInt(id.slice(-12), 16);
          await saveCopies(store, [sampleCopy(n, { ...shown, base })]);
        }
        for (const before of items.filter(({ id }) => !steady.includes(id) && random() < 0.3)) {
          const item = revisionOf(before, { title: `T${upTo(3)}`, data: dataOf() });
          await store.commit([updateOf(before, item)]);
          items = items.map((each) => (each.id === item.id ? item : each));
        }
        added += 1;
        await insertItems(store, [
          sampleContent(added, { title: 'T1', data: dataOf(), createdAt: upTo(4) }),
        ]);
      } while (after !== undefined && added < 300);
      const counts = steady.map((id) => seen.filter((each) => each === id).length);
      expect(counts, `${sort} with seed ${runSeed}`).toEqual(steady.map(() => 1));
    }
  },
);
