import { describe, expect, test } from 'vitest';
import { DomainError, operator, type DomainEvent, type Hook } from '../../core/index.ts';
import { encodeJson, type BulkReport } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

const unknownId = '01a1faed-e8cb-76b2-acde-cacaf0a15fcc';

/** `done`, `not_done`, or the code of the error, for each result. */
const outcomesOf = ({ results }: BulkReport): readonly string[] =>
  results.map((result) => (result.outcome === 'failed' ? result.error.code : result.outcome));

const statusesOf = async ({ ports }: CoreWorld, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => (await ports.store.repositories.contents.findById(id))?.status),
  );

const writeSome = async ({ write, person }: CoreWorld, count: number, fields = {}) => {
  const editor = await person('editor');
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await write(editor, fields)).id);
  return { editor, ids };
};

describe.each([false, true])('with atomic %s', (atomic) => {
  test('publishes the working copies of published items', async () => {
    const world = await coreWorld();
    const { cms, ports } = world;
    const { editor, ids } = await writeSome(world, 4, { status: 'published' });
    const [rewritten, equal, renamed, plain] = ids as [string, string, string, string];
    const { title } = (await ports.store.repositories.contents.findById(equal))!;
    await cms.drafts.save(editor, rewritten, { title: 'Rewritten' });
    await cms.drafts.save(editor, equal, { title: 'Taken back' });
    await cms.drafts.save(editor, equal, { title });
    await cms.drafts.save(editor, renamed, { slug: 'renamed' });
    const report = await cms.content.bulk(editor, { action: 'publish', ids, atomic });
    expect(outcomesOf(report)).toEqual(['done', 'done', 'done', 'done']);
    const found = await ports.store.repositories.contents.findByIds(ids);
    const byId = new Map(found.map((item) => [item.id, item]));
    expect(byId.get(rewritten)).toMatchObject({ title: 'Rewritten', version: 2 });
    expect(byId.get(equal)).toMatchObject({ title, version: 1 });
    expect(byId.get(renamed)).toMatchObject({ slug: 'renamed', version: 2 });
    expect(byId.get(plain)).toMatchObject({ version: 1 });
    for (const id of ids) await rejectsWith('not_found', cms.drafts.get(editor, id));
  });

  test('reports a working copy that conflicts, or whose slug is taken', async () => {
    const world = await coreWorld();
    const { cms, ports } = world;
    const { editor, ids } = await writeSome(world, 3, { status: 'published' });
    const [outdated, taken, fine] = ids as [string, string, string];
    await cms.drafts.save(editor, outdated, { title: 'Mine' });
    await cms.content.update(editor, outdated, { title: 'Theirs' });
    await world.write(editor, { slug: 'wanted' });
    await cms.drafts.save(editor, taken, { slug: 'wanted' });
    await cms.drafts.save(editor, fine, { title: 'Fine' });
    const report = await cms.content.bulk(editor, { action: 'publish', ids, atomic });
    const last = atomic ? 'not_done' : 'done';
    expect(outcomesOf(report)).toEqual(['draft_outdated', 'slug_taken', last]);
    const { title } = (await ports.store.repositories.contents.findById(fine))!;
    expect(title === 'Fine').toBe(!atomic);
  });

  test('every action does the same to each item', async () => {
    const world = await coreWorld();
    const { cms, pages } = world;
    const { editor, ids } = await writeSome(world, 3);
    const act = async (action: Parameters<typeof cms.content.bulk>[1]['action'], more = {}) => {
      const report = await cms.content.bulk(editor, { action, ids, atomic, ...more });
      expect(report).toEqual({
        isRejected: false,
        results: ids.map((id) => ({ id, outcome: 'done' })),
      });
      return statusesOf(world, ids);
    };
    expect(await act('publish')).toEqual(['published', 'published', 'published']);
    expect(await act('unpublish')).toEqual(['draft', 'draft', 'draft']);
    expect(await act('archive')).toEqual(['archived', 'archived', 'archived']);
    await act('move', { collectionId: pages.id });
    const { contents, revisions } = world.ports.store.repositories;
    for (const id of ids) {
      expect(await contents.findById(id)).toMatchObject({ collectionId: pages.id, version: 5 });
    }
    expect(await act('delete')).toEqual([undefined, undefined, undefined]);
    expect(await cms.trash.list(editor, {})).toHaveLength(3);
    expect(await act('restore')).toEqual(['archived', 'archived', 'archived']);
    const history = await revisions.list(ids[0]!, { limit: 10, offset: 0 });
    expect(history.map(({ version, authorId }) => [version, authorId])).toEqual(
      [6, 5, 4, 3, 2, 1].map((version) => [version, editor.userId]),
    );
  });

  test('repeated ids count once, and an unchanged item is done', async () => {
    const world = await coreWorld();
    const { editor, ids } = await writeSome(world, 2, { status: 'published' });
    const [one, two] = ids as [string, string];
    const repeated = [two, one, two.toUpperCase(), one];
    const { results } = await world.cms.content.bulk(editor, {
      action: 'publish',
      ids: repeated,
      atomic,
    });
    expect(results).toEqual([two, one].map((id) => ({ id, outcome: 'done' })));
    const { contents } = world.ports.store.repositories;
    expect((await contents.findById(one))?.version).toBe(1);
  });

  test.each([
    ['no ids', { action: 'delete', ids: [] }, 'ids'],
    ['too many ids', { action: 'delete', ids: Array.from({ length: 501 }, String) }, 'ids'],
    ['a move without a target', { action: 'move', ids: [unknownId] }, 'collectionId'],
  ] as const)('%s are rejected', async (_, command, path) => {
    const { cms, person } = await coreWorld();
    const work = cms.content.bulk(await person('editor'), { ...command, atomic });
    expect((await rejectsWith('invalid_input', work)).issues).toMatchObject([{ path }]);
  });

  test('a caller who may write nowhere is rejected as a whole', async () => {
    const { cms, person, posts, write } = await coreWorld();
    const command = { action: 'publish', ids: [unknownId], atomic } as const;
    await rejectsWith('forbidden', cms.content.bulk(await person('viewer'), command));
    const grants = [{ collectionId: posts.id, role: 'viewer' as const }];
    await rejectsWith('forbidden', cms.content.bulk(await person('viewer', grants), command));
    const token = { kind: 'token', tokenId: 'any', scope: 'all' } as const;
    await rejectsWith('token_read_only', cms.content.bulk(token, command));
    await rejectsWith('not_authenticated', cms.content.bulk({ kind: 'anonymous' }, command));
    const raised = await person('viewer', [{ collectionId: posts.id, role: 'author' }]);
    const ids = [(await write(raised)).id];
    const report = await cms.content.bulk(raised, { ...command, ids });
    expect(outcomesOf(report)).toEqual(['done']);
  });
});

test('each item has its own rights, hooks and result, and a failure leaves the others', async () => {
  const events: DomainEvent[] = [];
  const watcher: Hook = {
    name: 'watcher',
    operations: ['content.publish'],
    decide: (attempt) =>
      'item' in attempt && attempt.item.title === 'Blocked' ? 'Not this one' : undefined,
  };
  const world = await coreWorld({ hooks: [watcher], onEvent: (event) => void events.push(event) });
  const { cms, person, write, pages, posts } = world;
  const grants = [{ collectionId: pages.id, role: 'viewer' as const }];
  const author = await person('author', grants);
  const editor = await person('editor');
  const own = await write(author);
  const others = await write(editor);
  const inPages = await write(editor, { collectionId: pages.id });
  const blocked = await write(author, { title: 'Blocked' });
  const archived = await write(author, { status: 'archived' });
  const last = await write(author);
  await tellEvents(cms);
  events.length = 0;
  const ids = [own.id, 'no id', unknownId, others.id, inPages.id, blocked.id, archived.id, last.id];
  const report = await cms.content.bulk(author, { action: 'publish', ids });
  expect(report.isRejected).toBe(false);
  expect(report.results.map(({ id }) => id)).toEqual(ids);
  expect(outcomesOf(report)).toEqual([
    'done',
    'not_found',
    'not_found',
    'forbidden',
    'forbidden',
    'blocked_by_hook',
    'invalid_transition',
    'done',
  ]);
  await tellEvents(cms);
  const changed = events.map((event) => ('item' in event ? event.item.id : ''));
  expect(changed).toEqual([own.id, last.id]);

  const properties = { excerpt: { type: 'textarea' } };
  const schema = { type: 'object', properties, required: ['excerpt'] };
  await cms.collections.update(operator, posts.name, { schema });
  const { id } = await write(author);
  const [result] = (await cms.content.bulk(author, { action: 'publish', ids: [id] })).results;
  expect(result).toMatchObject({ error: { issues: [{ path: 'data.excerpt' }] } });
});

test('if the store becomes unreachable, the remaining items fail at once', async () => {
  const world = await coreWorld();
  const { editor, ids } = await writeSome(world, 4);
  const { store } = world.ports;
  let commits = 0;
  const failing = altered(store, {
    commit: async (changes) => {
      commits += 1;
      if (commits > 1) throw new DomainError('dependency_unavailable', 'Gone');
      return store.commit(changes);
    },
  });
  const { content } = world.another({ ports: { store: failing } });
  const outcomes = outcomesOf(await content.bulk(editor, { action: 'publish', ids }));
  expect(outcomes).toEqual(['done', ...Array(3).fill('dependency_unavailable')]);
  expect(commits).toBe(2);
  const command = { action: 'archive', ids, atomic: true } as const;
  await rejectsWith('dependency_unavailable', content.bulk(editor, command));
});

test('atomic: if one item fails, nothing is stored and nothing is delivered', async () => {
  const events: DomainEvent[] = [];
  const world = await coreWorld({ onEvent: (event) => void events.push(event) });
  const { editor, ids } = await writeSome(world, 3);
  await tellEvents(world.cms);
  events.length = 0;
  const all = [ids[0]!, unknownId, ids[1]!, 'no id', ids[2]!];
  const command = { action: 'publish', ids: all, atomic: true } as const;
  const report = await world.cms.content.bulk(editor, command);
  expect(report.isRejected).toBe(true);
  expect(outcomesOf(report)).toEqual([
    'not_done',
    'not_found',
    'not_done',
    'not_found',
    'not_done',
  ]);
  expect(await statusesOf(world, ids)).toEqual(['draft', 'draft', 'draft']);
  await tellEvents(world.cms);
  expect(events).toEqual([]);
  expect(await world.ports.store.repositories.outbox.list(10)).toHaveLength(3);

  await world.cms.content.bulk(editor, { ...command, ids });
  await tellEvents(world.cms);
  expect(events.map(({ type }) => type)).toEqual(Array(3).fill('content.updated'));
  expect(await world.ports.store.repositories.outbox.list(10)).toHaveLength(6);
});

test('atomic: a taken slug is the failure of the item that wants it', async () => {
  const world = await coreWorld();
  const { cms, write, person } = world;
  const editor = await person('editor');
  const ids: string[] = [];
  for (const slug of ['one', 'two', 'two', 'three']) {
    const { id } = await write(editor, { slug });
    await cms.content.delete(editor, id);
    ids.push(id);
  }
  await write(editor, { slug: 'three' });
  const command = { action: 'restore', ids, atomic: true } as const;
  const report = await cms.content.bulk(editor, command);
  expect(outcomesOf(report)).toEqual(['not_done', 'not_done', 'slug_taken', 'slug_taken']);
  const details = report.results.map((each) => each.outcome === 'failed' && each.error.details);
  expect(details.slice(2)).toEqual(["'two-2' is free", "'three-2' is free"]);
  expect(await cms.trash.list(editor, {})).toHaveLength(4);
  const fine = await cms.content.bulk(editor, { ...command, ids: ids.slice(0, 2) });
  expect(fine.isRejected).toBe(false);
});

test('atomic: a slug that is taken between the decision and the commit is found again', async () => {
  const world = await coreWorld();
  const { cms, write, person, ports } = world;
  const editor = await person('editor');
  const { id } = await write(editor, { slug: 'tides' });
  await cms.content.delete(editor, id);
  let commits = 0;
  const racing = altered(ports.store, {
    commit: async (changes) => {
      commits += 1;
      if (commits === 1) await write(editor, { slug: 'tides' });
      return ports.store.commit(changes);
    },
  });
  const { content } = world.another({ ports: { store: racing } });
  const report = await content.bulk(editor, { action: 'restore', ids: [id], atomic: true });
  expect(outcomesOf(report)).toEqual(['slug_taken']);
  expect(commits).toBe(1);
});

test('atomic: other writes between the decision and the commit make it decide anew', async () => {
  const world = await coreWorld();
  const { editor, ids } = await writeSome(world, 2);
  const { store } = world.ports;
  let commits = 0;
  const racing = altered(store, {
    commit: async (changes) => {
      commits += 1;
      if (commits < 3) await world.cms.content.update(editor, ids[0]!, { title: `T ${commits}` });
      return store.commit(changes);
    },
  });
  const { content } = world.another({ ports: { store: racing } });
  const report = await content.bulk(editor, { action: 'publish', ids, atomic: true });
  expect(outcomesOf(report)).toEqual(['done', 'done']);
  expect(commits).toBe(3);
  const stored = await store.repositories.contents.findById(ids[0]!);
  expect(stored).toMatchObject({ title: 'T 2', status: 'published', version: 4 });

  const outdated = altered(store, { commit: async () => false });
  const stuck = world.another({ ports: { store: outdated } });
  const command = { action: 'archive', ids, atomic: true } as const;
  await rejectsWith('overloaded', stuck.content.bulk(editor, command));
});

test('atomic: an item that needs no change may not change before the commit', async () => {
  const world = await coreWorld();
  const { editor, ids } = await writeSome(world, 2);
  const { store } = world.ports;
  const [first, second] = ids as [string, string];
  const act = (id: string, status: 'published' | 'draft') =>
    world.cms.content.update(editor, id, { status });
  for (const changed of [first, second]) {
    await act(first, changed === first ? 'published' : 'draft');
    await act(second, changed === second ? 'published' : 'draft');
    let commits = 0;
    const racing = altered(store, {
      commit: async (...asked) => {
        commits += 1;
        if (commits === 1) await act(changed, 'draft');
        return store.commit(...asked);
      },
    });
    const { content } = world.another({ ports: { store: racing } });
    const report = await content.bulk(editor, { action: 'publish', ids, atomic: true });
    expect(outcomesOf(report)).toEqual(['done', 'done']);
    expect(commits).toBe(2);
    expect(await statusesOf(world, ids)).toEqual(['published', 'published']);
  }
});

test('atomic: if no item needs a change, all are as reported at one time', async () => {
  const world = await coreWorld();
  const { editor, ids } = await writeSome(world, 2, { status: 'published' });
  const { store } = world.ports;
  let commits = 0;
  const racing = altered(store, {
    commit: async (...asked) => {
      commits += 1;
      if (commits === 1) await world.cms.content.delete(editor, ids[0]!);
      return store.commit(...asked);
    },
  });
  const { content } = world.another({ ports: { store: racing } });
  const report = await content.bulk(editor, { action: 'publish', ids, atomic: true });
  expect(outcomesOf(report)).toEqual(['not_found', 'not_done']);
});

test('atomic: what is too large for one change fails, and is not held in memory', async () => {
  const world = await coreWorld();
  const { editor, ids } = await writeSome(world, 40);
  const { store } = world.ports;
  const { contents } = store.repositories;
  const data = encodeJson({ text: 'x'.repeat(2_000_000) });
  const large = altered(store, {
    repositories: {
      ...store.repositories,
      contents: altered(contents, {
        findById: async (id) => {
          const item = await contents.findById(id);
          return item && { ...item, data };
        },
      }),
    },
  });
  const { content } = world.another({ ports: { store: large } });
  const report = await content.bulk(editor, { action: 'archive', ids, atomic: true });
  expect(outcomesOf(report)).toEqual([
    ...Array(33).fill('not_done'),
    'bulk_too_large',
    ...Array(6).fill('not_done'),
  ]);
});

test('many items leave the process time for other work', async () => {
  const world = await coreWorld();
  const { editor, ids } = await writeSome(world, 200);
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
    world.clock.advance(25);
  }, 0);
  const advance = altered(world.ports.clock, {
    now: () => {
      world.clock.advance(1);
      return world.clock.now();
    },
  });
  const { content } = world.another({ ports: { clock: advance } });
  await content.bulk(editor, { action: 'publish', ids });
  await content.bulk(editor, { action: 'archive', ids, atomic: true });
  clearInterval(count);
  expect(turns).toBeGreaterThan(5);
});
