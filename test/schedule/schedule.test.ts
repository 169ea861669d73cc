import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous, operator, type Attempt, type UserActor } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { hook } from '../support/core/hook-world.ts';

const start = 1_800_000_000_000;
const never = { aborted: false };

let attempts: Attempt[];
let verdict: string | undefined;
let world: CoreWorld;
let editor: UserActor;

beforeEach(async () => {
  // The store in memory measures the time by this clock. That of the instance has another time.
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  attempts = [];
  verdict = undefined;
  const recorder = hook(['content.update', 'content.publish', 'content.unpublish'], (attempt) => {
    attempts.push(attempt);
    return verdict;
  });
  world = await coreWorld({ hooks: [recorder] });
  editor = await world.person('editor');
});
afterEach(() => {
  vi.useRealTimers();
});

const itemOf = async (id: string): Promise<ContentItem> => {
  const item = await world.ports.store.repositories.contents.findById(id);
  return item ?? expect.fail('The item is gone');
};

const runDue = async (at: number): Promise<void> => {
  vi.setSystemTime(at);
  await world.cms.schedule.runDue(never);
};

const eventsOf = async (type: string) =>
  (await world.ports.store.repositories.outbox.list(1_000))
    .map((text) => JSON.parse(text))
    .filter((event) => event.type === type);

const revisionsOf = (id: string) =>
  world.ports.store.repositories.revisions.list(id, { limit: 100, offset: 0 });

const publishing = { publishAt: start + 1_000 };

describe('a planned publication', () => {
  test('is made at its time, not before, and once', async () => {
    const { id } = await world.write(editor, { title: 'Tides' });
    await world.cms.schedule.plan(editor, id, publishing);
    await runDue(start + 999);
    expect(await itemOf(id)).toMatchObject({ status: 'draft', version: 1 });
    await runDue(start + 1_000);
    await runDue(start + 2_000);
    expect(await itemOf(id)).toMatchObject({ status: 'published', version: 2 });
    expect(await world.cms.schedule.get(editor, id)).toEqual([]);
    expect(await revisionsOf(id)).toMatchObject([
      { version: 2, status: 'published', authorId: editor.userId },
      { version: 1 },
    ]);
    expect(await eventsOf('content')).toHaveLength(2);
    expect(attempts.map(({ operation }) => operation)).toEqual([
      'content.update',
      'content.publish',
    ]);
  });

  test('publishes the item as it is then', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, publishing);
    await world.cms.content.update(editor, id, { title: 'Edited since' });
    await runDue(start + 1_000);
    expect(await itemOf(id)).toMatchObject({ title: 'Edited since', status: 'published' });
  });

  test('publishes the working copy of a published item', async () => {
    const { id } = await world.write(editor, { status: 'published' });
    await rejectsWith('nothing_to_publish', world.cms.schedule.plan(editor, id, publishing));
    await world.cms.drafts.save(editor, id, { title: 'Rewritten' });
    await world.cms.schedule.plan(editor, id, publishing);
    await world.cms.drafts.save(editor, id, { title: 'Rewritten again' });
    await runDue(start + 1_000);
    expect(await itemOf(id)).toMatchObject({ title: 'Rewritten again', version: 2 });
    await rejectsWith('not_found', world.cms.drafts.get(editor, id));
    expect(await world.cms.schedule.get(editor, id)).toEqual([]);
  });

  test('of a working copy that equals the item only removes the copy', async () => {
    const { id, title } = await world.write(editor, { status: 'published' });
    await world.cms.drafts.save(editor, id, { title: 'Rewritten' });
    await world.cms.schedule.plan(editor, id, publishing);
    await world.cms.drafts.save(editor, id, { title });
    await runDue(start + 1_000);
    expect(await itemOf(id)).toMatchObject({ version: 1 });
    await rejectsWith('not_found', world.cms.drafts.get(editor, id));
    expect(await world.cms.schedule.list(editor, {})).toEqual([]);
  });

  test('is made in the name of an account that no longer exists', async () => {
    const author = await world.person('author');
    const { id } = await world.write(author);
    await world.cms.schedule.plan(author, id, publishing);
    await world.cms.users.delete(operator, author.userId);
    await runDue(start + 1_000);
    expect(await itemOf(id)).toMatchObject({ status: 'published' });
    expect(await revisionsOf(id)).toMatchObject([{ authorId: author.userId }, { version: 1 }]);
    expect(attempts.at(-1)?.actor).toMatchObject({ kind: 'user', userId: author.userId });
  });

  test('that the operator planned is made in the name of the operator', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(operator, id, publishing);
    await runDue(start + 1_000);
    expect(attempts.at(-1)?.actor).toEqual(operator);
  });
});

describe('a planned end', () => {
  test('makes the item a draft', async () => {
    const { id } = await world.write(editor, { status: 'published' });
    await world.cms.schedule.plan(editor, id, { unpublishAt: start + 5 });
    await runDue(start + 5);
    expect(await itemOf(id)).toMatchObject({ status: 'draft', version: 2 });
    expect(attempts.at(-1)).toMatchObject({ operation: 'content.unpublish' });
  });

  test('of an item that is a draft already changes nothing', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, { unpublishAt: start + 5 });
    await runDue(start + 5);
    expect(await itemOf(id)).toMatchObject({ status: 'draft', version: 1 });
    expect(await world.cms.schedule.list(editor, {})).toEqual([]);
  });

  test('follows the publication if both are due', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, { publishAt: start + 5, unpublishAt: start + 6 });
    await runDue(start + 60_000);
    await runDue(start + 61_000);
    expect((await revisionsOf(id)).map(({ status }) => status)).toEqual([
      'draft',
      'published',
      'draft',
    ]);
  });
});

describe('a change that cannot be made is failed, with the reason and an event:', () => {
  const expectFailure = async (id: string, reason: RegExp): Promise<void> => {
    await runDue(start + 1_000);
    const [change] = await world.cms.schedule.get(editor, id);
    expect(change).toMatchObject({ action: 'publish', reason: expect.stringMatching(reason) });
    expect(await world.cms.schedule.list(editor, {})).toMatchObject([
      { contentId: id, reason: change?.reason },
    ]);
    expect(await eventsOf('schedule_failed')).toEqual([
      {
        type: 'schedule_failed',
        id,
        at: world.clock.now(),
        action: 'publish',
        scheduledFor: start + 1_000,
        scheduledBy: editor.userId,
        reason: change?.reason,
      },
    ]);
    await runDue(start + 100_000);
    expect(await eventsOf('schedule_failed')).toHaveLength(1);
  };

  test('a hook blocks it', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, publishing);
    verdict = 'Not yet approved';
    await expectFailure(id, /^blocked_by_hook: Blocked by the hook 'editor'\. Not yet approved$/);
    expect(await itemOf(id)).toMatchObject({ status: 'draft', version: 1 });
    expect(attempts).toHaveLength(1);
  });

  test('the data lacks a required field', async () => {
    const { id: collectionId } = await world.cms.collections.create(operator, {
      name: 'strict',
      schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    });
    const { id } = await world.write(editor, { collectionId });
    await world.cms.schedule.plan(editor, id, publishing);
    await expectFailure(id, /^invalid_data: data\.text is required for published content$/);
  });

  test('the working copy is outdated', async () => {
    const { id } = await world.write(editor, { status: 'published' });
    await world.cms.drafts.save(editor, id, { title: 'Mine' });
    await world.cms.schedule.plan(editor, id, publishing);
    await world.cms.content.update(editor, id, { title: 'Theirs' });
    await expectFailure(id, /^draft_outdated: .*title/);
  });

  test('the slug of the working copy is taken', async () => {
    const { id } = await world.write(editor, { status: 'published' });
    await world.cms.drafts.save(editor, id, { slug: 'wanted' });
    await world.cms.schedule.plan(editor, id, publishing);
    await world.write(editor, { slug: 'wanted' });
    await expectFailure(id, /^slug_taken: .*wanted-2/);
  });
});

test('a discarded working copy takes its planned publication along, not the end after it', async () => {
  const { id } = await world.write(editor, { status: 'published' });
  await world.cms.drafts.save(editor, id, { title: 'Mine' });
  await world.cms.schedule.plan(editor, id, { ...publishing, unpublishAt: start + 2_000 });
  await world.cms.drafts.discard(editor, id);
  const planned = await world.cms.schedule.get(editor, id);
  expect(planned.map(({ action }) => action)).toEqual(['unpublish']);
  await runDue(start + 2_000);
  expect((await itemOf(id)).status).toBe('draft');
  expect(await eventsOf('schedule_failed')).toEqual([]);
});

test('a change stays pending while the store is not available', async () => {
  const { id } = await world.write(editor);
  await world.cms.schedule.plan(editor, id, publishing);
  const find = vi.spyOn(world.ports.store.repositories.collections, 'findById');
  find.mockRejectedValue(
    Object.assign(new Error('away'), {
      name: 'DomainError',
      code: 'dependency_unavailable',
      kind: 'unavailable',
    }),
  );
  await runDue(start + 1_000);
  expect(await world.cms.schedule.get(operator, id).catch(() => 'unavailable')).toBe('unavailable');
  find.mockRestore();
  expect(await world.cms.schedule.get(editor, id)).toMatchObject([{ reason: undefined }]);
  await runDue(start + 10_000);
  expect(await itemOf(id)).toMatchObject({ status: 'published' });
});

describe('planning', () => {
  test('rejects times that are not in the future by the clock of the store, or in the wrong order', async () => {
    const { id } = await world.write(editor);
    const plan = world.cms.schedule.plan;
    const rejected = [
      {},
      { publishAt: start },
      { publishAt: start - 1 },
      { unpublishAt: start },
      { publishAt: start + 5, unpublishAt: start + 5 },
      { publishAt: start + 6, unpublishAt: start + 5 },
      { publishAt: 9e15 },
      { publishAt: start + 0.5 },
    ];
    for (const command of rejected) {
      await rejectsWith('invalid_input', plan(editor, id, command));
    }
    expect(await world.cms.schedule.get(editor, id)).toEqual([]);
    await plan(editor, id, { publishAt: start + 5 });
    await rejectsWith('invalid_input', plan(editor, id, { unpublishAt: start + 5 }));
    await plan(editor, id, { unpublishAt: start + 6 });
    await rejectsWith('invalid_input', plan(editor, id, { publishAt: start + 6 }));
    await plan(editor, id, { publishAt: null });
    expect(await world.cms.schedule.get(editor, id)).toMatchObject([
      { action: 'unpublish', at: start + 6 },
    ]);
    await plan(editor, id, { unpublishAt: null });
    expect(await world.cms.schedule.get(editor, id)).toEqual([]);
  });

  test('is rejected for an archived item', async () => {
    const { id } = await world.write(editor, { status: 'archived' });
    for (const command of [publishing, { unpublishAt: start + 1 }]) {
      await rejectsWith('invalid_transition', world.cms.schedule.plan(editor, id, command));
    }
  });

  test('requires the right to edit', async () => {
    const { id } = await world.write(editor);
    const [viewer, author] = [await world.person('viewer'), await world.person('author')];
    for (const actor of [viewer, author]) {
      await rejectsWith('forbidden', world.cms.schedule.plan(actor, id, publishing));
      await rejectsWith('forbidden', world.cms.schedule.remove(actor, id));
      expect(await world.cms.schedule.get(actor, id)).toEqual([]);
      expect(await world.cms.schedule.list(actor, {})).toEqual([]);
    }
    await rejectsWith('not_authenticated', world.cms.schedule.plan(anonymous, id, publishing));
    await rejectsWith('not_authenticated', world.cms.schedule.get(anonymous, id));
    await rejectsWith('not_authenticated', world.cms.schedule.list(anonymous, {}));
  });

  test('of a working copy that moves the item requires the rights to move it', async () => {
    const { id } = await world.write(editor, { status: 'published' });
    await world.cms.drafts.save(editor, id, { collectionId: world.pages.id });
    const limited = await world.person('editor', [
      { collectionId: world.pages.id, role: 'viewer' },
    ]);
    await rejectsWith('forbidden', world.cms.schedule.plan(limited, id, publishing));
    await world.cms.schedule.plan(editor, id, publishing);
    await runDue(start + 1_000);
    expect(await itemOf(id)).toMatchObject({ collectionId: world.pages.id });
  });

  test('removes what has failed', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, publishing);
    verdict = 'No';
    await runDue(start + 1_000);
    await world.cms.schedule.plan(editor, id, { unpublishAt: start + 9_000 });
    expect(await world.cms.schedule.get(editor, id)).toMatchObject([{ action: 'unpublish' }]);
    await world.cms.schedule.remove(editor, id);
    expect(await world.cms.schedule.get(editor, id)).toEqual([]);
  });
});

describe('what a change of status by hand removes', () => {
  const both = { publishAt: start + 5_000, unpublishAt: start + 6_000 };
  test.each([
    ['draft', 'published', ['unpublish']],
    ['draft', 'archived', []],
    ['published', 'draft', ['publish']],
    ['published', 'archived', []],
  ] as const)('%s to %s leaves %j', async (from, to, left) => {
    const { id } = await world.write(editor, { status: from });
    if (from === 'published') await world.cms.drafts.save(editor, id, { title: 'Copy' });
    await world.cms.schedule.plan(editor, id, both);
    await world.cms.content.update(editor, id, { status: to });
    const changes = await world.cms.schedule.get(editor, id);
    expect(changes.map(({ action }) => action)).toEqual(left);
  });

  test('publishing the working copy leaves the planned end', async () => {
    const { id } = await world.write(editor, { status: 'published' });
    await world.cms.drafts.save(editor, id, { title: 'Copy' });
    await world.cms.schedule.plan(editor, id, both);
    await world.cms.drafts.publish(editor, id, {});
    expect(await world.cms.schedule.get(editor, id)).toMatchObject([{ action: 'unpublish' }]);
  });

  test('other edits leave everything, also what has failed', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, publishing);
    verdict = 'No';
    await runDue(start + 1_000);
    verdict = undefined;
    await world.cms.content.update(editor, id, { title: 'Edited' });
    expect(await world.cms.schedule.get(editor, id)).toMatchObject([
      { reason: expect.stringContaining('No') },
    ]);
    await world.cms.content.update(editor, id, { status: 'archived' });
    expect(await world.cms.schedule.get(editor, id)).toEqual([]);
  });

  test('deleting the item removes its schedule', async () => {
    const { id } = await world.write(editor);
    await world.cms.schedule.plan(editor, id, both);
    await world.cms.content.delete(editor, id);
    expect(await world.cms.schedule.list(editor, {})).toEqual([]);
    await runDue(start + 10_000);
  });
});

test('after an abort no further change is begun', async () => {
  const { id } = await world.write(editor);
  await world.cms.schedule.plan(editor, id, publishing);
  vi.setSystemTime(start + 1_000);
  await world.cms.schedule.runDue({ aborted: true });
  expect(await itemOf(id)).toMatchObject({ status: 'draft' });
});
