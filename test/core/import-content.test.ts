import { describe, expect, test } from 'vitest';
import {
  anonymous,
  isDomainError,
  noId,
  operator,
  type Actor,
  type ErrorCode,
  type ImportContent,
  type ImportOutcome,
  type ContentRecord,
} from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { coreWorld, refused, type CoreWorld } from '../support/core-world.ts';
import { post, stored } from '../support/imports.ts';

type Rules = Omit<ImportContent, 'records'>;

const bringIn = (
  { cms }: CoreWorld,
  records: readonly ContentRecord[],
  rules: Rules = {},
): Promise<readonly ImportOutcome[]> => cms.transfer.importContent(operator, { records, ...rules });

/** What became of each record; the code of those that failed. */
const outcomesOf = async (
  outcomes: Promise<readonly ImportOutcome[]>,
): Promise<readonly string[]> =>
  (await outcomes).map((one) =>
    one.outcome === 'failed' && isDomainError(one.error) ? one.error.code : one.outcome,
  );

test('only administrators import, and nothing is looked at for others', async () => {
  const { cms, person } = await coreWorld();
  const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
  const ask = (actor: Actor) =>
    cms.transfer.importContent(actor, { records: [post({ collection: 'nothing' })] });
  await refused('not_authenticated', ask(anonymous));
  await refused('token_read_only', ask(token));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await refused('forbidden', ask(await person(role)));
  }
  expect(await outcomesOf(ask(await person('admin')))).toEqual(['collection_not_found']);
});

describe('a record', () => {
  test('that says little is made up for as a new item is', async () => {
    const world = await coreWorld();
    const records = [{ collection: 'blog-posts', title: ' Hello, World ' }];
    const [outcome] = await bringIn(world, records);
    const item = await stored(world, 'hello-world');
    expect(outcome).toEqual({ outcome: 'created', id: item.id, slug: 'hello-world' });
    expect(item).toMatchObject({
      collectionId: world.posts.id,
      authorId: undefined,
      title: 'Hello, World',
      status: 'draft',
      data: '{}',
      version: 1,
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
    });
  });

  test('that says all is kept so', async () => {
    const world = await coreWorld();
    const author = await world.cms.accounts.getOwn(await world.person('author'));
    const id = '0198C0DE-1A2B-7C3D-8E4F-5A6B7C8D9E0F';
    const times = { createdAt: 1_000, updatedAt: 2_000 };
    const data = { content: '# Hi' };
    const full = { id, status: 'archived', data, version: 7, ...times } as const;
    await bringIn(world, [post({ ...full, author: author.email.toUpperCase() })]);
    expect(await stored(world)).toMatchObject({
      id: id.toLowerCase(),
      authorId: author.id,
      status: 'archived',
      data: '{"content":"# Hi"}',
      version: 7,
      ...times,
    });
  });

  test('that was never changed is as old as it is', async () => {
    const world = await coreWorld();
    const records = [
      post({ slug: 'a', createdAt: 5_000 }),
      post({ slug: 'b', createdAt: 5_000, updatedAt: 4_000 }),
    ];
    await bringIn(world, records);
    for (const slug of ['a', 'b']) expect((await stored(world, slug)).updatedAt).toBe(5_000);
  });

  test('whose author is unknown here has none', async () => {
    const world = await coreWorld();
    const records = ['nobody@example.org', 'nonsense', ''].map((author, n) =>
      post({ author, slug: `s${n}` }),
    );
    expect(await outcomesOf(bringIn(world, records))).toEqual(['created', 'created', 'created']);
    for (const slug of ['s0', 's1', 's2']) {
      expect((await stored(world, slug)).authorId).toBeUndefined();
    }
  });

  test('may give an item any status', async () => {
    const world = await coreWorld();
    for (const status of ['published', 'archived', 'published', 'draft', 'archived'] as const) {
      await bringIn(world, [post({ status })]);
      expect((await stored(world)).status).toBe(status);
    }
  });

  test('may live in a collection that is not active', async () => {
    const world = await coreWorld();
    await world.cms.collections.update(operator, 'blog-posts', { isActive: false });
    expect(await outcomesOf(bringIn(world, [post()]))).toEqual(['created']);
  });

  test('keeps the rules of its collection, unless it comes back from an export', async () => {
    const world = await coreWorld();
    const schema = { properties: { excerpt: { type: 'textarea' } }, required: ['excerpt'] };
    await world.cms.collections.update(operator, 'blog-posts', { schema });
    const unfinished = [post({ status: 'published' })];
    const misfit = [post({ slug: 'b', data: { excerpt: 5 } })];
    expect(await outcomesOf(bringIn(world, unfinished))).toEqual(['invalid_data']);
    expect(await outcomesOf(bringIn(world, misfit))).toEqual(['invalid_data']);
    const records = [...unfinished, ...misfit];
    const verbatim = bringIn(world, records, { verbatim: true });
    expect(await outcomesOf(verbatim)).toEqual(['created', 'created']);
    const unkeepable = [post({ slug: 'c', data: { a: 'x\u0000' } })];
    const strange = bringIn(world, unkeepable, { verbatim: true });
    expect(await outcomesOf(strange)).toEqual(['invalid_text']);
  });
});

const broken: readonly (readonly [string, Partial<ContentRecord>, ErrorCode, string])[] = [
  ['an unknown collection', { collection: 'nothing' }, 'collection_not_found', 'collection'],
  ['no title', { title: ' ' }, 'invalid_input', 'title'],
  ['a title that cannot be kept', { title: 'a\u0000' }, 'invalid_text', 'title'],
  ['a slug of nothing', { slug: '!' }, 'invalid_slug', 'slug'],
  ['data that does not fit', { data: { tags: 'x' } }, 'invalid_data', 'data.tags'],
  ['a number beyond all', { data: { a: [Infinity] } }, 'invalid_data', 'data.a.0'],
  ['an id that is none', { id: 'x' }, 'invalid_input', 'id'],
  ['half a millisecond', { createdAt: 1.5 }, 'invalid_input', 'created_at'],
  ['a time beyond all calendars', { updatedAt: 8.64e15 + 1 }, 'invalid_input', 'updated_at'],
  ['a version before the first', { version: 0 }, 'invalid_input', 'version'],
  ['a version beyond the last', { version: 2 ** 31 }, 'invalid_input', 'version'],
];
for (const [name, fields, code, path] of broken) {
  test(`${name} fails with ${code} at ${path} and does not hurt its neighbours`, async () => {
    const world = await coreWorld();
    const records = [post({ slug: 'before' }), post(fields), post({ slug: 'after' })];
    const outcomes = await bringIn(world, records);
    expect(await outcomesOf(Promise.resolve(outcomes))).toEqual(['created', code, 'created']);
    const failure = outcomes[1]!;
    expect(failure.outcome === 'failed' && failure.error).toMatchObject({ issues: [{ path }] });
    expect(await world.ports.contents.listAfter(undefined, 10)).toHaveLength(2);
  });
}

describe('in one batch', () => {
  test('the first of two with one slug is kept, the other is told a free one', async () => {
    const world = await coreWorld();
    const records = [post(), post({ title: 'Other' }), post({ slug: 'third' })];
    const outcomes = await bringIn(world, records);
    expect(await outcomesOf(Promise.resolve(outcomes))).toEqual([
      'created',
      'slug_taken',
      'created',
    ]);
    const failure = outcomes[1]!;
    expect(failure.outcome === 'failed' && failure.error).toMatchObject({
      details: "'slug-2' is free",
      issues: [{ path: 'slug' }],
    });
    expect((await stored(world)).title).toBe('Title');
  });

  test('one that has an id is never taken for one that has none', async () => {
    const world = await coreWorld();
    await bringIn(world, [post()]);
    const records = [post(), post({ id: noId, title: 'Other' })];
    expect(await outcomesOf(bringIn(world, records))).toEqual(['unchanged', 'slug_taken']);
  });

  test('nothing is written where nothing is new', async () => {
    const world = await coreWorld();
    await bringIn(world, [post()]);
    const insertAll = () => Promise.reject(new Error('asked for nothing'));
    const contents = altered(world.ports.contents, { insertAll });
    const { transfer } = world.another({ ports: { contents } });
    for (const title of ['Title', 'New']) {
      await transfer.importContent(operator, { records: [post({ title })] });
    }
    expect((await stored(world)).title).toBe('New');
  });

  test('the first of two with one id is kept', async () => {
    const world = await coreWorld();
    const records = [post({ id: noId }), post({ id: noId, slug: 'other' })];
    expect(await outcomesOf(bringIn(world, records))).toEqual(['created', 'id_taken']);
  });

  test('two hundred records have two hundred outcomes, in order', async () => {
    const world = await coreWorld();
    const records = Array.from({ length: 200 }, (_, n) => post({ slug: `s${n}` }));
    const outcomes = await bringIn(world, records);
    expect(outcomes.map((one) => 'slug' in one && one.slug)).toEqual(
      records.map(({ slug }) => slug),
    );
    expect(await outcomesOf(bringIn(world, [...records].reverse()))).toEqual(
      records.map(() => 'unchanged'),
    );
  });

  test('a record that a hook blocks fails alone', async () => {
    const decide = (attempt: object) =>
      JSON.stringify(attempt).includes('forbidden') ? 'No' : undefined;
    const hook = {
      name: 'guard',
      operations: ['content.create', 'content.update'],
      decide,
    } as const;
    const world = await coreWorld({ hooks: [hook] });
    const records = [post(), post({ slug: 'forbidden' }), post({ slug: 'third' })];
    const expected = ['created', 'blocked_by_hook', 'created'];
    expect(await outcomesOf(bringIn(world, records))).toEqual(expected);
    const changed = [post({ title: 'forbidden' }), post({ slug: 'third', title: 'New' })];
    expect(await outcomesOf(bringIn(world, changed))).toEqual(['blocked_by_hook', 'updated']);
    expect((await stored(world)).title).toBe('Title');
  });
});
