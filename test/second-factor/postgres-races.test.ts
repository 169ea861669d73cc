import { afterAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { factorWorld, wrongCode } from '../support/second-factor/factor-world.ts';

await withPostgres('migrated', async (url) => {
  const stores = [1, 2].map(() => openPostgresStore({ url, poolMax: 8 }, new SystemTimer()));
  afterAll(async () => {
    for (const store of stores) await store.close();
  });
  const [store, second] = stores;
  const world = await factorWorld({ ports: { store: store! } });
  // Another instance: its own pool of connections.
  const another = world.another({ ports: { store: second! } });
  const { secondFactors, sessions, challenges } = store!.repositories;

  /** Calls 50 times at once, in turns on both instances. @returns the codes of the errors, and `done`. */
  const fifty = async (
    call: (cms: typeof another, n: number) => Promise<unknown>,
  ): Promise<Readonly<Record<string, number>>> => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => call(n % 2 === 0 ? world.cms : another, n)),
    );
    const counts: Record<string, number> = {};
    for (const each of results) {
      const outcome =
        each.status === 'fulfilled' ? 'done' : String(each.reason.code ?? each.reason);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };

  test('a code of the app begins one session of 50', async () => {
    const { email, key } = await world.protectedPerson();
    const code = await world.code(key);
    const counts = await fifty((cms) => world.logIn(email, { code, cms }));
    expect(counts).toEqual({ done: 1, invalid_code: 49 });
  });

  test('a recovery code begins one session of 50', async () => {
    const { email, actor, recoveryCodes } = await world.protectedPerson();
    const { done } = await fifty((cms) => world.logIn(email, { code: recoveryCodes[0]!, cms }));
    expect(done).toBe(1);
    expect((await secondFactors.find(actor.userId))?.recoveryCodes).toHaveLength(9);
  });

  test('ten different recovery codes begin ten sessions', async () => {
    const { email, recoveryCodes } = await world.protectedPerson();
    const results = await Promise.all(
      recoveryCodes.map((code, n) =>
        world.logIn(email, { code, cms: n % 2 === 0 ? world.cms : another }),
      ),
    );
    expect(results).toHaveLength(10);
  });

  test('of 50 wrong codes, ten are answered, and the others are stopped', async () => {
    const { email } = await world.protectedPerson();
    const counts = await fifty((cms) => world.logIn(email, { code: wrongCode, cms }));
    expect(counts).toEqual({ invalid_code: 10, rate_limited: 40 });
  });

  test('a challenge takes five codes of 50', async () => {
    const { email, actor } = await world.protectedPerson();
    const challenge = await world.challengeOf(email);
    const counts = await fifty((cms) => world.answer(challenge, wrongCode, { cms }));
    expect(counts).toEqual({ invalid_code: 50 });
    expect((await secondFactors.find(actor.userId))?.wrongAt).toHaveLength(5);
  });

  test('a challenge begins one session, with whatever codes', async () => {
    const { email, recoveryCodes } = await world.protectedPerson();
    const challenge = await world.challengeOf(email);
    const results = await Promise.allSettled(
      recoveryCodes
        .slice(0, 5)
        .map((code, n) =>
          world.answer(challenge, code, { cms: n % 2 === 0 ? world.cms : another }),
        ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a factor is confirmed once of 50', async () => {
    const { actor } = await world.signedIn();
    const { secret } = await world.cms.secondFactors.begin(actor, {
      password: 'correct horse battery',
    });
    const code = await world.code(secret);
    const counts = await fifty((cms) => cms.secondFactors.confirm(actor, { code }));
    expect(counts).toEqual({ done: 1, invalid_code: 49 });
  });

  test('no session by a password alone outlives the set-up of a factor', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await world.signedIn();
      const [factor] = await Promise.all([
        world.setUp(person),
        ...Array.from({ length: 8 }, (_, n) =>
          world
            .logIn(person.email, { cms: n % 2 === 0 ? world.cms : another })
            .catch(() => undefined),
        ),
      ]);
      const left = await sessions.listByUser(factor.actor.userId);
      expect(left.map(({ id }) => id)).toEqual([person.actor.sessionId]);
    }
  });

  test('no challenge and no session outlives a new password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, actor, recoveryCodes } = await world.protectedPerson();
      const open = await world.challengeOf(email);
      const [, , challenge] = await Promise.all([
        world.cms.users.update(operator, actor.userId, { password: 'another good password' }),
        world.answer(open, recoveryCodes[0]!, { cms: another, trust: true }).catch(() => undefined),
        world.challengeOf(email, { cms: another }).catch(() => ''),
      ]);
      expect(await sessions.listByUser(actor.userId)).toEqual([]);
      expect(await store!.repositories.trustedBrowsers.listByUser(actor.userId)).toEqual([]);
      for (const secret of [open, challenge]) {
        expect(await challenges.delete(await world.ports.digest.sha256(secret))).toBe(false);
      }
    }
  });
});
