import { describe, expect, test } from 'vitest';
import { anonymous, hasCode, operator, type UserActor } from '../../core/index.ts';
import {
  contentStatuses,
  noId,
  roles,
  type ContentItem,
  type ContentStatus,
  type Grant,
  type Role,
} from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const client = '192.0.2.1';

const infoOf = ({ cms }: CoreWorld, actor: UserActor, { id }: ContentItem) =>
  cms.content.getInfo(actor, { id, client });

/** Whether a write is allowed. @throws what neither rights nor the lifecycle explain. */
const isAllowed = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (hasCode(error, 'forbidden') || hasCode(error, 'invalid_transition')) return false;
    throw error;
  }
};

interface Standing {
  readonly role: Role;
  readonly granted: Role | undefined;
  readonly isOwn: boolean;
}

const standings: readonly Standing[] = roles.flatMap((role) =>
  [undefined, ...roles].flatMap((granted) =>
    [true, false].map((isOwn) => ({ role, granted, isOwn })),
  ),
);

const nameOf = ({ role, granted, isOwn }: Standing): string =>
  `${role}${granted === undefined ? '' : ` granted ${granted}`}, ${isOwn ? 'own' : 'other'} item`;

describe('what a user may do with an item is what the writes then allow', () => {
  test.each(standings.map((standing) => [nameOf(standing), standing] as const))(
    '%s',
    async (_, { role, granted, isOwn }) => {
      const world = await coreWorld();
      const { cms, person, posts, write } = world;
      const grants: readonly Grant[] =
        granted === undefined ? [] : [{ collectionId: posts.id, role: granted }];
      const actor = await person(role, grants);
      const admin = await person('admin');
      const owner: UserActor = isOwn ? { ...actor, role: 'admin' } : admin;
      const wrote = new Set<boolean>();
      for (const status of contentStatuses) {
        const item = await write(owner, { status });
        const info = await infoOf(world, actor, item);
        const title = await isAllowed(cms.content.update(actor, item.id, { title: 'Edited' }));
        expect([status, info.canEdit]).toEqual([status, title]);
        for (const next of contentStatuses) {
          if (next === status) continue;
          const other = await write(owner, { status });
          const before = await infoOf(world, actor, other);
          const moved = await isAllowed(cms.content.update(actor, other.id, { status: next }));
          expect([status, next, before.statuses.includes(next)]).toEqual([status, next, moved]);
          wrote.add(moved);
        }
        expect(info.statuses).not.toContain(status);
        const deleted = await isAllowed(cms.content.delete(actor, item.id));
        expect([status, info.canDelete]).toEqual([status, deleted]);
        wrote.add(title).add(deleted);
      }
      // Nobody may publish an archived item, so no answer is always yes.
      expect(wrote).toContain(false);
    },
  );
});

test('the statuses are those of the lifecycle', async () => {
  const world = await coreWorld();
  const editor = await world.person('editor');
  const shown: Partial<Record<ContentStatus, readonly ContentStatus[]>> = {};
  for (const status of contentStatuses) {
    shown[status] = (await infoOf(world, editor, await world.write(editor, { status }))).statuses;
  }
  expect(shown).toEqual({
    draft: ['published', 'archived'],
    published: ['draft', 'archived'],
    archived: ['draft'],
  });
});

describe('the author', () => {
  test('has the first and last name or, without both, the username', async () => {
    const world = await coreWorld();
    const author = await world.person('author');
    const viewer = await world.person('viewer');
    const item = await world.write(author);
    const { username } = (await world.cms.accounts.getOwn(author)).user;
    const names = [
      [{}, username],
      [{ lastName: 'Hopper' }, 'Hopper'],
      [{ firstName: 'Grace' }, 'Grace Hopper'],
      [{ lastName: '' }, 'Grace'],
    ] as const;
    for (const [change, name] of names) {
      await world.cms.accounts.updateOwn(author, change);
      const info = await infoOf(world, viewer, item);
      expect(info.author).toEqual({ id: author.userId, name });
    }
  });

  test('is absent without one, and after the account was deleted', async () => {
    const world = await coreWorld();
    const { cms, posts, person, write } = world;
    const [author, viewer] = [await person('author'), await person('viewer')];
    const byOperator = await cms.content.create(operator, { collectionId: posts.id, title: 'x' });
    expect((await infoOf(world, viewer, byOperator)).author).toBeUndefined();
    const item = await write(author);
    await cms.users.delete(operator, author.userId);
    expect((await infoOf(world, viewer, item)).author).toBeUndefined();
  });
});

test('users see the info of every item, in inactive collections too', async () => {
  const world = await coreWorld();
  const { cms, person, posts, write } = world;
  const viewer = await person('viewer');
  await cms.settings.update(operator, { publicContent: 'published' });
  const item = await write(await person('editor'));
  await cms.collections.update(operator, posts.name, { isActive: false });
  expect((await infoOf(world, viewer, item)).id).toBe(item.id);
});

test('callers who are no users get no info, whether the item exists or not', async () => {
  const { cms, person, write } = await coreWorld();
  const item = await write(await person('editor'), { status: 'published' });
  for (const id of [item.id, noId, 'x']) {
    await rejectsWith('not_authenticated', cms.content.getInfo(anonymous, { id, client }));
    const token = { kind: 'token', tokenId: noId, scope: 'all' } as const;
    await rejectsWith('forbidden', cms.content.getInfo(token, { id, client }));
  }
});

test('an unknown or deleted item is not found', async () => {
  const { cms, person, write } = await coreWorld();
  const editor = await person('editor');
  const item = await write(editor);
  await cms.content.delete(editor, item.id);
  for (const id of [item.id, noId, 'x']) {
    await rejectsWith('not_found', cms.content.getInfo(editor, { id, client }));
  }
});
