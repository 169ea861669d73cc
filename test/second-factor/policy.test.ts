import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor } from '../../core/index.ts';
import { day, minute, roles, type Grant, type LoggedIn, type Role } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { factorWorld, type FactorWorld } from '../support/second-factor/factor-world.ts';

let world: FactorWorld;
/** Who signed in, with the account. */
let ada: LoggedIn;

beforeEach(async () => {
  world = await factorWorld();
  ada = await world.member('editor');
});

const requireOf = (requireSecondFactor: readonly Role[], secondFactorGraceDays?: number) =>
  world.cms.settings.update(operator, { requireSecondFactor, secondFactorGraceDays });

const actorOf = async ({ token }: LoggedIn = ada) => world.cms.accounts.authenticate(token);

const again = async (): Promise<LoggedIn> => world.logIn(ada.user.email);

const isStopped = async (loggedIn?: LoggedIn): Promise<boolean> => {
  const actor = await actorOf(loggedIn);
  try {
    world.cms.secondFactors.assertSetUp(actor);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'second_factor_setup_required', kind: 'forbidden' });
    return true;
  }
};

describe('the time to set a second factor up', () => {
  test('is seven days from the change of the setting', async () => {
    world.clock.advance(30 * day);
    await requireOf(['editor']);
    const due = world.clock.now() + 7 * day;
    expect((await actorOf(await again())).secondFactorDueAt).toBe(due);
    world.clock.advance(7 * day - minute);
    ada = await again();
    expect(await isStopped()).toBe(false);
    world.clock.advance(minute - 1);
    expect(await isStopped()).toBe(false);
    world.clock.advance(1);
    expect(await isStopped()).toBe(true);
    // An old session and a new one.
    expect(await isStopped(await again())).toBe(true);
  });

  test('is counted from the creation of a newer account', async () => {
    await requireOf(['editor'], 2);
    world.clock.advance(day);
    const created = world.clock.now();
    const newer = await world.member('editor');
    expect((await actorOf(newer)).secondFactorDueAt).toBe(created + 2 * day);
    expect((await actorOf(await again())).secondFactorDueAt).toBe(created + day);
  });

  test('is another at once if the setting is', async () => {
    await requireOf(['editor'], 0);
    expect(await isStopped()).toBe(true);
    await requireOf(['editor'], 1);
    expect(await isStopped()).toBe(false);
    world.clock.advance(day - 1);
    ada = await again();
    expect(await isStopped()).toBe(false);
    await requireOf(['editor'], 365);
    world.clock.advance(1);
    expect(await isStopped()).toBe(false);
    await requireOf(['editor'], 1);
    expect(await isStopped()).toBe(true);
    await requireOf([]);
    expect(await isStopped()).toBe(false);
  });
});

describe('who needs one', () => {
  const grant = (role: Role): Grant => ({ collectionId: world.posts.id, role });

  /** The role of an account, that of its grant, and the one that counts. */
  const cases = roles.flatMap((role) =>
    [undefined, ...roles].map((granted) => {
      const rank = Math.max(
        roles.indexOf(role),
        granted === undefined ? -1 : roles.indexOf(granted),
      );
      return { role, granted, highest: roles[rank]! };
    }),
  );

  test.each(cases)('$role with the grant $granted counts as $highest', async (each) => {
    const { user, token } = await world.member(each.role);
    const grants = each.granted === undefined ? [] : [grant(each.granted)];
    await world.ports.store.repositories.users.replaceGrants(user.id, grants);
    for (const required of roles) {
      await requireOf([required], 0);
      expect([required, await isStopped({ ...ada, token })]).toEqual([
        required,
        required === each.highest,
      ]);
    }
    await requireOf(
      roles.filter((role) => role !== each.highest),
      0,
    );
    expect(await isStopped({ ...ada, token })).toBe(false);
    await requireOf(roles, 0);
    expect(await isStopped({ ...ada, token })).toBe(true);
  });

  test('a change of the role or the grants counts with the next request', async () => {
    await requireOf(['admin'], 0);
    await world.member('admin');
    expect(await isStopped()).toBe(false);
    await world.cms.users.update(operator, ada.user.id, { role: 'admin' });
    expect(await isStopped()).toBe(true);
    await world.cms.users.update(operator, ada.user.id, { role: 'viewer' });
    expect(await isStopped()).toBe(false);
    await requireOf(['editor'], 0);
    const permissions = [{ collection: world.posts.name, role: 'editor' }] as const;
    await world.cms.users.setPermissions(operator, ada.user.id, permissions);
    expect(await isStopped()).toBe(true);
    await world.cms.users.setPermissions(operator, ada.user.id, []);
    expect(await isStopped()).toBe(false);
  });

  test('not whoever has a second factor, but whoever loses it again', async () => {
    const person = { actor: await actorOf(), email: ada.user.email };
    await requireOf(['editor'], 0);
    expect(await isStopped()).toBe(true);
    const { key } = await world.setUp(person);
    expect(await isStopped()).toBe(false);
    expect((await actorOf()).secondFactorDueAt).toBeUndefined();
    await world.cms.secondFactors.remove(person.actor, { code: await world.code(key, 1) });
    expect(await isStopped()).toBe(true);
  });

  test('a key that waits for its first code is not enough', async () => {
    await requireOf(['editor'], 0);
    const password = 'correct horse battery';
    await world.cms.secondFactors.begin(await actorOf(), { password });
    expect(await isStopped()).toBe(true);
  });

  test('not a session of an identity provider, but another one of the same account', async () => {
    const { sessions } = world.ports.store.repositories;
    await requireOf(['editor'], 0);
    const [stored] = await sessions.listByUser(ada.user.id);
    const { passwordHash } = (await world.ports.store.repositories.users.findById(ada.user.id))!;
    await sessions.delete(stored!.id);
    await sessions.insert({ ...stored!, method: 'oidc' }, passwordHash);
    expect(await isStopped()).toBe(false);
    expect(await isStopped(await again())).toBe(true);
  });

  test('neither API tokens, nor the bearers of previews, nor callers without an account', async () => {
    const { cms } = world;
    const created = await cms.apiTokens.create(operator, { name: 'site' });
    const { secret: preview } = await cms.previews.createForSite(await actorOf());
    await requireOf(roles, 0);
    const actors: readonly Actor[] = [
      anonymous,
      operator,
      await cms.apiTokens.authenticate(created.secret),
      { kind: 'user', userId: ada.user.id, sessionId: 'none', role: 'editor', grants: [] },
    ];
    for (const actor of actors) cms.secondFactors.assertSetUp(actor);
    const read = cms.content.readPage(anonymous, {
      of: { list: {} },
      client: 'a',
      preview,
      perspective: 'drafts',
    });
    await expect(read).resolves.toBeDefined();
  });
});

test('another instance stops the session with the next request', async () => {
  const other = world.another();
  expect((await other.accounts.authenticate(ada.token)).secondFactorDueAt).toBeUndefined();
  await requireOf(['editor'], 0);
  const actor = await other.accounts.authenticate(ada.token);
  expect(() => other.secondFactors.assertSetUp(actor)).toThrow(
    expect.objectContaining({ code: 'second_factor_setup_required' }),
  );
});

test('a read that is decided again after the change is rejected', async () => {
  const actor = await actorOf();
  await requireOf(['editor'], 0);
  const reading = world.cms.content.readPage(actor, { of: { list: {} }, client: 'a' });
  await rejectsWith('second_factor_setup_required', reading);
});
