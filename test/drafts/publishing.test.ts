import { describe, expect, test } from 'vitest';
import { operator, type Attempt } from '../../core/index.ts';
import { decodeJson } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { draftWorld } from '../support/core/draft-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

test('publishing a copy makes it the content in one write, with a revision and an event', async () => {
  const events: unknown[] = [];
  const world = await draftWorld({ onEvent: (event) => void events.push(event) });
  const { cms, editor, item, published, clock, ports } = world;
  clock.advance(1_000);
  await cms.drafts.save(editor, item.id, { title: 'High tides', slug: 'high', data: { a: 1 } });
  await tellEvents(cms);
  events.length = 0;
  clock.advance(1_000);
  const remarks = { note: 'Proofread' };
  const after = await cms.drafts.publish(editor, item.id, {}, undefined, remarks);
  expect(after).toEqual({
    ...item,
    title: 'High tides',
    slug: 'high',
    data: '{"a":1}',
    version: 2,
    updatedAt: clock.now(),
  });
  expect(await published()).toEqual(after);
  await tellEvents(cms);
  expect(events).toMatchObject([
    { type: 'content.updated', before: { slug: item.slug, data: item.data }, item: after },
  ]);
  const { revisions, outbox, copies } = ports.store.repositories;
  const [newest, ...older] = await revisions.list(item.id, { limit: 10, offset: 0 });
  expect(newest).toMatchObject({
    version: 2,
    note: 'Proofread',
    authorId: editor.userId,
    changed: ['title', 'slug', 'data.excerpt', 'data.tags', 'data.a'],
  });
  expect(older).toHaveLength(1);
  expect(JSON.parse((await outbox.list(10)).at(-1)!)).toMatchObject({
    id: item.id,
    before: { version: 1, title: 'Tides' },
    after: { version: 2, title: 'High tides', status: 'published' },
  });
  expect(await copies.find(item.id)).toBeUndefined();
  await rejectsWith('not_found', cms.drafts.publish(editor, item.id, {}));
});

test('publishing the copy of an item that became a draft publishes the item', async () => {
  const { cms, editor, item, change } = await draftWorld();
  await cms.drafts.save(editor, item.id, { title: 'High tides' });
  await change({ status: 'draft' });
  const after = await cms.drafts.publish(editor, item.id, {});
  expect(after).toMatchObject({ title: 'High tides', status: 'published', version: 3 });
});

test('the copy of an archived item cannot be published, and stays', async () => {
  const { cms, editor, item, change } = await draftWorld();
  const copy = await cms.drafts.save(editor, item.id, { title: 'High tides' });
  await change({ title: 'Low tides', status: 'archived' });
  // Not `draft_outdated`, although both have changed the title.
  await rejectsWith('invalid_transition', cms.drafts.publish(editor, item.id, {}));
  expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
  await change({ status: 'draft' });
  const after = await cms.drafts.publish(editor, item.id, { merge: 'mine' });
  expect(after.title).toBe('High tides');
});

test('publishing the item itself leaves its copy', async () => {
  const { cms, editor, item, change } = await draftWorld();
  const copy = await cms.drafts.save(editor, item.id, { title: 'High tides' });
  await change({ status: 'draft' });
  expect((await change({ status: 'published' })).title).toBe('Tides');
  expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
});

test('a copy with the state of the item is removed without a write of the item', async () => {
  const { cms, editor, item, published } = await draftWorld();
  await cms.drafts.save(editor, item.id, {});
  expect(await cms.drafts.publish(editor, item.id, {})).toEqual(item);
  expect(await published()).toEqual(item);
  await rejectsWith('not_found', cms.drafts.get(editor, item.id));
});

test('only the expected copy is published', async () => {
  const { cms, editor, item, published } = await draftWorld();
  const { version } = await cms.drafts.save(editor, item.id, { title: 'High tides' });
  const other = cms.drafts.publish(editor, item.id, {}, () => false);
  await rejectsWith('version_mismatch', other);
  expect(await published()).toEqual(item);
  await cms.drafts.publish(editor, item.id, {}, (copy) => copy?.version === version);
});

test('required fields and the slug are checked when a copy is published', async () => {
  const { cms, editor, item, requireField, write, published } = await draftWorld();
  await requireField('excerpt');
  const { slug } = await write(editor);
  await cms.drafts.save(editor, item.id, { slug, data: {} });
  await rejectsWith('invalid_data', cms.drafts.publish(editor, item.id, {}));
  const copy = await cms.drafts.save(editor, item.id, { data: { excerpt: 'There' } });
  const error = await rejectsWith('slug_taken', cms.drafts.publish(editor, item.id, {}));
  expect(error.details).toBe(`'${slug}-2' is free`);
  expect(await published()).toEqual(item);
  expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
});

test('required fields are checked even if the copy changes no data', async () => {
  const { cms, editor, requireField, write } = await draftWorld();
  const { id } = await write(editor, { status: 'published', data: {} });
  await requireField('excerpt');
  await cms.drafts.save(editor, id, { title: 'New' });
  await rejectsWith('invalid_data', cms.drafts.publish(editor, id, {}));
});

test('publishing a copy that moves the item requires rights in both collections', async () => {
  const { cms, person, editor, item, pages, posts } = await draftWorld();
  await cms.drafts.save(editor, item.id, { collection: pages.name });
  for (const { id } of [pages, posts]) {
    const limited = await person('editor', [{ collectionId: id, role: 'viewer' }]);
    await rejectsWith('forbidden', cms.drafts.publish(limited, item.id, {}));
  }
  expect((await cms.drafts.publish(editor, item.id, {})).collectionId).toBe(pages.id);
});

test('the hooks for updates and for publishing see the published item before, and can replace and block', async () => {
  const attempts: Attempt[] = [];
  let verdict: string | undefined;
  const world = await draftWorld({
    hooks: [
      {
        name: 'watch',
        operations: ['content.update', 'content.publish', 'content.unpublish'],
        decide: (attempt) => {
          attempts.push(attempt);
          if (attempt.operation !== 'content.publish' || attempt.before === undefined)
            return undefined;
          return verdict ?? { replace: { title: `${attempt.item.title}!` } };
        },
      },
    ],
  });
  const { cms, editor, item, published } = world;
  const copy = await cms.drafts.save(editor, item.id, { title: 'High tides' });
  attempts.length = 0;
  verdict = 'Not today';
  await rejectsWith('blocked_by_hook', cms.drafts.publish(editor, item.id, {}));
  expect(await published()).toEqual(item);
  expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
  verdict = undefined;
  expect((await cms.drafts.publish(editor, item.id, {})).title).toBe('High tides!');
  expect(attempts.map(({ operation }) => operation)).toEqual([
    'content.update',
    'content.publish',
    'content.update',
    'content.publish',
  ]);
  expect(attempts.at(-1)).toMatchObject({ before: item, item: { title: 'High tides' } });
});

describe('if the item has changed since the copy was begun', () => {
  test('changes of other members are merged', async () => {
    const { cms, editor, item, change } = await draftWorld();
    await cms.drafts.save(editor, item.id, {
      title: 'High tides',
      data: { excerpt: 'Long', tags: ['sea'] },
    });
    await change({ slug: 'renamed', data: { excerpt: 'Short', tags: ['coast'], more: true } });
    const after = await cms.drafts.publish(editor, item.id, {});
    expect(after).toMatchObject({ title: 'High tides', slug: 'renamed', version: 3 });
    expect(decodeJson(after.data)).toEqual({ excerpt: 'Long', tags: ['coast'], more: true });
  });

  test('equal changes are merged, and a change that was taken back is none', async () => {
    const { cms, editor, item, change } = await draftWorld();
    await cms.drafts.save(editor, item.id, { title: 'High tides', slug: 'mine' });
    await change({ title: 'High tides', slug: 'theirs' });
    await change({ slug: item.slug });
    const after = await cms.drafts.publish(editor, item.id, {});
    expect(after).toMatchObject({ title: 'High tides', slug: 'mine' });
  });

  test('different changes of one member are rejected with its path, unless the request decides', async () => {
    const world = await draftWorld();
    const { cms, editor, item, change, published } = world;
    const mine = { excerpt: 'Mine', tags: ['sea'], only: 1 };
    const copy = await cms.drafts.save(editor, item.id, { title: 'Mine', data: mine });
    const theirs = await change({ title: 'Theirs', data: { excerpt: 'Theirs', tags: ['a'] } });
    const error = await rejectsWith('draft_outdated', cms.drafts.publish(editor, item.id, {}));
    expect(error.issues?.map(({ path }) => path)).toEqual(['title', 'data.excerpt']);
    expect(error.details).toBe('Changed by both: title, data.excerpt');
    expect(await published()).toEqual(theirs);
    expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
    const after = await cms.drafts.publish(editor, item.id, { merge: 'mine' });
    expect(after).toMatchObject({ title: 'Mine', version: 3 });
    expect(decodeJson(after.data)).toEqual({ excerpt: 'Mine', tags: ['a'], only: 1 });
  });

  test('the item can win', async () => {
    const { cms, editor, item, change } = await draftWorld();
    await cms.drafts.save(editor, item.id, { title: 'Mine', slug: 'mine' });
    await change({ title: 'Theirs' });
    const after = await cms.drafts.publish(editor, item.id, { merge: 'theirs' });
    expect(after).toMatchObject({ title: 'Theirs', slug: 'mine' });
  });

  test('the merge does not need the history', async () => {
    const { cms, editor, item, change, ports } = await draftWorld();
    await cms.settings.update(operator, { historyMaxPerItem: 0 });
    await cms.drafts.save(editor, item.id, { title: 'Mine' });
    await change({ slug: 'theirs' });
    await cms.history.prune();
    const { revisions } = ports.store.repositories;
    expect(await revisions.list(item.id, { limit: 10, offset: 0 })).toEqual([]);
    const after = await cms.drafts.publish(editor, item.id, {});
    expect(after).toMatchObject({ title: 'Mine', slug: 'theirs' });
  });

  test('a change of the status is merged like others', async () => {
    const { cms, editor, item, change } = await draftWorld();
    await cms.drafts.save(editor, item.id, { title: 'Mine' });
    await change({ status: 'draft' });
    await change({ status: 'published' });
    expect(await cms.drafts.publish(editor, item.id, {})).toMatchObject({
      title: 'Mine',
      version: 4,
    });
  });
});
