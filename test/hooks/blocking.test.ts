import { expect, test } from 'vitest';
import { operator, type Attempt, type Hook, type Verdict } from '../../core/index.ts';
import type { ContentItem, HookedOperation } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { manualTimer } from '../support/core/manual-timer.ts';
import { mediaWorld, type MediaWorld } from '../support/media/media-world.ts';

const hook = (
  decide: (attempt: Attempt) => Promise<Verdict> | Verdict,
  operations: readonly HookedOperation[],
  name = 'guard',
): Hook => ({ name, operations, decide });

/** All hooked operations, and functions that trigger them. */
const operations: readonly (readonly [
  HookedOperation,
  (world: MediaWorld, item: ContentItem, fileId: string) => Promise<unknown>,
])[] = [
  ['content.create', ({ person, write }) => person('author').then((author) => write(author))],
  [
    'content.publish',
    async ({ person, write }) => write(await person('author'), { status: 'published' }),
  ],
  ['content.update', ({ cms }, { id }) => cms.content.update(operator, id, { title: 'New' })],
  [
    'content.publish',
    ({ cms }, { id }) => cms.content.update(operator, id, { status: 'published' }),
  ],
  ['content.delete', ({ cms }, { id }) => cms.content.delete(operator, id)],
  ['media.upload', ({ upload }) => upload(operator)],
  ['media.delete', ({ cms }, _, fileId) => cms.media.delete(operator, fileId)],
];

const everythingIn = async ({ ports, records, objects }: MediaWorld) => ({
  items: await ports.store.repositories.contents.listAfter(undefined, 100),
  records: await records(),
  objects: await objects(),
});

/** Triggers every operation with this hook, and expects that nothing is written. */
const expectBlocked = async (
  decide: () => Promise<Verdict> | Verdict,
): Promise<readonly string[]> => {
  const reasons: string[] = [];
  for (const [operation, attempt] of operations) {
    let isOn = false;
    const guard = hook(() => (isOn ? decide() : undefined), [operation]);
    const world = await mediaWorld({ hooks: [guard] });
    const item = await world.write(await world.person('author'));
    const { id } = await world.upload(operator);
    const before = await everythingIn(world);
    isOn = true;
    const error = await rejectsWith('blocked_by_hook', attempt(world, item, id));
    expect(error.message).toBe("Blocked by the hook 'guard'");
    expect(await everythingIn(world), operation).toEqual(before);
    reasons.push(error.details!);
  }
  return reasons;
};

test('a hook that gives a reason blocks, and nothing is written', async () => {
  const reasons = await expectBlocked(async () => 'Not on a Friday');
  expect(new Set(reasons)).toEqual(new Set(['Not on a Friday']));
});

test('a hook that throws blocks, and nothing is written', async () => {
  const failures = [
    () => {
      throw new Error('bug');
    },
    () => Promise.reject(new Error('bug')),
  ];
  for (const fail of failures) {
    expect(new Set(await expectBlocked(fail))).toEqual(new Set(['The hook failed']));
  }
});

test('unpublishing can be blocked, and the item stays published', async () => {
  const world = await mediaWorld({ hooks: [hook(() => 'no', ['content.unpublish'])] });
  const { id } = await world.write(await world.person('author'), { status: 'published' });
  await rejectsWith(
    'blocked_by_hook',
    world.cms.content.update(operator, id, { status: 'archived' }),
  );
  expect((await world.ports.store.repositories.contents.findById(id))?.status).toBe('published');
});

test('a hook that takes longer than five seconds blocks, which is logged', async () => {
  const timer = manualTimer();
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const world = await mediaWorld({
    hooks: [hook(() => promise, ['media.upload'])],
    ports: { timer },
  });
  const attempt = world.upload(operator);
  // Before, the file is inspected, which has another deadline.
  while (!timer.waits().includes(5_000)) await Promise.resolve();
  timer.expire();
  const { details } = await rejectsWith('blocked_by_hook', attempt);
  expect(details).toBe('The hook timed out');
  resolve(undefined);
  expect(await world.objects()).toEqual([]);
  const fields = { hook: 'guard', operation: 'media.upload' };
  expect(world.log.entries).toMatchObject([{ level: 'error', fields }]);
});

test('subscribed hooks are asked in order until one blocks', async () => {
  const asked: string[] = [];
  const named = (name: string, verdict: Verdict, watches: readonly HookedOperation[]): Hook =>
    hook(
      () => {
        asked.push(name);
        return verdict;
      },
      watches,
      name,
    );
  const { write, person } = await mediaWorld({
    hooks: [
      named('first', undefined, ['content.create']),
      named('elsewhere', 'no', ['content.delete', 'media.upload']),
      named('second', 'stop', ['content.update', 'content.create']),
      named('third', undefined, ['content.create']),
    ],
  });
  const { message } = await rejectsWith('blocked_by_hook', write(await person('author')));
  expect(message).toContain("'second'");
  expect(asked).toEqual(['first', 'second']);
});

/** Changes of an attempt that a hook could try, at any depth. */
const meddlings: readonly (readonly [string, (attempt: Attempt) => void])[] = [
  ['the attempt', (attempt) => Object.assign(attempt, { actor: operator })],
  ['the item', (attempt) => Object.assign('item' in attempt ? attempt.item : {}, { title: 'x' })],
  ['the actor', ({ actor }) => Object.assign(actor, { role: 'admin' })],
  ['the grants', ({ actor }) => 'grants' in actor && Array.prototype.push.call(actor.grants, 1)],
  ['a grant', ({ actor }) => Object.assign('grants' in actor ? actor.grants[0]! : {}, { role: 1 })],
];

for (const [what, meddle] of meddlings) {
  test(`a hook cannot change ${what}, and blocks if it tries`, async () => {
    const meddler = hook(
      (attempt) => {
        meddle(attempt);
        return undefined;
      },
      ['content.create'],
    );
    const { write, person, posts, log } = await mediaWorld({ hooks: [meddler] });
    const author = await person('author', [{ collectionId: posts.id, role: 'author' }]);
    const before = structuredClone(author);
    await rejectsWith('blocked_by_hook', write(author));
    expect(author).toEqual(before);
    expect(log.entries.map(({ level }) => level)).toEqual(['error']);
  });
}

test('a hook cannot change an uploaded file', async () => {
  const meddler = hook(
    (attempt) => {
      Object.assign('file' in attempt ? attempt.file : {}, { alt: 'Mine' });
      return undefined;
    },
    ['media.upload'],
  );
  const { upload } = await mediaWorld({ hooks: [meddler] });
  await rejectsWith('blocked_by_hook', upload(operator));
});

test('the caller’s own objects are not frozen', async () => {
  for (const hooks of [[], [hook(() => undefined, ['content.create'])]]) {
    const { write, person, posts } = await mediaWorld({ hooks });
    const author = await person('author', [{ collectionId: posts.id, role: 'author' }]);
    await write(author);
    for (const part of [author, author.grants, author.grants[0]]) {
      expect(Object.isFrozen(part)).toBe(false);
    }
  }
});
