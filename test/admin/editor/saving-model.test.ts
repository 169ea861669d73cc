import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { copyDataOf, hasCopy, publishedArticle } from '../../support/admin/admin-copies.ts';
import { editItem, type, untilSaved } from '../../support/admin/edited-items.ts';
import { modelWorld } from '../../support/admin/model-world.ts';

test('saves of an item run one after the other, each based on the one before', async () => {
  using world = await modelWorld();
  const { id } = await createArticle(world.cms, 'Queue', { summary: 'stored' });
  const editing = await editItem(id);
  const held = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const versions: (string | null)[] = [];
  world.onRequest(async ({ method, headers }) => {
    if (method === 'GET') return;
    versions.push(headers.get('If-Match'));
    sent.resolve();
    await held.promise;
  });
  type(editing, 'summary', 'first');
  const first = editing.save();
  await sent.promise;
  type(editing, 'summary', 'second');
  const second = editing.save();
  // Meanwhile, others are answered.
  await editItem(id);
  expect(editing.isWriting.value).toBe(true);
  expect(versions).toHaveLength(1);
  held.resolve();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(new Set(versions).size).toBe(2);
  expect(versions).not.toContain(null);
  expect(await dataOf(world.cms, id)).toEqual({ summary: 'second' });
});

test('a save that sets the status merges what somebody else has saved', async () => {
  using world = await modelWorld();
  const stored = { summary: 'stored', body: 'stored' };
  const { id } = await createArticle(world.cms, 'Merged', stored);
  const editing = await editItem(id);
  type(editing, 'summary', 'mine');
  const data = { ...stored, body: 'theirs' };
  await world.cms.content.update(operator, id, { data });
  const before = world.requests.length;
  expect(await editing.save('published')).toBe(true);
  expect(world.requests.slice(before).map(({ method }) => method)).toEqual(['PUT']);
  expect(editing.takenOver.value).toEqual(['data.body']);
  expect(await dataOf(world.cms, id)).toEqual({ summary: 'mine', body: 'theirs' });
  expect(editing.read(['body'])).toBe('theirs');
});

test('opening an item asks only for a working copy that is there', async () => {
  using world = await modelWorld();
  const stored = { summary: 'stored' };
  const { id } = await createArticle(world.cms, 'Asked', stored);
  const asked = (): boolean => world.requests.some(({ url }) => url.endsWith('/draft'));
  for (const status of ['draft', 'published', 'draft'] as const) {
    await world.cms.content.update(operator, id, { status });
    expect((await editItem(id)).copy.value).toBe(undefined);
    expect(asked()).toBe(false);
  }
  await world.cms.content.update(operator, id, { status: 'published' });
  await world.cms.drafts.save(operator, id, { data: { summary: 'typed' } });
  expect((await editItem(id)).read(['summary'])).toBe('typed');
  await world.cms.content.update(operator, id, { status: 'draft' });
  expect((await editItem(id)).isCopyKept.value).toBe(true);
});

describe('a published item', () => {
  test('may lack a required field until it is published', async () => {
    using world = await modelWorld();
    const { id } = await publishedArticle(world.cms, 'Required', { summary: 'stored' });
    const editing = await editItem(id);
    type(editing, 'summary', '');
    type(editing, 'rating', 9);
    await editing.saveDraft();
    expect([...editing.issues.value.keys()]).toEqual(['data.rating']);
    expect(await hasCopy(world.cms, id)).toBe(false);
    type(editing, 'rating', 3);
    await editing.saveDraft();
    expect(editing.isChanged.value).toBe(false);
    expect(await copyDataOf(world.cms, id)).toEqual({ summary: '', rating: 3 });
    expect(await editing.save('published')).toBe(false);
    expect([...editing.issues.value]).toEqual([
      ['data.summary', 'is required for published content'],
    ]);
    expect(await dataOf(world.cms, id)).toEqual({ summary: 'stored' });
  });

  test('shows why it cannot be published until that is mended, although it saves itself', async () => {
    using world = await modelWorld();
    const { id } = await publishedArticle(world.cms, 'Refused', { summary: 'stored' });
    const editing = await editItem(id);
    const mistakes = (): readonly string[] => [...editing.issues.value.keys()].toSorted();
    const onlyForPublishing = (): readonly string[] => [...editing.refused.value.keys()];
    type(editing, 'summary', '');
    expect(await editing.save('published')).toBe(false);
    type(editing, 'kind', 'news');
    await editing.saveDraft();
    expect(editing.isChanged.value).toBe(false);
    expect(mistakes()).toEqual(['data.summary']);
    type(editing, 'rating', 9);
    await editing.saveDraft();
    expect(mistakes()).toEqual(['data.rating', 'data.summary']);
    expect(onlyForPublishing()).toEqual(['data.summary']);
    type(editing, 'rating', 3);
    await editing.saveDraft();
    expect(mistakes()).toEqual(['data.summary']);
    type(editing, 'summary', 'mended');
    expect(mistakes()).toEqual([]);
    expect(await editing.save('published')).toBe(true);
    expect(mistakes()).toEqual([]);
  });

  test('keeps its changes in the form when it is unpublished', async () => {
    using world = await modelWorld();
    const { id } = await publishedArticle(world.cms, 'Withdrawn', { summary: 'stored', rating: 1 });
    await world.cms.drafts.save(operator, id, { data: { summary: 'typed', rating: 1 } });
    const editing = await editItem(id);
    await editing.setStatus('draft');
    expect(editing.read(['summary'])).toBe('typed');
    expect(await dataOf(world.cms, id)).toEqual({ summary: 'stored', rating: 1 });
    await editing.setStatus('published');
    expect(await copyDataOf(world.cms, id)).toEqual({ summary: 'typed', rating: 1 });
    await editing.setStatus('draft');
    type(editing, 'rating', 2);
    await editing.saveDraft();
    expect(await dataOf(world.cms, id)).toEqual({ summary: 'typed', rating: 2 });
    expect(await hasCopy(world.cms, id)).toBe(false);
  });

  test('stores keys that the schema does not have only on command', async () => {
    using world = await modelWorld();
    const { id } = await publishedArticle(world.cms, 'Keys', { summary: 'stored' });
    const editing = await editItem(id);
    const typed = { summary: 'typed', sumary: 'x', place: { nmae: 'y' } };
    editing.write([], typed);
    expect(await editing.save()).toBe(false);
    expect(editing.unknownKeys.value).toEqual(['data.sumary', 'data.place.nmae']);
    expect(editing.text.value.data).toEqual(typed);
    expect(await hasCopy(world.cms, id)).toBe(false);
    expect(await editing.save(undefined, true)).toBe(true);
    expect(await copyDataOf(world.cms, id)).toEqual(typed);
    // What is stored is known.
    type(editing, 'sumary', 'z');
    expect(await editing.save()).toBe(true);
    expect(editing.unknownKeys.value).toEqual([]);
  });

  test('is saved once the session or the connection is back', async () => {
    using world = await modelWorld();
    const { id } = await publishedArticle(world.cms, 'Interrupted', { summary: 'stored' });
    const editing = await editItem(id);
    type(editing, 'summary', 'typed without a session');
    world.endSession();
    const saving = editing.saveDraft();
    await world.signInAgain();
    await saving;
    expect(await copyDataOf(world.cms, id)).toEqual({ summary: 'typed without a session' });

    world.disconnect();
    type(editing, 'summary', 'typed without a connection');
    await editing.saveDraft();
    expect(editing.isChanged.value).toBe(true);
    await world.connect();
    await untilSaved(editing);
    expect(await copyDataOf(world.cms, id)).toEqual({ summary: 'typed without a connection' });
  });
});

describe('two people', () => {
  test('who begin to edit a published item at the same time share one working copy', async () => {
    using world = await modelWorld();
    const stored = { summary: 'old', body: 'old', kind: 'news' };
    const { id } = await publishedArticle(world.cms, 'Shared', stored);
    const [first, second] = [await editItem(id), await editItem(id)];
    type(first, 'summary', 'of the first');
    type(second, 'body', 'of the second');
    expect(await Promise.all([first.save(), second.save()])).toEqual([true, true]);
    const shared = { summary: 'of the first', body: 'of the second', kind: 'news' };
    expect(await copyDataOf(world.cms, id)).toEqual(shared);

    type(first, 'kind', 'essay');
    type(first, 'summary', 'again of the first');
    expect(await first.save()).toBe(true);
    type(second, 'summary', 'also of the second');
    await second.saveDraft();
    expect(second.isDeciding.value).toBe(false);
    expect(second.pending.value?.conflicts).toEqual([
      { path: 'data.summary', mine: 'also of the second', theirs: 'again of the first' },
    ]);
    const theirs = new Map([['data.summary', 'again of the first']]);
    expect(await second.resolve(theirs)).toBe(true);
    expect(await copyDataOf(world.cms, id)).toEqual({
      summary: 'again of the first',
      body: 'of the second',
      kind: 'essay',
    });
  });

  test('never publish what the other one is typing', async () => {
    using world = await modelWorld();
    const { id } = await createArticle(world.cms, 'Typed', { summary: 'stored' });
    const editing = await editItem(id);
    type(editing, 'summary', 'half a sent');
    await world.cms.content.update(operator, id, { status: 'published' });
    await editing.saveDraft();
    expect(await dataOf(world.cms, id)).toEqual({ summary: 'stored' });
    expect(await copyDataOf(world.cms, id)).toEqual({ summary: 'half a sent' });

    // The other way round, what is typed stays in the draft.
    type(editing, 'summary', 'half a sentence');
    await world.cms.content.update(operator, id, { status: 'draft' });
    await editing.saveDraft();
    expect(await dataOf(world.cms, id)).toEqual({ summary: 'half a sentence' });
    expect(await hasCopy(world.cms, id)).toBe(false);
  });
});
