import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  anonymous,
  dataLimits,
  operator,
  pageBytes,
  type Actor,
  type Cms,
  type ContentItem,
  type RenderedListing,
} from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { cachedWorld } from '../support/cached-world.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core-world.ts';
import { listFormOf } from '../support/list-forms.ts';

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

const form = listFormOf('marks', () => '.');

const list = (cms: Cms, query: object = {}, actor: Actor = anonymous): Promise<RenderedListing> =>
  cms.renderedContent.list(actor, { client: '::1', ...query }, form);

const textOf = (listing: RenderedListing): string | undefined =>
  listing.kind === 'text' ? String(Buffer.concat(listing.text)) : undefined;

const portionsOf = (listing: RenderedListing): AsyncIterator<readonly ContentItem[]> => {
  if (listing.kind !== 'portions') throw new Error('The page is not large');
  return listing.portions[Symbol.asyncIterator]();
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

test('a page of up to 8 MiB is returned as text', async () => {
  const listing = await list(world.cms, { limit: count - 1 });
  expect([textOf(listing), listing.count]).toEqual(['........', 8]);
});

test('a larger page is returned in portions of whole items, in the order of the list', async () => {
  const contents = altered(world.ports.contents, {
    listAmong: async (ids, filter) =>
      (await world.ports.contents.listAmong(ids, filter)).toReversed(),
  });
  const listing = await list(world.another({ ports: { contents } }));
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

test('eight large pages are read at a time; further ones are rejected until one has ended', async () => {
  const { cms } = world;
  const begun = await Promise.all(
    Array.from({ length: open }, async () => portionsOf(await list(cms))),
  );
  for (const portions of begun) await portions.next();
  const waiting = await list(cms);
  expect(await rejectsWith('overloaded', portionsOf(waiting).next())).toMatchObject({
    retryAfterMs: 5_000,
  });
  expect(textOf(await list(cms, { limit: 2 }))).toBe('..');
  await begun[0]!.return?.();
  const next = portionsOf(await list(cms));
  expect((await next.next()).value).toHaveLength(2);
  await rejectsWith('overloaded', portionsOf(await list(cms)).next());
  expect(await readAll(begun[1]!)).toHaveLength(count - 2);
  expect((await portionsOf(await list(cms)).next()).value).toHaveLength(2);
});

test('a large page that fails releases its slot', async () => {
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

test('a large page is not cached, which the response reports', async () => {
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

test('an export reads everything, at most one page at a time', async () => {
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
