import { beforeEach, describe, expect, test } from 'vitest';
import { WebCryptoEncryption } from '../../adapters/webcrypto/web-crypto-encryption.ts';
import { hour, minute, second } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
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

const factor = async () =>
  (await world.ports.store.repositories.secondFactors.find(ada.actor.userId))!;
const logIn = (code: string) => world.logIn(ada.email, { code });
const wrong = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await rejectsWith('invalid_code', logIn(wrongCode));
};

/** Every way to enter a code for the account. */
const ways = [
  ['a login', (code: string) => logIn(code)],
  ['a challenge', async (code: string) => world.answer(await world.challengeOf(ada.email), code)],
  ['a removal', (code: string) => world.cms.secondFactors.remove(ada.actor, { code })],
  [
    'new recovery codes',
    (code: string) => world.cms.secondFactors.renewRecoveryCodes(ada.actor, { code }),
  ],
] as const;

describe('a code of the app', () => {
  test('counts in its step, and in those before and after it', async () => {
    const other = await world.protectedPerson();
    for (const steps of [-2, 2]) {
      await rejectsWith('invalid_code', logIn(await world.code(ada.key, steps)));
    }
    await logIn(await world.code(ada.key, 0));
    await world.logIn(other.email, { code: await world.code(other.key, 1) });
  });

  test('counts once, and no older one counts after it', async () => {
    const [current, next] = [await world.code(ada.key), await world.code(ada.key, 1)];
    await logIn(next);
    for (const code of [next, current]) await rejectsWith('invalid_code', logIn(code));
    world.clock.advance(30 * second);
    await rejectsWith('invalid_code', logIn(next));
    await logIn(await world.code(ada.key, 1));
  });

  test('that was used is not counted as wrong', async () => {
    const code = await world.code(ada.key);
    await logIn(code);
    for (let n = 0; n < 20; n += 1) await rejectsWith('invalid_code', logIn(code));
    expect((await factor()).wrongAt).toEqual([]);
    await logIn(await world.code(ada.key, 1));
  });

  test('counts once for all ways and instances', async () => {
    const code = await world.code(ada.key);
    await logIn(code);
    for (const [, enter] of ways) await rejectsWith('invalid_code', enter(code));
    await rejectsWith('invalid_code', world.logIn(ada.email, { code, cms: world.another() }));
  });

  test('of 50 at once on two instances begins one session', async () => {
    const code = await world.code(ada.key);
    const another = world.another();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        world.logIn(ada.email, { code, ...(n % 2 === 0 && { cms: another }) }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'invalid_code' });
    }
  });

  test('is refused after the clock was set back, until its steps are new again', async () => {
    await logIn(await world.code(ada.key, 1));
    world.clock.advance(-hour);
    const { lastStep } = await factor();
    for (const steps of [-1, 0, 1]) {
      await rejectsWith('invalid_code', logIn(await world.code(ada.key, steps)));
    }
    expect((await factor()).lastStep).toBe(lastStep);
    await logIn(ada.recoveryCodes[0]!);
    expect((await factor()).lastStep).toBe(lastStep);
    world.clock.advance(hour + 30 * second);
    await logIn(await world.code(ada.key, 1));
  });

  test('of another account does not count', async () => {
    const eve = await world.protectedPerson();
    await rejectsWith('invalid_code', logIn(await world.code(eve.key)));
    await rejectsWith('invalid_code', logIn(eve.recoveryCodes[0]!));
  });
});

describe('a recovery code', () => {
  test('of 50 at once on two instances begins one session', async () => {
    const [code = ''] = ada.recoveryCodes;
    const another = world.another();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        world.logIn(ada.email, { code, ...(n % 2 === 0 && { cms: another }) }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await factor()).recoveryCodes).toHaveLength(9);
  });

  test('is all that is left after its secret has left the list', async () => {
    const encryption = new WebCryptoEncryption('another secret of more than thirty-two bytes');
    const cms = world.another({ ports: { encryption } });
    const { email, key, recoveryCodes } = ada;
    await rejectsWith('invalid_code', world.logIn(email, { code: await world.code(key), cms }));
    await world.logIn(email, { code: recoveryCodes[0]!, cms });
    await cms.secondFactors.remove(ada.actor, { code: recoveryCodes[1]! });
    await world.logIn(email, { cms });
  });
});

describe('ten wrong codes within an hour', () => {
  test.each(ways)('stop %s for an hour, also with right codes', async (_, enter) => {
    await wrong(9);
    world.clock.advance(hour - minute);
    await rejectsWith('invalid_code', logIn(wrongCode));
    world.clock.advance(second);
    for (const code of [await world.code(ada.key), ada.recoveryCodes[0]!, wrongCode]) {
      const { retryAfterMs } = await rejectsWith('rate_limited', enter(code));
      expect(retryAfterMs).toBe(hour - second);
    }
    world.clock.advance(hour - second - 1);
    await rejectsWith('rate_limited', enter(await world.code(ada.key)));
    world.clock.advance(1);
    await enter(await world.code(ada.key));
  });

  test.each(ways)('are counted of %s', async (_, enter) => {
    for (let n = 0; n < 10; n += 1) await rejectsWith('invalid_code', enter(wrongCode));
    await rejectsWith('rate_limited', logIn(await world.code(ada.key)));
  });

  test('are those of both kinds, of all ways and instances together', async () => {
    const cms = world.another();
    await wrong(3);
    for (const [, enter] of ways) await rejectsWith('invalid_code', enter(wrongCode));
    const unknown = 'aaaa-bbbb-cccc-dddd';
    for (let n = 0; n < 3; n += 1) {
      await rejectsWith('invalid_code', world.logIn(ada.email, { code: unknown, cms }));
    }
    await rejectsWith('rate_limited', world.logIn(ada.email, { code: unknown, cms }));
    await rejectsWith('rate_limited', logIn(ada.recoveryCodes[0]!));
  });

  test('are exactly ten of 50 at once', async () => {
    const another = world.another();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        world.logIn(ada.email, { code: wrongCode, ...(n % 2 === 0 && { cms: another }) }),
      ),
    );
    const codes = results.map((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : 'right',
    );
    expect(codes.filter((code) => code === 'invalid_code')).toHaveLength(10);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(40);
    await rejectsWith('rate_limited', logIn(await world.code(ada.key)));
  });

  test('are no nine, and none that are older', async () => {
    await wrong(9);
    await logIn(ada.recoveryCodes[0]!);
    world.clock.advance(hour);
    await wrong(9);
    await logIn(await world.code(ada.key));
  });

  test('are counted across right ones', async () => {
    await wrong(4);
    await logIn(ada.recoveryCodes[0]!);
    await wrong(4);
    await logIn(await world.code(ada.key));
    await wrong(2);
    await rejectsWith('rate_limited', logIn(ada.recoveryCodes[1]!));
  });

  test('stop no other account, no password and no session', async () => {
    const eve = await world.protectedPerson();
    await wrong(10);
    await world.logIn(eve.email, { code: await world.code(eve.key) });
    await rejectsWith('invalid_credentials', world.logIn(ada.email, { password: 'wrong' }));
    await world.challengeOf(ada.email);
    await world.cms.accounts.getOwn(ada.actor);
  });

  test('are stopped for an hour at most if the clock is set back', async () => {
    await wrong(10);
    world.clock.advance(-10 * minute);
    const { retryAfterMs } = await rejectsWith('rate_limited', logIn(wrongCode));
    expect(retryAfterMs).toBe(hour);
    world.clock.advance(-hour);
    await logIn(ada.recoveryCodes[0]!);
  });

  test('are counted for the key that waits, too', async () => {
    const person = await world.signedIn();
    const { password } = { password: 'correct horse battery' };
    await world.cms.secondFactors.begin(person.actor, { password });
    const confirm = (code: string) => world.cms.secondFactors.confirm(person.actor, { code });
    for (let n = 0; n < 10; n += 1) await rejectsWith('invalid_code', confirm(wrongCode));
    const { secret } = await world.cms.secondFactors.begin(person.actor, { password });
    await rejectsWith('rate_limited', confirm(await world.code(secret)));
  });
});
