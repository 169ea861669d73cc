import { describe, expect, test } from 'vitest';
import { hasCode, operator, type Actor, type Cms } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

const removals: readonly (readonly [
  string,
  (cms: Cms, actor: Actor, id: string) => Promise<unknown>,
])[] = [
  ['demoted', ({ users }, actor, id) => users.update(actor, id, { role: 'editor' })],
  ['deactivated', ({ users }, actor, id) => users.update(actor, id, { isActive: false })],
  ['deleted', ({ users }, actor, id) => users.delete(actor, id)],
];

describe('the last administrator', () => {
  for (const [how, remove] of removals) {
    test(`cannot be ${how}, not even by the operator`, async () => {
      const { cms, ports, person } = await coreWorld();
      const admin = await person('admin');
      await cms.users.update(operator, (await person('admin')).userId, { isActive: false });
      await person('editor');
      for (const actor of [operator, admin]) {
        const { details } = await rejectsWith('last_admin', remove(cms, actor, admin.userId));
        expect(details).toContain('another active user');
      }
      expect(await ports.store.repositories.users.countActiveAdmins()).toBe(1);
    });

    test(`can be ${how} if there is another one`, async () => {
      const { cms, ports, person } = await coreWorld();
      const admin = await person('admin');
      await person('admin');
      await remove(cms, admin, admin.userId);
      expect(await ports.store.repositories.users.countActiveAdmins()).toBe(1);
    });
  }

  test('can be renamed, and an inactive administrator can be removed', async () => {
    const { cms, person } = await coreWorld();
    const admin = await person('admin');
    const inactive = await person('admin');
    await cms.users.update(operator, inactive.userId, { isActive: false });
    await cms.users.update(admin, admin.userId, { firstName: 'Ada', role: 'admin' });
    await cms.users.update(admin, inactive.userId, { role: 'viewer' });
    await cms.users.delete(admin, inactive.userId);
  });

  for (const [how, remove] of removals) {
    for (const [otherwise, removeOtherwise] of removals) {
      test(`remains when two administrators are ${how} and ${otherwise} concurrently, on two instances`, async () => {
        const { cms, another, ports, person } = await coreWorld();
        const [one, two] = [await person('admin'), await person('admin')];
        const outcomes = await Promise.allSettled([
          remove(cms, one, two.userId),
          removeOtherwise(another(), two, one.userId),
        ]);
        const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(rejected.map(({ reason }) => hasCode(reason, 'last_admin'))).toEqual([true]);
        expect(await ports.store.repositories.users.countActiveAdmins()).toBe(1);
      });
    }
  }

  test('remains when all users are deleted concurrently', async () => {
    const { cms, ports, person } = await coreWorld();
    const admins = await Promise.all(Array.from({ length: 12 }, () => person('admin')));
    await Promise.allSettled(
      admins.map(({ userId }, n) => removals[n % removals.length]![1](cms, operator, userId)),
    );
    expect(await ports.store.repositories.users.countActiveAdmins()).toBe(1);
  });
});
