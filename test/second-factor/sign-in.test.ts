import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { minute, second } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { countedPasswords } from '../support/core/counted-passwords.ts';
import {
  factorWorld,
  wrongCode,
  type FactorWorld,
  type Protected,
} from '../support/second-factor/factor-world.ts';

let world: FactorWorld;
let ada: Protected;

beforeEach(async () => {
  world = await factorWorld();
  ada = await world.protectedPerson();
});

const sessionOf = async (sessionId: string) =>
  (await world.cms.accounts.listSessions(ada.actor)).length > 0 &&
  (await world.ports.store.repositories.sessions.listByUser(ada.actor.userId)).find(
    ({ id }) => id === sessionId,
  );

const sessionCount = async (): Promise<number> =>
  (await world.ports.store.repositories.sessions.listByUser(ada.actor.userId)).length;

describe('a login with a password', () => {
  test('asks for a code, and stores no session', async () => {
    const before = await sessionCount();
    const { challenge } = await rejectsWith('second_factor_required', world.logIn(ada.email));
    expect(challenge).toMatch(/^\w{32,}$/);
    expect(await sessionCount()).toBe(before);
    const { lastSignInAt } = await world.cms.users.get(operator, ada.actor.userId);
    expect(lastSignInAt).toBeLessThanOrEqual(world.clock.now());
  });

  test('takes a code at once', async () => {
    const { sessionId, user } = await world.logIn(ada.email, { code: await world.code(ada.key) });
    expect(user.id).toBe(ada.actor.userId);
    expect(await sessionOf(sessionId)).toMatchObject({ method: 'password', secondFactor: true });
  });

  test('takes a recovery code, however it is written', async () => {
    const [one = '', two = '', three = ''] = ada.recoveryCodes;
    await world.logIn(ada.email, { code: one });
    await world.logIn(ada.email, { code: two.toUpperCase().replaceAll('-', '') });
    await world.logIn(ada.email, { code: ` ${three.replaceAll('-', ' ').replaceAll('0', 'O')} ` });
    for (const code of [one, two, three]) {
      await rejectsWith('invalid_code', world.logIn(ada.email, { code }));
    }
  });

  test.each(['', wrongCode, '12345', '1234567', 'x'.repeat(10_000), '１２３４５６'])(
    'rejects the code %j',
    async (code) => {
      const before = await sessionCount();
      await rejectsWith('invalid_code', world.logIn(ada.email, { code }));
      expect(await sessionCount()).toBe(before);
    },
  );

  test('gets the same answer for a wrong one, and does not look at the code', async () => {
    const { email } = await world.signedIn();
    const errors = [];
    for (const address of [ada.email, email, 'nobody@example.org']) {
      for (const code of [undefined, await world.code(ada.key)]) {
        const how = { password: 'wrong', ...(code !== undefined && { code }) };
        errors.push(await rejectsWith('invalid_credentials', world.logIn(address, how)));
      }
    }
    const answers = errors.map(({ message, details, challenge }) => ({
      message,
      details,
      challenge,
    }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await world.logIn(ada.email, { code: await world.code(ada.key) });
  });

  test('takes as many hashes with a factor as without one', async () => {
    const { passwords, derivations } = countedPasswords();
    const cms = world.another({ ports: { passwords } });
    const { email } = await world.signedIn();
    await rejectsWith('invalid_credentials', world.logIn(email, { password: 'wrong', cms }));
    const without = derivations();
    await rejectsWith('invalid_credentials', world.logIn(ada.email, { password: 'wrong', cms }));
    expect(derivations()).toBe(without);
  });

  test('reads nothing of second factors for an account without one', async () => {
    const read: string[] = [];
    const note = (kind: string) =>
      new Proxy({} as never, { get: () => async () => void read.push(kind) });
    const store = alteredStore(world.ports.store, () => ({
      secondFactors: note('secondFactors'),
      challenges: note('challenges'),
      trustedBrowsers: note('trustedBrowsers'),
    }));
    const { email } = await world.signedIn();
    await world.logIn(email, { cms: world.another({ ports: { store } }), trustedBrowser: 'x' });
    expect(read).toEqual([]);
  });

  test('ignores a code for an account without a factor', async () => {
    const { email } = await world.signedIn();
    await world.logIn(email, { code: wrongCode });
  });

  test('of a deactivated account gets no challenge', async () => {
    await world.cms.users.update(operator, ada.actor.userId, { isActive: false });
    await rejectsWith('invalid_credentials', world.logIn(ada.email));
  });
});

describe('a challenge', () => {
  test('and a code begin a session with a second factor', async () => {
    const challenge = await world.challengeOf(ada.email);
    const loggedIn = await world.answer(challenge, await world.code(ada.key));
    expect(loggedIn.trustedBrowser).toBeUndefined();
    expect(await sessionOf(loggedIn.sessionId)).toMatchObject({
      method: 'password',
      secondFactor: true,
      client: 'A browser',
    });
    expect((await world.cms.accounts.authenticate(loggedIn.token)).userId).toBe(ada.actor.userId);
  });

  test('works on another instance', async () => {
    const challenge = await world.challengeOf(ada.email);
    await world.answer(challenge, ada.recoveryCodes[0]!, { cms: world.another() });
  });

  test('takes five codes', async () => {
    const challenge = await world.challengeOf(ada.email);
    for (let n = 1; n <= 5; n += 1) {
      const error = await rejectsWith('invalid_code', world.answer(challenge, wrongCode));
      expect(error.challenge).toBe(n < 5 ? challenge : undefined);
    }
    await rejectsWith('invalid_code', world.answer(challenge, await world.code(ada.key)));
    await world.answer(await world.challengeOf(ada.email), await world.code(ada.key));
  });

  test('takes five codes of 50 at once', async () => {
    const challenge = await world.challengeOf(ada.email);
    const another = world.another();
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        world.answer(challenge, wrongCode, n % 2 === 0 ? {} : { cms: another }),
      ),
    );
    const { wrongAt } = (await world.ports.store.repositories.secondFactors.find(
      ada.actor.userId,
    ))!;
    expect(wrongAt).toHaveLength(5);
  });

  test('lives five minutes', async () => {
    const challenge = await world.challengeOf(ada.email);
    world.clock.advance(5 * minute);
    await rejectsWith('invalid_code', world.answer(challenge, await world.code(ada.key)));
    world.clock.advance(-1);
    await world.answer(challenge, await world.code(ada.key));
  });

  test('ends by success', async () => {
    const challenge = await world.challengeOf(ada.email);
    await world.answer(challenge, await world.code(ada.key));
    await rejectsWith('invalid_code', world.answer(challenge, ada.recoveryCodes[0]!));
  });

  test.each([
    [
      'a new password',
      () => world.cms.users.update(operator, ada.actor.userId, { password: 'another good one' }),
    ],
    [
      'a change of the own password',
      () =>
        world.cms.accounts.changeOwnPassword(ada.actor, {
          currentPassword: goodPassword,
          newPassword: 'another good one',
        }),
    ],
    [
      'a deactivation',
      () => world.cms.users.update(operator, ada.actor.userId, { isActive: false }),
    ],
    [
      'a deactivation that is undone',
      async () => {
        await world.cms.users.update(operator, ada.actor.userId, { isActive: false });
        await world.cms.users.update(operator, ada.actor.userId, { isActive: true });
      },
    ],
    ['a deletion', () => world.cms.users.delete(operator, ada.actor.userId)],
    [
      'a removal of the factor',
      () => world.cms.secondFactors.remove(ada.actor, { code: ada.recoveryCodes[9]! }),
    ],
  ] as const)('ends by %s', async (_, end) => {
    const challenge = await world.challengeOf(ada.email);
    await end();
    await rejectsWith('invalid_code', world.answer(challenge, ada.recoveryCodes[0]!));
  });

  test('that ends while its code is checked begins no session', async () => {
    const challenge = await world.challengeOf(ada.email);
    const { challenges } = world.ports.store.repositories;
    const store = alteredStore(world.ports.store, ({ secondFactors }) => ({
      secondFactors: altered(secondFactors, {
        replace: async (...args) => {
          const isStored = await secondFactors.replace(...args);
          await challenges.deleteByUser(ada.actor.userId);
          return isStored;
        },
      }),
    }));
    const cms = world.another({ ports: { store } });
    const before = await sessionCount();
    await rejectsWith('invalid_code', world.answer(challenge, ada.recoveryCodes[0]!, { cms }));
    expect(await sessionCount()).toBe(before);
  });

  test('of somebody else takes no code of this account', async () => {
    const eve = await world.protectedPerson();
    const challenge = await world.challengeOf(eve.email);
    await rejectsWith('invalid_code', world.answer(challenge, await world.code(ada.key)));
    await rejectsWith('invalid_code', world.answer(challenge, ada.recoveryCodes[0]!));
  });

  test('is stored as a digest only', async () => {
    const challenge = await world.challengeOf(ada.email);
    const { challenges } = world.ports.store.repositories;
    const digest = await world.ports.digest.sha256(challenge);
    expect(await challenges.takeCode(challenge, 0)).toBeUndefined();
    expect(await challenges.takeCode(digest, 0)).toMatchObject({ userId: ada.actor.userId });
    await rejectsWith('invalid_code', world.answer(digest, await world.code(ada.key)));
  });

  test('is removed by the sweep when it has expired', async () => {
    const challenge = await world.challengeOf(ada.email);
    world.clock.advance(5 * minute + 1);
    await world.cms.system.sweepSessions();
    const digest = await world.ports.digest.sha256(challenge);
    expect(await world.ports.store.repositories.challenges.delete(digest)).toBe(false);
  });
});

test('ten codes a minute are taken of a client, whatever they are', async () => {
  const client = '2001:db8::1';
  for (let n = 0; n < 9; n += 1) {
    await rejectsWith('invalid_code', world.answer('unknown', wrongCode, { client }));
  }
  // A request whose body is never read counts too.
  await world.cms.secondFactors.startLogIn(client);
  const challenge = await world.challengeOf(ada.email);
  const refused = world.answer(challenge, await world.code(ada.key), {
    client,
    cms: world.another(),
  });
  expect((await rejectsWith('rate_limited', refused)).retryAfterMs).toBeLessThanOrEqual(minute);
  world.clock.advance(minute + second);
  await world.answer(challenge, await world.code(ada.key), { client });
});
