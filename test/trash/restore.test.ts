import { expect, test, vi } from 'vitest';
import { operator, type DomainEvent } from '../../core/index.ts';
import type { HookedOperation } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { post } from '../support/import/imports.ts';
import { tellEvents } from '../support/core/tell-events.ts';

const page = { limit: 100, offset: 0 };

const versionsOf = async ({ ports }: CoreWorld, id: string): Promise<readonly number[]> =>
  (await ports.store.repositories.revisions.list(id, page)).map(({ version }) => version);

test('a deleted item is found only in the trash, and comes back as it was in its next version', async () => {
  const world = await coreWorld();
  const { cms, person, write, clock } = world;
  const author = await person('author');
  const item = await write(author, { status: 'archived', data: { body: 'Text' } });
  clock.advance(1_000);
  await cms.content.delete(author, item.id);
  await rejectsWith('not_found', cms.content.update(author, item.id, { title: 'New' }));
  await rejectsWith('not_found', cms.content.delete(author, item.id));
  await rejectsWith(
    'not_found',
    cms.content.readItem(author, { of: { id: item.id }, client: 'c' }),
  );
  const { available } = await cms.content.checkSlug(author, { slug: item.slug, client: 'c' });
  expect(available).toBe(true);
  const { id, title, slug, collectionId } = item;
  const deletion = { deletedAt: clock.now(), deletedBy: author.userId };
  expect(await cms.trash.list(author, {})).toEqual([
    { id, title, slug, collectionId, ...deletion },
  ]);

  clock.advance(1_000);
  const restored = await cms.trash.restore(author, id.toUpperCase());
  expect(restored).toEqual({ ...item, version: 2, updatedAt: clock.now() });
  expect(await cms.trash.list(author, {})).toEqual([]);
  await rejectsWith('not_found', cms.trash.restore(author, id));
  expect(await versionsOf(world, id)).toEqual([2, 1]);
});

test('a published item comes back as a draft', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author, { status: 'published' });
  await cms.content.delete(author, id);
  expect((await cms.trash.restore(author, id)).status).toBe('draft');
});

test('time never goes back for a restored item, whatever the clock does', async () => {
  const { cms, person, write, clock } = await coreWorld();
  const author = await person('author');
  const item = await write(author);
  clock.advance(-1_000);
  await cms.content.delete(author, item.id);
  expect((await cms.trash.list(author, {}))[0]?.deletedAt).toBe(item.updatedAt);
  expect((await cms.trash.restore(author, item.id)).updatedAt).toBe(item.updatedAt);
});

test('a taken slug is rejected with a free one, and another slug can be sent', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  const { id, slug } = await write(author, { slug: 'tides' });
  await cms.content.delete(author, id);
  await write(author, { slug });
  const error = await rejectsWith('slug_taken', cms.trash.restore(author, id));
  expect(error.details).toBe("'tides-2' is free");
  expect(await cms.trash.list(author, {})).toHaveLength(1);
  await rejectsWith('invalid_slug', cms.trash.restore(author, id, { slug: '!' }));
  const restored = await cms.trash.restore(author, id, { slug: 'Tides 2' });
  expect(restored).toMatchObject({ id, slug: 'tides-2', version: 2 });
});

test('the collection must be active; the schema is not checked', async () => {
  const { cms, person, write, posts } = await coreWorld();
  const editor = await person('editor');
  const { id } = await write(editor, { data: { extra: 'a text' } });
  await cms.content.delete(editor, id);
  const properties = { extra: { type: 'number' } };
  const schema = { type: 'object', properties, required: ['extra'] };
  await cms.collections.update(operator, posts.name, { isActive: false, schema });
  await rejectsWith('collection_inactive', cms.trash.restore(editor, id));
  expect(await cms.trash.list(editor, {})).toHaveLength(1);
  await cms.collections.update(operator, posts.name, { isActive: true });
  const { data } = await cms.trash.restore(editor, id);
  expect(data).toBe('{"extra":"a text"}');
  await rejectsWith('invalid_data', cms.content.update(editor, id, { status: 'published' }));
});

test('with trashDays 0 a deletion is permanent, and the history goes too', async () => {
  const world = await coreWorld();
  const { cms, person, write } = world;
  const author = await person('author');
  await cms.settings.update(operator, { trashDays: 0 });
  const { id } = await write(author);
  expect(await versionsOf(world, id)).toEqual([1]);
  await cms.content.delete(author, id);
  expect(await cms.trash.list(author, {})).toEqual([]);
  expect(await versionsOf(world, id)).toEqual([]);
});

test('the sweep deletes what is older than the setting, also after a change', async () => {
  const world = await coreWorld();
  const { cms, person, write } = world;
  const author = await person('author');
  const { id } = await write(author);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await cms.content.delete(author, id);
    const left = async (days: number) => {
      vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1_000);
      await cms.system.sweepTrash();
      return (await cms.trash.list(author, {})).length;
    };
    expect(await left(29.99)).toBe(1);
    await cms.settings.update(operator, { trashDays: 365 });
    expect(await left(300)).toBe(1);
    await cms.settings.update(operator, { trashDays: 329 });
    expect(await left(0)).toBe(0);
    expect(await versionsOf(world, id)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('setting 0 deletes everything in the trash, in several steps', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  for (let n = 0; n < 250; n += 1) await cms.content.delete(author, (await write(author)).id);
  await cms.settings.update(operator, { trashDays: 0 });
  await cms.system.sweepTrash({ aborted: true });
  expect(await cms.trash.list(author, { limit: 1_000 })).toHaveLength(250);
  await cms.system.sweepTrash();
  expect(await cms.trash.list(author, { limit: 1_000 })).toEqual([]);
});

test.each([-1, 0.5, 3_651, NaN])('%d is no number of days', async (trashDays) => {
  const { cms } = await coreWorld();
  const error = await rejectsWith('invalid_input', cms.settings.update(operator, { trashDays }));
  expect(error.issues).toMatchObject([{ path: 'trashDays' }]);
});

test('a restored item is a created one for hooks, for the listener and for the outbox', async () => {
  const asked: HookedOperation[] = [];
  const events: DomainEvent[] = [];
  let verdict: string | { readonly replace: { readonly title: string } } = 'Not now';
  const world = await coreWorld({
    hooks: [
      {
        name: 'watcher',
        operations: ['content.create', 'content.publish', 'content.delete'],
        decide: ({ operation, ...attempt }) => {
          asked.push(operation);
          const isRestored = 'item' in attempt && attempt.item.version > 1;
          return operation === 'content.create' && isRestored ? verdict : undefined;
        },
      },
    ],
    onEvent: (event) => void events.push(event),
  });
  const { cms, person, write, ports } = world;
  const author = await person('author');
  const { id } = await write(author, { status: 'published' });
  await cms.content.delete(author, id);
  asked.length = 0;
  await rejectsWith('blocked_by_hook', cms.trash.restore(author, id));
  verdict = { replace: { title: 'Replaced' } };
  const item = await cms.trash.restore(author, id);
  expect(item).toMatchObject({ title: 'Replaced', status: 'draft' });
  expect(asked).toEqual(['content.create', 'content.create']);
  await tellEvents(cms);
  expect(events.map(({ type }) => type)).toEqual([
    'content.created',
    'content.deleted',
    'content.created',
  ]);
  expect(events.at(-1)).toEqual({ type: 'content.created', item });
  const stored = (await ports.store.repositories.outbox.list(10)).map((each) => JSON.parse(each));
  expect(stored).toMatchObject([{}, { after: null }, { before: null, restored: true }]);
  expect(stored[0]).not.toHaveProperty('restored');

  await cms.content.delete(author, id);
  asked.length = 0;
  await cms.trash.delete(author, id);
  expect(asked).toEqual([]);
  await tellEvents(cms);
  expect(events.map(({ type }) => type).slice(3)).toEqual(['content.deleted']);
});

test('an import reports that the id of a record belongs to an item in the trash', async () => {
  const { cms, person, write, ports } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author);
  await cms.content.delete(author, id);
  const records = [post({ id, slug: 'again' }), post({ slug: 'other' })];
  for (const dryRun of [true, false]) {
    const [first, second] = await cms.transfer.importContent(operator, { records, dryRun });
    expect(first).toMatchObject({
      outcome: 'failed',
      error: { code: 'id_taken', message: 'An item in the trash has this id' },
    });
    expect(second?.outcome).toBe('created');
  }
  expect(await ports.store.repositories.contents.findById(id)).toBeUndefined();
  await cms.trash.delete(author, id);
  const [again] = await cms.transfer.importContent(operator, { records });
  expect(again).toMatchObject({ outcome: 'created', id });
});

test('a collection is deleted with its trash, and a restore fails afterwards', async () => {
  const { cms, person, write } = await coreWorld();
  const editor = await person('editor');
  const { id: collectionId } = await cms.collections.create(operator, { name: 'notes' });
  const { id } = await write(editor, { collectionId });
  await rejectsWith('collection_not_empty', cms.collections.delete(operator, 'notes'));
  await cms.content.delete(editor, id);
  expect(await cms.trash.count(operator, { collection: 'notes' })).toEqual([
    { collectionId, collection: 'notes', count: 1, isLowerBound: false },
  ]);
  await cms.collections.delete(operator, 'notes');
  await rejectsWith('not_found', cms.trash.restore(editor, id));
  expect(await cms.trash.list(editor, {})).toEqual([]);
});

test('an account that is gone is no longer the deleter', async () => {
  const { cms, person, write } = await coreWorld();
  const editor = await person('editor');
  const { id } = await write(await person('author'));
  await cms.content.delete(editor, id);
  await cms.users.delete(operator, editor.userId);
  expect(await cms.trash.list(operator, {})).toMatchObject([{ id, deletedBy: undefined }]);
});
