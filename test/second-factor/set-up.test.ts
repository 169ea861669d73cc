import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { hour, minute, second } from '../../core/vocabulary.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import {
  factorWorld,
  wrongCode,
  type FactorWorld,
  type Person,
} from '../support/second-factor/factor-world.ts';
import { storeFactor } from '../support/second-factor/stored-factor.ts';

let world: FactorWorld;
let person: Person;

beforeEach(async () => {
  world = await factorWorld();
  person = await world.signedIn();
});

const begin = (password: string | undefined = goodPassword) =>
  world.cms.secondFactors.begin(person.actor, { password });
const confirm = (code: string) => world.cms.secondFactors.confirm(person.actor, { code });
const stored = () => world.ports.store.repositories.secondFactors.find(person.actor.userId);
const account = async () =>
  (await world.ports.store.repositories.users.findById(person.actor.userId))!;
const setBack = async (): Promise<void> => {
  await world.ports.store.repositories.users.update({
    ...(await account()),
    passwordHash: undefined,
  });
};

describe('beginning', () => {
  test('returns a key of 160 bits, and a URI for apps', async () => {
    await world.cms.settings.update(operator, { siteName: 'Ada & Söhne: News' });
    const { secret, uri } = await begin();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(uri);
    expect(uri.startsWith('otpauth://totp/Ada%20%26%20S%C3%B6hne%20%20News:')).toBe(true);
    expect(decodeURIComponent(url.pathname)).toContain(`:${person.email}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret,
      issuer: 'Ada & Söhne  News',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  test('stores the key only encrypted, and changes nothing else', async () => {
    const { secret } = await begin();
    const factor = (await stored())!;
    expect(JSON.stringify(factor)).not.toContain(secret);
    expect(await world.ports.encryption.decrypt(factor.secret)).toBe(secret);
    expect((await account()).hasSecondFactor).toBe(false);
    await world.logIn(person.email);
    const { user } = await world.cms.accounts.getOwn(person.actor);
    expect(user.hasSecondFactor).toBe(false);
  });

  test('needs the password, at most five times a minute for each session', async () => {
    for (const password of ['wrong', '', undefined, `${goodPassword} `]) {
      const command = password === undefined ? {} : { password };
      const attempt = world.cms.secondFactors.begin(person.actor, command);
      await rejectsWith('wrong_password', attempt);
    }
    await begin();
    await rejectsWith('rate_limited', begin());
    expect(await stored()).toBeDefined();
  });

  test('counts together with changes of the password', async () => {
    const wrong = { currentPassword: 'wrong', newPassword: goodPassword };
    for (let n = 0; n < 5; n += 1) {
      await rejectsWith(
        'wrong_password',
        world.cms.accounts.changeOwnPassword(person.actor, wrong),
      );
    }
    await rejectsWith('rate_limited', begin());
  });

  test('needs a sign-in of less than ten minutes for an account without a password', async () => {
    await setBack();
    world.clock.advance(10 * minute - 1_000);
    await begin();
    world.clock.advance(second);
    await rejectsWith('wrong_password', begin());
    await rejectsWith('wrong_password', world.cms.secondFactors.begin(person.actor, {}));
  });

  test('is rejected while a factor is set', async () => {
    const { actor } = await world.setUp(person);
    const before = await stored();
    await rejectsWith('factor_exists', begin());
    await rejectsWith('factor_exists', world.cms.secondFactors.begin(actor, { password: 'wrong' }));
    expect(await stored()).toEqual(before);
  });

  test('is for users only', async () => {
    await rejectsWith('not_authenticated', world.cms.secondFactors.begin(anonymous, {}));
  });
});

describe('confirming', () => {
  test.each([-1, 0, 1])('takes the code of %i steps later', async (steps) => {
    const { secret } = await begin();
    await confirm(await world.code(secret, steps));
    expect((await account()).hasSecondFactor).toBe(true);
    const { user } = await world.cms.accounts.getOwn(person.actor);
    expect(user.hasSecondFactor).toBe(true);
    const shown = await world.cms.users.get(operator, user.id);
    expect(shown.user.hasSecondFactor).toBe(true);
  });

  test.each([-2, 2])('takes no code of %i steps later', async (steps) => {
    const { secret } = await begin();
    await rejectsWith('invalid_code', confirm(await world.code(secret, steps)));
    expect((await account()).hasSecondFactor).toBe(false);
  });

  test('returns ten recovery codes of 80 bits, of which only digests are stored', async () => {
    const { secret } = await begin();
    const { recoveryCodes } = await confirm(await world.code(secret));
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) {
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    }
    const factor = (await stored())!;
    expect(factor.recoveryCodes).toEqual(
      Array.from({ length: 10 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)),
    );
    const text = JSON.stringify(factor);
    for (const code of recoveryCodes) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(code.replaceAll('-', ''));
    }
  });

  test('ends all other sessions, and keeps the current one', async () => {
    const other = await world.logIn(person.email);
    await world.setUp(person);
    await rejectsWith('invalid_session', world.cms.accounts.authenticate(other.token));
    const { sessions } = world.ports.store.repositories;
    expect(await sessions.find(person.actor.sessionId)).toBeDefined();
  });

  test('must come within ten minutes', async () => {
    const { secret } = await begin();
    world.clock.advance(10 * minute);
    await rejectsWith('invalid_code', confirm(await world.code(secret)));
    world.clock.advance(-1);
    await confirm(await world.code(secret));
  });

  test('takes no code of a key that another one has replaced', async () => {
    const { secret: first } = await begin();
    const { secret } = await begin();
    await rejectsWith('invalid_code', confirm(await world.code(first)));
    await confirm(await world.code(secret));
  });

  test('works on another instance, and after a restart', async () => {
    const { secret } = await begin();
    const { secondFactors } = world.another();
    await secondFactors.confirm(person.actor, { code: await world.code(secret) });
    expect((await account()).hasSecondFactor).toBe(true);
  });

  test('takes nothing without a key that waits, and nothing twice', async () => {
    await rejectsWith('invalid_code', confirm(wrongCode));
    const { secret } = await begin();
    await confirm(await world.code(secret));
    await rejectsWith('invalid_code', confirm(await world.code(secret, 1)));
  });

  test('of 50 at once succeeds once', async () => {
    const { secret } = await begin();
    const code = await world.code(secret);
    const { secondFactors } = world.another();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0 ? confirm(code) : secondFactors.confirm(person.actor, { code }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('uses its code up for signing in', async () => {
    const { secret } = await begin();
    const code = await world.code(secret);
    await confirm(code);
    await rejectsWith('invalid_code', world.logIn(person.email, { code }));
    await world.logIn(person.email, { code: await world.code(secret, 1) });
  });

  test('does not let a login through that verified the password before', async () => {
    const code = await storeFactor(world.ports, person.actor.userId, 'pending');
    const { passwords } = world.ports;
    const interrupted = world.another({
      ports: {
        passwords: {
          ...passwords,
          scheme: passwords.scheme,
          hash: (password) => passwords.hash(password),
          verify: async (password, hash) => {
            const verification = await passwords.verify(password, hash);
            if (!(await account()).hasSecondFactor) await confirm(code);
            return verification;
          },
        },
      },
    });
    await rejectsWith('second_factor_required', world.logIn(person.email, { cms: interrupted }));
  });
});

describe('a key that nobody confirms', () => {
  test('is removed by the sweep, and a confirmed one is not', async () => {
    await begin();
    world.clock.advance(hour);
    await world.cms.system.sweepSessions();
    expect(await stored()).toBeUndefined();
    await world.setUp(person);
    world.clock.advance(1_000 * hour);
    await world.cms.system.sweepSessions();
    expect(await stored()).toBeDefined();
  });
});
