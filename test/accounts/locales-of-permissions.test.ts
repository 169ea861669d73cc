import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { Role } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';

interface Permission {
  readonly collection: string;
  readonly role: Role;
  readonly locales?: readonly string[];
}

/** The posts are localised. `set` gives a viewer permissions, and `shown` reads them. */
const permissionWorld = async () => {
  const world = await localeWorld();
  const { cms } = world;
  await world.localise(world.posts.name);
  const { userId } = await world.person('viewer');
  return {
    ...world,
    userId,
    set: async (...permissions: readonly Permission[]) =>
      (await cms.users.setPermissions(operator, userId, permissions)).permissions,
    shown: async () => (await cms.users.get(operator, userId)).permissions,
  };
};

const codes = (...all: readonly string[]) => ({ locales: all.map((code) => ({ code })) });

test('permissions name locales in canonical case, each once', async () => {
  const { set, shown, posts, pages } = await permissionWorld();
  const other = { collection: pages.name, role: 'author' } as const;
  const permission = { collection: posts.name, role: 'editor' } as const;
  const expected = [{ ...permission, locales: ['fr', 'de'] }, other];
  expect(await set({ ...permission, locales: ['FR', 'de', 'fr'] }, other)).toEqual(expected);
  expect(await shown()).toEqual(expected);
  expect(await set({ ...permission, locales: [] })).toEqual([{ ...permission, locales: [] }]);
  expect(await set(permission)).toEqual([permission]);
});

test('unknown locales, and locales of a collection without them, are rejected with their paths', async () => {
  const { set, shown, posts, pages } = await permissionWorld();
  const permission = { collection: posts.name, role: 'editor' } as const;
  const unknown = await rejectsWith('invalid_input', set({ ...permission, locales: ['de', 'it'] }));
  expect(unknown.issues).toEqual([
    { path: 'permissions.0.locales.1', message: 'must be one of de, fr' },
  ]);
  const without = { collection: pages.name, role: 'editor', locales: ['de'] } as const;
  const { issues } = await rejectsWith('invalid_input', set(permission, without));
  expect(issues).toEqual([
    { path: 'permissions.1.locales', message: 'needs a localised collection' },
  ]);
  expect(await shown()).toEqual([]);
});

test('a locale that gets another code keeps its permissions, and a removed one leaves them', async () => {
  const { cms, set, shown, posts } = await permissionWorld();
  const permission = { collection: posts.name, role: 'editor' } as const;
  await set({ ...permission, locales: ['fr'] });
  const renamed = [{ code: 'de' }, { code: 'fr-CA', renamedFrom: 'fr' }];
  await cms.locales.update(operator, { locales: renamed });
  expect(await shown()).toEqual([{ ...permission, locales: ['fr-CA'] }]);
  await cms.locales.update(operator, codes('de'));
  // No locale is left, which is not all of them.
  expect(await shown()).toEqual([{ ...permission, locales: [] }]);
  await cms.locales.update(operator, codes('de', 'fr-CA'));
  expect(await shown()).toEqual([{ ...permission, locales: [] }]);
});

test('locales of permissions are shown while the collection is localised', async () => {
  const { cms, set, shown, posts, localise } = await permissionWorld();
  const permission = { collection: posts.name, role: 'editor' } as const;
  await set({ ...permission, locales: ['fr'] });
  await cms.collections.update(operator, posts.name, { localized: false });
  expect(await shown()).toEqual([permission]);
  await localise(posts.name);
  expect(await shown()).toEqual([{ ...permission, locales: ['fr'] }]);
});

test('the audit names the locales', async () => {
  const { cms, set, posts } = await permissionWorld();
  await set({ collection: posts.name, role: 'editor', locales: ['fr', 'de'] });
  const { entries } = await cms.audit.list(operator, { action: 'user.set_permissions' });
  expect(entries).toMatchObject([{ detail: 'blog-posts: editor (fr, de)' }]);
});
