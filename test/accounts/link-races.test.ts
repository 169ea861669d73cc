import { afterAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator, type Cms } from '../../core/index.ts';
import { linkWorld, type LinkWorld } from '../support/accounts/link-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { secretOf } from '../support/mail/link-in.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

/** How many uses of a link begin at the same time. */
const uses = 50;

const passwordOf = (n: number): string => `good password number ${n}`;

/** Runs `use` for each number, on three instances. @returns the numbers that succeeded. */
const winnersOf = async (
  { cms, another }: LinkWorld,
  use: (instance: Cms, n: number) => Promise<unknown>,
): Promise<readonly number[]> => {
  const instances = [cms, another(), another()];
  const outcomes = await Promise.allSettled(
    Array.from({ length: uses }, (_, n) => use(instances[n % 3]!, n)),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      await rejectsWith('invalid_link', Promise.reject(outcome.reason as Error));
    }
  }
  return outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
};

await withPostgres('migrated', async (url) => {
  const pool = openPool({ url, poolMax: 10 }, new SystemTimer());
  const opened = linkWorld({ ports: { store: storeOver(pool) } });
  afterAll(() => pool.knex.destroy());

  describe('of 50 uses at once on three instances, one succeeds:', () => {
    test('a new password', async () => {
      const world = await opened;
      const { userId, email } = await world.author();
      const token = await world.handed(userId);
      const winners = await winnersOf(world, ({ accounts }, n) =>
        accounts.resetPassword({ token, password: passwordOf(n), client: 'a' }),
      );
      expect(winners).toHaveLength(1);
      expect((await world.logIn(email, passwordOf(winners[0]!))).user.id).toBe(userId);
    });

    test('an account', async () => {
      const world = await opened;
      const email = 'grace@example.org';
      const command = { email, role: 'author', expiresIn: '1d' } as const;
      const { url: link } = await world.cms.invitations.create(world.admin, command);
      const token = secretOf(link);
      const winners = await winnersOf(world, ({ invitations }, n) =>
        invitations.accept({ token, password: passwordOf(n), client: world.newClient() }),
      );
      expect(winners).toHaveLength(1);
      expect((await world.logIn(email, passwordOf(winners[0]!))).user.role).toBe('author');
    });
  });

  test('of invitations of one address at once, one is left', async () => {
    const world = await opened;
    const command = { email: 'ada@example.org', role: 'viewer', expiresIn: '1d' } as const;
    const instances = [world.cms, world.another(), world.another()];
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        instances[n % 3]!.invitations.create(world.admin, command),
      ),
    );
    const left = await world.cms.invitations.list(world.admin);
    expect(left.map(({ email }) => email)).toEqual([command.email]);
    const accept = (link: string) =>
      world.cms.invitations.accept({
        token: secretOf(link),
        password: passwordOf(1),
        client: world.newClient(),
      });
    for (const { id, url: link } of created) {
      if (id !== left[0]?.id) await rejectsWith('invalid_link', accept(link));
    }
    await accept(created.find(({ id }) => id === left[0]?.id)!.url);
  });

  test('a link and a deactivation at once leave no way in', async () => {
    const world = await opened;
    for (let round = 0; round < 5; round += 1) {
      const { userId } = await world.author();
      const token = await world.handed(userId);
      await Promise.allSettled([
        world.reset(token, passwordOf(round)),
        world.another().users.update(operator, userId, { isActive: false }),
      ]);
      const { users, sessions } = world.ports.store.repositories;
      expect((await users.findById(userId))?.isActive).toBe(false);
      expect(await sessions.listByUser(userId)).toEqual([]);
      await rejectsWith('invalid_link', world.reset(token, passwordOf(round)));
    }
  });
});
