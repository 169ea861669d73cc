import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  anonymous,
  operator,
  type Actor,
  type Cms,
  type ContentListing,
  type Ports,
} from '../../core/index.ts';
import { pageBytes, type ContentRepository } from '../../core/store.ts';
import { dataLimits, type ContentItem } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld } from '../support/cache/cached-world.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';

const half = dataLimits.bytes / 2;
/** One item more than fits on a page that is not large. */
const count = pageBytes / half + 1;
const open = 8;

let words: string;
let world: CoreWorld;
/** Newest first. */
let items: readonly ContentItem[];

beforeAll(() => {
  words = 'x'.repeat(half - '{"words":""}'.length);
});

beforeEach(async () => {
  world = await coreWorld();
  items = await fill(world);
});

const fill = async ({ cms, clock, posts }: CoreWorld): Promise<readonly ContentItem[]> => {
  const written: ContentItem[] = [];
  for (let n = 0; n < count; n += 1) {
    clock.advance(1);
    const fields = { collectionId: posts.id, title: `T${n}`, status: 'published' } as const;
    written.unshift(await cms.content.create(operator, { ...fields, data: { words } }));
  }
  return written;
};

const list = async (
  cms: Cms,
  query: object = {},
  actor: Actor = anonymous,
): Promise<ContentListing> =>
  (await cms.content.readPage(actor, { of: { list: query }, client: '::1' })).value;

const portionsOf = (listing: ContentListing): AsyncIterator<readonly ContentItem[]> => {
  if (listing.kind !== 'portions') throw new Error('The page is not large');
  return listing.portions[Symbol.asyncIterator]();
};

type ListAmong = ContentRepository['listAmong'];

/** Another instance, which reads portions in another way. */
const anotherReading = (
  change: (intact: ListAmong) => ListAmong,
  ports: Partial<Ports> = {},
): Cms => {
  const store = alteredStore(world.ports.store, ({ contents }) => ({
    contents: altered(contents, { listAmong: change((...query) => contents.listAmong(...query)) }),
  }));
  return world.another({ ports: { ...ports, store } });
};

const idsIn = (portion: readonly ContentItem[] = []) => portion.map(({ id }) => id);

const readAll = async (
  portions: AsyncIterator<readonly ContentItem[]>,
): Promise<readonly ContentItem[]> => {
  const all: ContentItem[] = [];
  for (;;) {
    const { done, value } = await portions.next();
    if (done === true) return all;
    all.push(...value);
  }
};

test('a page of up to 8 MiB has its items', async () => {
  const listing = await list(world.cms, { limit: count - 1 });
  expect([listing.kind, listing.count]).toEqual(['items', 8]);
  const of = { list: { collection: 'blog-posts', mustExist: true, limit: count - 1 } };
  const { value } = await world.cms.content.readPage(anonymous, { of, client: '::1' });
  expect(value).toMatchObject({
    kind: 'items',
    items: listing.kind === 'items' && listing.items,
    conditions: [{ field: 'collectionId', operator: 'equals', value: world.posts.id }],
  });
});

test('a larger page is returned in portions of whole items, in the order of the list', async () => {
  const listing = await list(
    anotherReading((listAmong) => async (...query) => {
      const read = await listAmong(...query);
      return read.isCurrent ? { ...read, value: read.value.toReversed() } : read;
    }),
  );
  expect([listing.kind, listing.count]).toEqual(['portions', count]);
  const sizes: number[] = [];
  const found: ContentItem[] = [];
  for await (const portion of listing.kind === 'portions' ? listing.portions : []) {
    sizes.push(portion.length);
    found.push(...portion);
  }
  expect(sizes).toEqual([2, 2, 2, 2, 1]);
  expect(idsIn(found)).toEqual(idsIn(items));
  expect(found.every(({ data }, index) => data === items[index]?.data)).toBe(true);
});

test('a portion is not read before it is requested', async () => {
  let reads = 0;
  const cms = anotherReading((listAmong) => (...query) => {
    reads += 1;
    return listAmong(...query);
  });
  const portions = portionsOf(await list(cms));
  expect(reads).toBe(0);
  await portions.next();
  expect(reads).toBe(1);
  await portions.return?.();
  expect(reads).toBe(1);
});

test('items that were deleted or no longer match are omitted from their portion', async () => {
  const { cms } = world;
  const portions = portionsOf(await list(cms, { status: 'published' }));
  const { value: first } = await portions.next();
  await cms.content.delete(operator, items[2]!.id, undefined);
  await cms.content.update(operator, items[4]!.id, { status: 'draft' }, undefined);
  const [, , , third, , fifth, ...others] = items;
  const rest = await readAll(portions);
  expect(idsIn([...first, ...rest])).toEqual(
    idsIn([...items.slice(0, 2), third!, fifth!, ...others]),
  );
});

test('items that the caller can no longer see are omitted, regardless of the reason', async () => {
  const { cms } = world;
  await cms.content.update(operator, items.at(-1)!.id, { status: 'draft' }, undefined);
  const readers: readonly Actor[] = [anonymous, await world.person('viewer')];
  const begun = await Promise.all(
    readers.map(async (actor) => portionsOf(await list(cms, {}, actor))),
  );
  for (const portions of begun) expect((await portions.next()).value).toHaveLength(2);
  await cms.settings.update(operator, { publicContent: 'published' });
  for (const portions of begun) expect((await portions.next()).value).toHaveLength(2);
  await cms.settings.update(operator, { publicContent: 'all' });
  await cms.collections.update(operator, 'blog-posts', { isActive: false });
  const [stranger, viewer] = begun;
  expect((await stranger!.next()).value).toEqual([]);
  expect(await readAll(viewer!)).toHaveLength(count - 4);
  await cms.collections.update(operator, 'blog-posts', { isActive: true });
  await cms.settings.update(operator, { publicContent: 'published' });
  // The draft is the last item.
  expect(idsIn(await readAll(stranger!))).toEqual(idsIn(items.slice(6, -1)));
});

test('eight portions are read at a time; a further one waits for ten seconds', async () => {
  const timer = manualTimer();
  let reads = 0;
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  const cms = anotherReading(
    (listAmong) =>
      async (...query) => {
        reads += 1;
        await isOver;
        return listAmong(...query);
      },
    { timer },
  );
  const next = async () => portionsOf(await list(cms)).next();
  const begun = Array.from({ length: open }, next);
  await expect.poll(() => reads).toBe(open);
  const late = rejectsWith('overloaded', next());
  await expect.poll(() => timer.waits()).toEqual([10_000]);
  timer.expire();
  expect((await late).retryAfterMs).toBe(5_000);
  const waiting = next();
  await expect.poll(() => timer.waits()).toEqual([10_000]);
  expect((await list(cms, { limit: 2 })).kind).toBe('items');
  goOn();
  for (const { value } of await Promise.all([...begun, waiting])) expect(value).toHaveLength(2);
  expect(reads).toBe(open + 1);
});

test('a reader who stops between two portions delays nobody', async () => {
  const begun = await Promise.all(
    Array.from({ length: 2 * open }, async () => portionsOf(await list(world.cms))),
  );
  for (const portions of begun) expect((await portions.next()).value).toHaveLength(2);
  expect(await readAll(begun[1]!)).toHaveLength(count - 2);
});

test('a portion that fails releases its slot', async () => {
  let isAway = true;
  const cms = anotherReading(
    (listAmong) =>
      (...query) =>
        isAway ? Promise.reject(new Error('away')) : listAmong(...query),
  );
  for (let n = 0; n < open; n += 1) {
    await expect(portionsOf(await list(cms)).next()).rejects.toThrow('away');
  }
  isAway = false;
  expect((await portionsOf(await list(cms)).next()).value).toHaveLength(2);
});

test('a large page is not cached, which the response reports', async () => {
  const cached = await cachedWorld();
  await fill(cached);
  for (let n = 0; n < 2; n += 1) {
    const { value, cache } = await cached.cms.content.readPage(anonymous, {
      of: { list: {} },
      client: '::1',
    });
    expect(cache).toEqual({ active: true, hit: false, source: 'database', ttlMs: 0 });
    expect(await readAll(portionsOf(value))).toHaveLength(count);
  }
  await cached.write(await cached.person('author'));
  const short = () =>
    cached.cms.content.readPage(anonymous, { of: { list: { limit: 1 } }, client: '::1' });
  await short();
  expect((await short()).cache.source).toBe('memory');
});

test('an export reads everything, at most one page at a time', async () => {
  const pages: number[] = [];
  const store = alteredStore(world.ports.store, ({ contents }) => ({
    contents: altered(contents, {
      listAfter: async (id, limit) => {
        const page = await contents.listAfter(id, limit);
        pages.push(page.length);
        return page;
      },
    }),
  }));
  const extra = { collectionId: world.posts.id, title: 'One more', data: { words } };
  await world.cms.content.create(operator, extra);
  const exported: string[] = [];
  await world.another({ ports: { store } }).transfer.exportEverything(operator, async (record) => {
    if (record.type === 'content') exported.push(record.record.id);
  });
  expect(pages).toEqual([count, 1, 0]);
  expect(exported).toHaveLength(count + 1);
});
