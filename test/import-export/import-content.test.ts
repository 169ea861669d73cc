import { describe, expect, test } from 'vitest';
import {
  anonymous,
  isDomainError,
  operator,
  type Actor,
  type ErrorCode,
  type ImportContent,
} from '../../core/index.ts';
import { noId, type ImportOutcome, type ContentRecord } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { post, stored } from '../support/import/imports.ts';

type Rules = Omit<ImportContent, 'records'>;

const importRecord = (
  { cms }: CoreWorld,
  records: readonly ContentRecord[],
  rules: Rules = {},
): Promise<readonly ImportOutcome[]> => cms.transfer.importContent(operator, { records, ...rules });

/** The outcome of each record, or the error code. */
const outcomesOf = async (
  outcomes: Promise<readonly ImportOutcome[]>,
): Promise<readonly string[]> =>
  (await outcomes).map((one) =>
    one.outcome === 'failed' && isDomainError(one.error) ? one.error.code : one.outcome,
  );

test('only administrators import; for others, nothing is read', async () => {
  const { cms, person } = await coreWorld();
  const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
  const ask = (actor: Actor) =>
    cms.transfer.importContent(actor, { records: [post({ collection: 'nothing' })] });
  await rejectsWith('not_authenticated', ask(anonymous));
  await rejectsWith('token_read_only', ask(token));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', ask(await person(role)));
  }
  expect(await outcomesOf(ask(await person('admin')))).toEqual(['collection_not_found']);
});

describe('a record', () => {
  test('with few members gets the defaults of a new item', async () => {
    const world = await coreWorld();
    const records = [{ collection: 'blog-posts', title: ' Hello, World ' }];
    const [outcome] = await importRecord(world, records);
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

  test('with all members is stored unchanged', async () => {
    const world = await coreWorld();
    const { user: author } = await world.cms.accounts.getOwn(await world.person('author'));
    const id = '0198C0DE-1A2B-7C3D-8E4F-5A6B7C8D9E0F';
    const times = { createdAt: 1_000, updatedAt: 2_000 };
    const data = { content: '# Hi' };
    const full = { id, status: 'archived', data, version: 7, ...times } as const;
    await importRecord(world, [post({ ...full, author: author.email.toUpperCase() })]);
    expect(await stored(world)).toMatchObject({
      id: id.toLowerCase(),
      authorId: author.id,
      status: 'archived',
      data: '{"content":"# Hi"}',
      version: 7,
      ...times,
    });
  });

  test('without a time of change has its creation time', async () => {
    const world = await coreWorld();
    const records = [
      post({ slug: 'a', createdAt: 5_000 }),
      post({ slug: 'b', createdAt: 5_000, updatedAt: 4_000 }),
    ];
    await importRecord(world, records);
    for (const slug of ['a', 'b']) expect((await stored(world, slug)).updatedAt).toBe(5_000);
  });

  test('whose author has no account here has no author', async () => {
    const world = await coreWorld();
    const records = ['nobody@example.org', 'nonsense', ''].map((author, n) =>
      post({ author, slug: `s${n}` }),
    );
    expect(await outcomesOf(importRecord(world, records))).toEqual([
      'created',
      'created',
      'created',
    ]);
    for (const slug of ['s0', 's1', 's2']) {
      expect((await stored(world, slug)).authorId).toBeUndefined();
    }
  });

  test('can have any status', async () => {
    const world = await coreWorld();
    for (const status of ['published', 'archived', 'published', 'draft', 'archived'] as const) {
      await importRecord(world, [post({ status })]);
      expect((await stored(world)).status).toBe(status);
    }
  });

  test('can belong to an inactive collection', async () => {
    const world = await coreWorld();
    await world.cms.collections.update(operator, 'blog-posts', { isActive: false });
    expect(await outcomesOf(importRecord(world, [post()]))).toEqual(['created']);
  });

  test('must match the schema of its collection, unless it comes from an export', async () => {
    const world = await coreWorld();
    const schema = { properties: { excerpt: { type: 'textarea' } }, required: ['excerpt'] };
    await world.cms.collections.update(operator, 'blog-posts', { schema });
    const unfinished = [post({ status: 'published' })];
    const misfit = [post({ slug: 'b', data: { excerpt: 5 } })];
    expect(await outcomesOf(importRecord(world, unfinished))).toEqual(['invalid_data']);
    expect(await outcomesOf(importRecord(world, misfit))).toEqual(['invalid_data']);
    const records = [...unfinished, ...misfit];
    const verbatim = importRecord(world, records, { verbatim: true });
    expect(await outcomesOf(verbatim)).toEqual(['created', 'created']);
    const unkeepable = [post({ slug: 'c', data: { a: 'x\u0000' } })];
    const strange = importRecord(world, unkeepable, { verbatim: true });
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
  test(`${name} fails with ${code} at ${path} and does not affect other records`, async () => {
    const world = await coreWorld();
    const records = [post({ slug: 'before' }), post(fields), post({ slug: 'after' })];
    const outcomes = await importRecord(world, records);
    expect(await outcomesOf(Promise.resolve(outcomes))).toEqual(['created', code, 'created']);
    const failure = outcomes[1]!;
    expect(failure.outcome === 'failed' && failure.error).toMatchObject({ issues: [{ path }] });
    expect(await world.ports.store.repositories.contents.listAfter(undefined, 10)).toHaveLength(2);
  });
}

describe('in one batch', () => {
  test('the first of two records with one slug is stored, the other gets a free alternative', async () => {
    const world = await coreWorld();
    const records = [post(), post({ title: 'Other' }), post({ slug: 'third' })];
    const outcomes = await importRecord(world, records);
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

  test('a record with an id is never treated as one without', async () => {
    const world = await coreWorld();
    await importRecord(world, [post()]);
    const records = [post(), post({ id: noId, title: 'Other' })];
    expect(await outcomesOf(importRecord(world, records))).toEqual(['unchanged', 'slug_taken']);
  });

  test('nothing is written if nothing has changed', async () => {
    const world = await coreWorld();
    await importRecord(world, [post()]);
    let commits = 0;
    const store = altered(world.ports.store, {
      commit: (changes) => {
        commits += 1;
        return world.ports.store.commit(changes);
      },
    });
    const { transfer } = world.another({ ports: { store } });
    await transfer.importContent(operator, { records: [post()] });
    expect(commits).toBe(0);
    await transfer.importContent(operator, { records: [post({ title: 'New' })] });
    expect(commits).toBe(1);
    expect((await stored(world)).title).toBe('New');
  });

  test('the first of two records with one id is stored', async () => {
    const world = await coreWorld();
    const records = [post({ id: noId }), post({ id: noId, slug: 'other' })];
    expect(await outcomesOf(importRecord(world, records))).toEqual(['created', 'id_taken']);
  });

  test('two hundred records have two hundred outcomes, in order', async () => {
    const world = await coreWorld();
    const records = Array.from({ length: 200 }, (_, n) => post({ slug: `s${n}` }));
    const outcomes = await importRecord(world, records);
    expect(outcomes.map((one) => 'slug' in one && one.slug)).toEqual(
      records.map(({ slug }) => slug),
    );
    expect(await outcomesOf(importRecord(world, [...records].reverse()))).toEqual(
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
    expect(await outcomesOf(importRecord(world, records))).toEqual(expected);
    const changed = [post({ title: 'forbidden' }), post({ slug: 'third', title: 'New' })];
    expect(await outcomesOf(importRecord(world, changed))).toEqual(['blocked_by_hook', 'updated']);
    expect((await stored(world)).title).toBe('Title');
  });
});
