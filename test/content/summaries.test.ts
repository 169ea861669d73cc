import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor } from '../../core/index.ts';
import {
  contentStatuses,
  exactCountMax,
  summaryIdsMax,
  type ContentItem,
} from '../../core/vocabulary.ts';
import { insertItems } from '../conformance/content/content-changes.ts';
import { sampleContent } from '../conformance/samples.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const client = '::1';

const titles = async (
  { cms }: CoreWorld,
  actor: Actor,
  query: object = {},
): Promise<readonly string[]> => {
  const { summaries } = await cms.content.listSummaries(actor, { client, ...query });
  return summaries.map(({ title }) => title);
};

const reads = ({ cms }: CoreWorld, actor: Actor): readonly Promise<unknown>[] => [
  cms.content.listSummaries(actor, { client }),
  cms.content.count(actor, { client }),
  cms.content.find(actor, { client, title: 'post' }),
];

test('only users read summaries and counts, whatever their role', async () => {
  const world = await coreWorld();
  for (const read of reads(world, anonymous)) await rejectsWith('not_authenticated', read);
  const token = { kind: 'token', tokenId: 't', scope: 'all' } as const;
  for (const read of reads(world, token)) await rejectsWith('forbidden', read);
  const grants = [{ collectionId: world.posts.id, role: 'viewer' }] as const;
  for (const actor of [await world.person('viewer'), await world.person('editor', grants)]) {
    await Promise.all(reads(world, actor));
  }
  await Promise.all(reads(world, operator));
});

describe('lists of summaries', () => {
  test('contain every status, and items of inactive collections, as lists of content do', async () => {
    const world = await coreWorld();
    const [admin, viewer] = [await world.person('admin'), await world.person('viewer')];
    await world.cms.settings.update(operator, { publicContent: 'published' });
    for (const status of contentStatuses) await world.write(admin, { title: status, status });
    await world.write(admin, { title: 'page', collectionId: world.pages.id });
    await world.cms.collections.update(admin, 'blog-posts', { isActive: false });
    const all = ['page', 'archived', 'published', 'draft'];
    expect(await titles(world, viewer, { order: 'created' })).toEqual(all);
    expect(await titles(world, viewer, { status: 'draft' })).toEqual(['page', 'draft']);
    expect(await titles(world, viewer, { collection: 'blog-posts' })).toEqual([]);
    expect(await titles(world, viewer, { collection: 'pages' })).toEqual(['page']);
    expect(await titles(world, viewer, { collection: 'unknown' })).toEqual([]);
  });

  test('are in the order of the last change by default', async () => {
    const world = await coreWorld();
    const editor = await world.person('editor');
    const { id } = await world.write(editor, { title: 'First' });
    world.clock.advance(10);
    await world.write(editor, { title: 'Second' });
    world.clock.advance(10);
    await world.cms.content.update(editor, id, { status: 'published' });
    expect(await titles(world, editor)).toEqual(['First', 'Second']);
    expect(await titles(world, editor, { order: 'updated' })).toEqual(['First', 'Second']);
    expect(await titles(world, editor, { order: 'created' })).toEqual(['Second', 'First']);
  });

  test('contain only the own items with `author`', async () => {
    const world = await coreWorld();
    const [one, other] = [await world.person('author'), await world.person('author')];
    await world.write(one, { title: 'Mine' });
    await world.write(other, { title: 'Theirs' });
    expect(await titles(world, one, { author: 'me' })).toEqual(['Mine']);
    expect(await titles(world, await world.person('admin'), { author: 'me' })).toEqual([]);
    await rejectsWith('not_authenticated', titles(world, operator, { author: 'me' }));
  });

  test('contain only the items with `ids`, in the order and on the pages of the list', async () => {
    const world = await coreWorld();
    const [author, admin] = [await world.person('author'), await world.person('admin')];
    const written: ContentItem[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      written.push(await world.write(title === 'Two' ? author : admin, { title }));
      world.clock.advance(10);
    }
    await world.cms.content.update(operator, written[0]!.id, { status: 'published' });
    const list = (query: object = {}, ids = written.map(({ id }) => id.toUpperCase())) =>
      titles(world, author, { ids: ids.join(','), ...query });
    expect(await list()).toEqual(['One', 'Three', 'Two']);
    expect(await list({ order: 'created' })).toEqual(['Three', 'Two', 'One']);
    expect(await list({ limit: 1, offset: 1 })).toEqual(['Three']);
    expect(await list({ author: 'me' })).toEqual(['Two']);
    expect(await list({ status: 'published' })).toEqual(['One']);
    expect(await list({ collection: 'pages' })).toEqual([]);
    expect(await list({}, [written[1]!.id])).toEqual(['Two']);
    const page = { client, ids: written.map(({ id }) => id).join(','), limit: 2 };
    const { hasMore } = await world.cms.content.listSummaries(author, page);
    expect(hasMore).toBe(true);
    const unknown = Array.from({ length: summaryIdsMax }, () => randomUUID());
    expect(await list({}, unknown)).toEqual([]);
    await rejectsWith('invalid_input', list({}, [...unknown, randomUUID()]));
    for (const wrong of ['', 'one', `${written[0]!.id},`]) {
      await rejectsWith('invalid_input', list({}, [wrong]));
    }
  });

  test('show whether there is a next page, also at the largest limit', async () => {
    const world = await coreWorld();
    const items = Array.from({ length: 1_001 }, (_, n) => itemOf(world, n));
    await insertItems(world.ports.store, items);
    const page = async (query: object) => {
      const { cms } = world;
      const { summaries, hasMore, limit } = await cms.content.listSummaries(operator, {
        client,
        ...query,
      });
      return [summaries.length, hasMore, limit];
    };
    expect(await page({})).toEqual([50, true, 50]);
    expect(await page({ limit: 5_000 })).toEqual([1_000, true, 1_000]);
    expect(await page({ limit: 1_000, offset: 1 })).toEqual([1_000, false, 1_000]);
    expect(await page({ limit: 1, offset: 999 })).toEqual([1, true, 1]);
    expect(await page({ limit: 1, offset: 1_000 })).toEqual([1, false, 1]);
    expect(await page({ limit: 1, offset: 2 ** 31 - 1 })).toEqual([0, false, 1]);
    for (const wrong of [{ limit: 0 }, { offset: -1 }]) {
      await rejectsWith('invalid_input', page(wrong));
    }
  });
});

describe('counts', () => {
  test('are exact up to 10,000, then a lower bound', async () => {
    const world = await coreWorld();
    const insert = (from: number, to: number) =>
      insertItems(
        world.ports.store,
        Array.from({ length: to - from }, (_, n) => itemOf(world, from + n)),
      );
    const count = async () => {
      const [posts] = await world.cms.content.count(operator, { client, collection: 'blog-posts' });
      return posts?.counts.published;
    };
    await insert(0, exactCountMax);
    expect(await count()).toEqual({ count: 10_000, isLowerBound: false });
    await insert(exactCountMax, exactCountMax + 1);
    expect(await count()).toEqual({ count: 10_000, isLowerBound: true });
  });

  test('are in the order of the names, also of inactive collections', async () => {
    const world = await coreWorld();
    const [admin, viewer] = [await world.person('admin'), await world.person('viewer')];
    await world.cms.collections.create(admin, { name: 'news' });
    await world.write(admin, { status: 'draft' });
    await world.cms.collections.update(admin, 'blog-posts', { isActive: false });
    const all = await world.cms.content.count(viewer, { client });
    expect(all.map(({ collection }) => collection)).toEqual(['blog-posts', 'news', 'pages']);
    expect(all[0]?.counts.draft).toEqual({ count: 1, isLowerBound: false });
    for (const collection of ['blog-posts', 'unknown']) {
      expect(await world.cms.content.count(viewer, { client, collection })).toEqual([]);
    }
  });
});

describe('a search by title', () => {
  const found = async (
    { cms }: CoreWorld,
    actor: Actor,
    title: string,
    filter: object = {},
  ): Promise<readonly string[]> => {
    const items = await cms.content.find(actor, { client, title, ...filter });
    return items.map((item) => item.title);
  };

  test('finds what lists of content show: every status, and items of inactive collections', async () => {
    const world = await coreWorld();
    const [admin, viewer] = [await world.person('admin'), await world.person('viewer')];
    await world.cms.settings.update(operator, { publicContent: 'published' });
    await world.write(admin, { title: 'Old Tides', status: 'archived' });
    await world.write(admin, { title: 'Tides', collectionId: world.pages.id });
    await world.cms.collections.update(admin, 'blog-posts', { isActive: false });
    expect(await found(world, viewer, 'TIDES')).toEqual(['Tides', 'Old Tides']);
    expect(await found(world, viewer, 'tides', { status: 'archived' })).toEqual(['Old Tides']);
    expect(await found(world, viewer, 'tides', { collection: 'pages' })).toEqual(['Tides']);
    for (const collection of ['blog-posts', 'unknown']) {
      expect(await found(world, viewer, 'tides', { collection })).toEqual([]);
    }
  });

  test('returns at most 20 items, those that start with the text and the latest first', async () => {
    const world = await coreWorld();
    const editor = await world.person('editor');
    for (let n = 1; n <= 25; n += 1) {
      await world.write(editor, { title: n === 2 ? 'Tide' : `A tide ${n}` });
      world.clock.advance(1);
    }
    const titlesFound = await found(world, editor, 'tide');
    expect(titlesFound).toHaveLength(20);
    expect(titlesFound.slice(0, 3)).toEqual(['Tide', 'A tide 25', 'A tide 24']);
  });

  test('rejects a text without a letter or a digit, and a longer one than a title', async () => {
    const world = await coreWorld();
    for (const title of ['', ' ', '?!', '\u0301', 'x'.repeat(501)]) {
      const error = await rejectsWith('invalid_input', found(world, operator, title));
      expect(error.issues?.[0]?.path).toBe('title');
    }
    await rejectsWith('invalid_text', found(world, operator, 'a\u0000b'));
    expect(await found(world, operator, ` ${'x'.repeat(500)} `)).toEqual([]);
  });
});

test('reads of summaries count for the rate limit of content', async () => {
  const world = await coreWorld();
  await world.cms.plugins.configure(operator, 'cache', {
    active: true,
    settings: { requestsPerMinute: 3 },
  });
  await Promise.all(reads(world, operator));
  for (const read of reads(world, operator)) await rejectsWith('rate_limited', read);
});

const itemOf = ({ posts }: CoreWorld, n: number): ContentItem =>
  sampleContent(n, { collectionId: posts.id });
