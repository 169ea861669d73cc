import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  anonymous,
  dataLimits,
  operator,
  pageBytes,
  type Actor,
  type Cms,
  type ContentItem,
  type ContentListing,
} from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld } from '../support/cached-world.ts';
import { coreWorld, refused, type CoreWorld } from '../support/core-world.ts';

const half = dataLimits.bytes / 2;
/** One more than a page may have of items of this size. */
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

const list = (cms: Cms, query: object = {}, actor: Actor = anonymous): Promise<ContentListing> =>
  cms.content.list(actor, { client: '::1', ...query }, (found) => `${found.length} items`);

const portionsOf = ({ portions }: ContentListing): AsyncIterator<readonly ContentItem[]> => {
  if (portions === undefined) throw new Error('The page came whole');
  return portions[Symbol.asyncIterator]();
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

test('a page that may be in memory at once comes as text', async () => {
  const listing = await list(world.cms, { limit: count - 1 });
  expect([listing.text, listing.count, listing.portions]).toEqual(['8 items', 8, undefined]);
});

test('a larger one comes in portions of whole items, in the order of the list', async () => {
  const contents = altered(world.ports.contents, {
    listAmong: async (ids, filter) =>
      (await world.ports.contents.listAmong(ids, filter)).toReversed(),
  });
  const listing = await list(world.another({ ports: { contents } }));
  expect([listing.text, listing.count]).toEqual(['0 items', 0]);
  const sizes: number[] = [];
  const found: ContentItem[] = [];
  for await (const portion of listing.portions ?? []) {
    sizes.push(portion.length);
    found.push(...portion);
  }
  expect(sizes).toEqual([2, 2, 2, 2, 1]);
  expect(idsIn(found)).toEqual(idsIn(items));
  expect(found.every(({ data }, index) => data === items[index]?.data)).toBe(true);
});

test('nothing is read of a portion before it is asked for', async () => {
  let reads = 0;
  const contents = altered(world.ports.contents, {
    listAmong: (ids, filter) => {
      reads += 1;
      return world.ports.contents.listAmong(ids, filter);
    },
  });
  const portions = portionsOf(await list(world.another({ ports: { contents } })));
  expect(reads).toBe(0);
  await portions.next();
  expect(reads).toBe(1);
  await portions.return?.();
  expect(reads).toBe(1);
});

test('what went or changed away before its portion was read is left out', async () => {
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

test('what the reader may no longer see is not sent, whatever took it away', async () => {
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
  // The draft is the last of them.
  expect(idsIn(await readAll(stranger!))).toEqual(idsIn(items.slice(6, -1)));
});

test('so many are read at a time; others are told to come again, and may once one has ended', async () => {
  const { cms } = world;
  const begun = await Promise.all(
    Array.from({ length: open }, async () => portionsOf(await list(cms))),
  );
  for (const portions of begun) await portions.next();
  const waiting = await list(cms);
  expect(await refused('overloaded', portionsOf(waiting).next())).toMatchObject({
    retryAfterMs: 5_000,
  });
  expect((await list(cms, { limit: 2 })).text).toBe('2 items');
  await begun[0]!.return?.();
  const next = portionsOf(await list(cms));
  expect((await next.next()).value).toHaveLength(2);
  await refused('overloaded', portionsOf(await list(cms)).next());
  expect(await readAll(begun[1]!)).toHaveLength(count - 2);
  expect((await portionsOf(await list(cms)).next()).value).toHaveLength(2);
});

test('one whose portion cannot be read makes room for others', async () => {
  let isAway = true;
  const contents = altered(world.ports.contents, {
    listAmong: (ids, filter) =>
      isAway ? Promise.reject(new Error('away')) : world.ports.contents.listAmong(ids, filter),
  });
  const cms = world.another({ ports: { contents } });
  for (let n = 0; n < open; n += 1) {
    await expect(portionsOf(await list(cms)).next()).rejects.toThrow('away');
  }
  isAway = false;
  expect((await portionsOf(await list(cms)).next()).value).toHaveLength(2);
});

test('the cache keeps no large page, and says so', async () => {
  const cached = await cachedWorld();
  await fill(cached);
  for (let n = 0; n < 2; n += 1) {
    const listing = await list(cached.cms);
    expect(listing.cache).toEqual({ active: true, hit: false, source: 'database', ttlMs: 0 });
    expect(await readAll(portionsOf(listing))).toHaveLength(count);
  }
  await list(cached.cms, { limit: 1 });
  expect((await list(cached.cms, { limit: 1 })).cache.source).toBe('memory');
});

test('an export reads no more than a page may have at a time, and all in the end', async () => {
  const pages: number[] = [];
  const { unitOfWork } = world.ports;
  const counting = altered(unitOfWork, {
    snapshot: (work) =>
      unitOfWork.snapshot((repositories) =>
        work({
          ...repositories,
          contents: altered(repositories.contents, {
            listAfter: async (id, limit) => {
              const page = await repositories.contents.listAfter(id, limit);
              pages.push(page.length);
              return page;
            },
          }),
        }),
      ),
  });
  const extra = { collectionId: world.posts.id, title: 'One more', data: { words } };
  await world.cms.content.create(operator, extra);
  const exported: string[] = [];
  await world
    .another({ ports: { unitOfWork: counting } })
    .transfer.exportEverything(operator, async (record) => {
      if (record.type === 'content') exported.push(record.record.id);
    });
  expect(pages).toEqual([count, 1, 0]);
  expect(exported).toHaveLength(count + 1);
});
