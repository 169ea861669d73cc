import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contentStatuses,
  operator,
  type ContentItem,
  type ContentQuery,
  type ContentRepository,
} from '../../core/index.ts';
import { MemoryCoordinator } from '../../adapters/memory/memory-coordinator.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { memoryRepositories } from '../../adapters/memory/memory-repositories.ts';
import { MemoryUnitOfWork } from '../../adapters/memory/memory-unit-of-work.ts';
import { sampleContent } from '../conformance/samples.ts';
import { altered } from '../support/altered.ts';
import { memoryCms } from '../support/memory-cms.ts';

type List = ContentRepository['list'];

interface Asked extends Pick<ContentQuery, 'limit' | 'offset' | 'status'> {
  /** The name of a collection. */
  readonly collection?: string | undefined;
}

/**
 * A service with 3,000 items in two collections, some of the same time, and the queries that the
 * repository got. The memory adapter counts from the known place, so a wrong one gives a wrong page.
 *
 * @param around runs instead of each list of the repository.
 */
const world = async (around: (list: List, query: ContentQuery) => ReturnType<List> = run) => {
  const store = new MemoryStore();
  const repositories = memoryRepositories(store);
  const { contents } = repositories;
  const queries: ContentQuery[] = [];
  let isConfirmed = true;
  const list: List = (query) => {
    queries.push(query);
    return around((each) => contents.list(each), query);
  };
  const { cms } = await memoryCms({
    ports: {
      ...repositories,
      unitOfWork: new MemoryUnitOfWork(store),
      contents: altered(contents, { list }),
      coordinator: altered(new MemoryCoordinator(), { confirm: async () => isConfirmed }),
    },
  });
  /** What another program does. */
  const deleteOutside = async ({ id, version }: ContentItem): Promise<void> => {
    await contents.delete(id, version);
    isConfirmed = false;
  };
  const collections = await repositories.collections.list();
  const items = Array.from({ length: 3_000 }, (_, n) =>
    sampleContent(n, {
      collectionId: collections[n % 3 === 0 ? 0 : 1]?.id ?? '',
      status: contentStatuses[n % 7 === 0 ? 0 : 1] ?? 'draft',
      createdAt: (n * 7) % 1_000,
    }),
  );
  await contents.insertAll(items);
  /** The ids of a page of the service. */
  const page = async (query: Asked): Promise<readonly string[]> =>
    idsOf(await cms.content.list(operator, { ...query, client: '::1' }));
  /** The ids of a page without known places. */
  const plain = async ({ collection, ...query }: Asked) => {
    const id = collections.find(({ name }) => name === collection)?.id;
    const filter = { ...(id !== undefined && { collectionId: id }), within: 'all' } as const;
    return idsOf(await contents.list({ ...query, ...filter }));
  };
  const names = collections.map(({ name }) => name);
  return { cms, items, collections, names, queries, page, plain, deleteOutside };
};

const run = (list: List, query: ContentQuery): ReturnType<List> => list(query);

const idsOf = (page: object): readonly string[] =>
  'items' in page ? (page.items as readonly ContentItem[]).map(({ id }) => id) : [];

test('every page is that of a list without known places, with writes in between', async () => {
  let known = 0;
  let created = 0;
  const nothing = [undefined, undefined, undefined, undefined, undefined] as const;
  const step = fc.record({
    write: fc.constantFrom(...nothing, 'create', 'delete', 'update'),
    on: fc.nat(2_999),
    filter: fc.constantFrom<{ status?: 'published'; collection?: 1 }>(
      {},
      {},
      { status: 'published' },
      { collection: 1 },
    ),
    offset: fc.integer({ min: 900, max: 3_100 }),
    limit: fc.constantFrom(1, 100, 500, 1_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const { cms, items, collections, names, queries, page, plain } = await world();
      const gone = new Set<string>();
      for (const { write, on, filter, offset, limit } of steps) {
        const { collection, ...rest } = filter;
        const item = items[on];
        const id = item !== undefined && !gone.has(item.id) ? item.id : undefined;
        if (write === 'create') {
          await cms.content.create(operator, {
            title: `New ${(created += 1)}`,
            collectionId: collections[on % 2]?.id ?? '',
          });
        } else if (write === 'delete' && id !== undefined) {
          gone.add(id);
          await cms.content.delete(operator, id, undefined);
        } else if (write === 'update' && id !== undefined) {
          await cms.content.update(operator, id, { collectionId: collections[on % 2]?.id ?? '' });
        }
        const query = {
          ...rest,
          ...(collection !== undefined && { collection: names[collection] }),
          offset,
          limit,
        };
        expect(await page(query)).toEqual(await plain(query));
      }
      known += queries.filter((query) => query.known !== undefined).length;
    }),
    { numRuns: 30, seed: 1 },
  );
  expect(known).toBeGreaterThan(100);
});

test('a client that pages through a list never skips a page', async () => {
  const { queries, page, plain } = await world();
  for (let offset = 0; offset < 3_000; offset += 250) {
    expect(await page({ limit: 250, offset })).toEqual(await plain({ limit: 250, offset }));
  }
  const far = queries.filter(({ offset }) => offset > 1_000);
  expect(far.map(({ offset, known }) => offset - (known?.offset ?? 0))).toEqual(far.map(() => 1));
});

test('a page near the end starts from the end, once that is known', async () => {
  const { queries, page, plain } = await world();
  await page({ limit: 1_000, offset: 2_500 });
  for (const query of [
    { limit: 100, offset: 2_800 },
    { limit: 1_000, offset: 2_100 },
  ]) {
    expect(await page(query)).toEqual(await plain(query));
    expect(queries.at(-1)?.known).toMatchObject({ offset: 2_999, isLast: true });
  }
});

test('a list is read again if it changes while it is read from a known place', async () => {
  let change = async (): Promise<void> => undefined;
  const { cms, items, queries, page, plain } = await world(async (list, query) => {
    if (query.known !== undefined) await change();
    return list(query);
  });
  await page({ limit: 10, offset: 2_000 });
  change = async () => {
    change = async () => undefined;
    await cms.content.delete(operator, items[999]?.id ?? '', undefined);
  };
  const before = await plain({ limit: 10, offset: 2_010 });
  const found = await page({ limit: 10, offset: 2_010 });
  expect(queries.map(({ known }) => known?.offset)).toEqual([undefined, 2_009, undefined]);
  expect(found).toEqual(await plain({ limit: 10, offset: 2_010 }));
  expect(found).not.toEqual(before);
});

test('a list is read again from the start if the known place is not confirmed', async () => {
  const { items, queries, page, plain, deleteOutside } = await world();
  await page({ limit: 10, offset: 2_000 });
  await deleteOutside(items[999]!);
  const found = await page({ limit: 10, offset: 2_010 });
  expect(queries.map(({ known }) => known?.offset)).toEqual([undefined, 2_009, undefined]);
  expect(found).toEqual(await plain({ limit: 10, offset: 2_010 }));
});

test('a page that was read before a change leaves no place', async () => {
  let change = async (): Promise<void> => undefined;
  const { cms, items, queries, page } = await world(async (list, query) => {
    const found = await list(query);
    await change();
    return found;
  });
  change = async () => cms.content.delete(operator, items[999]?.id ?? '', undefined);
  await page({ limit: 10, offset: 2_000 });
  change = async () => undefined;
  await page({ limit: 10, offset: 2_010 });
  expect(queries.map(({ known }) => known)).toEqual([undefined, undefined]);
});

test('only the latest places are known, and pages near the start need none', async () => {
  const { queries, page } = await world();
  for (let offset = 1_000; offset < 3_000; offset += 10) await page({ limit: 10, offset });
  for (const offset of [1_020, 500, 0]) {
    await page({ limit: 10, offset });
    expect(queries.at(-1)?.known).toBeUndefined();
  }
});
