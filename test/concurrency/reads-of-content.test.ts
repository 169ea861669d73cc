import { describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { encodeJson, type JsonObject } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';

/** Many published items. */
const worldOf = async (count: number, data: JsonObject): Promise<CoreWorld> => {
  // Work does not pause, and waits do not end by themselves.
  const world = await coreWorld({ ports: { timer: manualTimer() } });
  const { cms, ports } = world;
  const admin = await world.person('admin');
  const properties = {
    author: { type: 'reference', collection: world.pages.name },
    text: { type: 'textarea' },
  };
  const posts = await cms.collections.update(admin, world.posts.name, {
    schema: { type: 'object', properties },
  });
  const items = Array.from({ length: count }, (_, n) => ({
    id: ports.ids.next(),
    collectionId: posts.id,
    authorId: undefined,
    title: `Item ${n}`,
    slug: `item-${n}` as never,
    status: 'published' as const,
    data: encodeJson(data),
    version: 1,
    origin: undefined,
    createdAt: n,
    updatedAt: n,
    publishedAt: n,
  }));
  await ports.store.commit(
    items.map((item) => ({
      kind: 'create',
      item,
      expected: { collectionVersion: posts.version },
      parts: { search: { title: 'item', texts: ['word'] } },
    })),
  );
  return { ...world, posts };
};

const asked = 40;

/** How many of the reads that one client begins at the same time are refused. */
const refused = async (read: (client: string) => Promise<unknown>): Promise<number> => {
  const results = await Promise.allSettled(Array.from({ length: asked }, () => read('192.0.2.1')));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const error of errors) expect(error).toMatchObject({ code: 'overloaded' });
  return errors.length;
};

describe('of one client, one costly read runs and sixteen wait', () => {
  test('queries that no index serves', async () => {
    const { cms, posts } = await worldOf(300, { text: 'item '.repeat(1_000) });
    const where = [{ field: 'data.text', operator: 'contains', value: 'item' }];
    const read = (client: string) =>
      cms.content.readPage(anonymous, { of: { query: { collection: posts.name, where } }, client });
    expect(await refused(read)).toBe(asked - 17);
    const followed = (client: string) =>
      cms.content.readPage(anonymous, {
        of: { query: { collection: posts.name, limit: 10 } },
        client,
      });
    expect(await refused(followed)).toBe(0);
  });

  test('searches, once it is known what they cost', async () => {
    const { cms } = await worldOf(3_000, { plain: 'word' });
    const read = (client: string) => cms.search.find(anonymous, { q: 'word', client });
    await read('192.0.2.1');
    expect(await refused(read)).toBeGreaterThan(0);
  });

  test('expanded lists of much data', async () => {
    const { cms } = await worldOf(300, { author: 'x'.repeat(4_000) });
    const read = (limit: number) => (client: string) =>
      cms.content.readPage(anonymous, { of: { list: { limit } }, client, expand: 'author' });
    expect(await refused(read(300))).toBe(asked - 17);
    expect(await refused(read(50))).toBe(0);
  });

  test('pages far behind the first', async () => {
    const { cms, posts } = await worldOf(3, {});
    const item = await cms.content.create(operator, { collectionId: posts.id, title: 'Named' });
    const lists = (offset: number): readonly ((client: string) => Promise<unknown>)[] => [
      (client) =>
        cms.content.readPage(anonymous, { of: { list: { offset: offset * 32 } }, client }),
      (client) =>
        cms.content.readPage(anonymous, {
          of: { list: { collection: posts.name, offset: offset * 32, mustExist: true } },
          client,
        }),
      (client) => cms.content.listSummaries(operator, { client, offset: offset * 32 }),
      (client) => cms.redirects.list(anonymous, { client, offset }),
      (client) => cms.references.listReferrers(operator, { client, id: item.id, offset }),
    ];
    for (const read of lists(2_049)) expect(await refused(read)).toBe(asked - 17);
    for (const read of lists(2_048)) expect(await refused(read)).toBe(0);
  });
});

test('the snippets of a page are from so much text together', async () => {
  const text = `${'a '.repeat(16_000)}word`;
  const { cms } = await worldOf(40, { text });
  const matched = async (limit: number) => {
    const { portions } = await cms.search.find(anonymous, { q: 'word', client: 'c', limit });
    const results = (await Array.fromAsync(portions)).flat();
    return results.filter(({ snippet }) => snippet.matches.length > 0).length;
  };
  expect(await matched(20)).toBe(20);
  expect(await matched(40)).toBe(0);
});

test('a search of few items never waits', async () => {
  const { cms } = await worldOf(50, { plain: 'word' });
  expect(await refused((client) => cms.search.find(anonymous, { q: 'word', client }))).toBe(0);
});

test('a search that waits too long for others of the client is refused', async () => {
  const timer = manualTimer();
  const stuck = Promise.withResolvers<never>();
  const { another, ports } = await coreWorld({ ports: { timer } });
  const store = alteredStore(ports.store, ({ search }) => ({
    search: altered(search, { search: () => stuck.promise }),
  }));
  const cms = another({ ports: { store } });
  const find = () => cms.search.find(anonymous, { q: 'word', client: '192.0.2.1' });
  const all = Promise.allSettled(Array.from({ length: 5 }, find));
  await expect.poll(() => timer.waits().filter((ms) => ms === 10_000)).toHaveLength(1);
  timer.expire();
  stuck.reject(new Error('enough'));
  const reasons = (await all).map((each) => (each.status === 'rejected' ? each.reason : undefined));
  expect(reasons.filter((reason) => reason?.code === 'overloaded')).toHaveLength(1);
});

test('a search ends when its reader has left', async () => {
  const { cms } = await worldOf(5, { plain: 'word' });
  const signal = { aborted: false };
  const { portions } = await cms.search.find(anonymous, { q: 'word', client: 'c', signal });
  signal.aborted = true;
  expect(await Array.fromAsync(portions)).toEqual([]);
});
