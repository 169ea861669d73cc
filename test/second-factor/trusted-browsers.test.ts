import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { day, noId } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import {
  factorWorld,
  type FactorWorld,
  type Protected,
} from '../support/second-factor/factor-world.ts';

let world: FactorWorld;
let ada: Protected;
/** The secret of a browser that Ada trusts. */
let trustedBrowser: string;

beforeEach(async () => {
  world = await factorWorld();
  ada = await world.protectedPerson();
  const challenge = await world.challengeOf(ada.email);
  const options = { trust: true, client: '203.0.113.9' };
  const loggedIn = await world.answer(challenge, ada.recoveryCodes[0]!, options);
  trustedBrowser = loggedIn.trustedBrowser!;
});

const list = () => world.cms.secondFactors.listTrustedBrowsers(ada.actor);
const end = (id: string) => world.cms.secondFactors.endTrustedBrowser(ada.actor, id);

test('its secret takes the place of the code', async () => {
  expect(trustedBrowser).toMatch(/^\w{32,}$/);
  const { sessionId } = await world.logIn(ada.email, { trustedBrowser });
  const stored = await world.ports.store.repositories.sessions.listByUser(ada.actor.userId);
  expect(stored.find(({ id }) => id === sessionId)).toMatchObject({ secondFactor: true });
  await world.logIn(ada.email, { trustedBrowser, cms: world.another() });
});

test('its secret never takes the place of the password', async () => {
  const how = { trustedBrowser, password: 'wrong' };
  await rejectsWith('invalid_credentials', world.logIn(ada.email, how));
});

test('its secret is that of one account', async () => {
  const eve = await world.protectedPerson();
  await rejectsWith('second_factor_required', world.logIn(eve.email, { trustedBrowser }));
});

test.each(['', 'unknown', noId])('the secret %j is that of no browser', async (secret) => {
  const how = { trustedBrowser: secret };
  await rejectsWith('second_factor_required', world.logIn(ada.email, how));
});

test('its secret makes no wrong code right', async () => {
  const how = { trustedBrowser, code: '000000' };
  await rejectsWith('invalid_code', world.logIn(ada.email, how));
});

test('it is trusted for 30 days', async () => {
  world.clock.advance(30 * day);
  await rejectsWith('second_factor_required', world.logIn(ada.email, { trustedBrowser }));
  expect(await list()).toEqual([]);
  world.clock.advance(-1);
  await world.logIn(ada.email, { trustedBrowser });
  expect(await list()).toHaveLength(1);
  world.clock.advance(day);
  await world.cms.system.sweepSessions();
  const { trustedBrowsers } = world.ports.store.repositories;
  expect(await trustedBrowsers.listByUser(ada.actor.userId)).toEqual([]);
});

test('it is stored with the digest of its secret only', async () => {
  const { trustedBrowsers } = world.ports.store.repositories;
  const [stored] = await trustedBrowsers.listByUser(ada.actor.userId);
  expect(stored?.digest).toBe(await world.ports.digest.sha256(trustedBrowser));
  const how = { trustedBrowser: stored!.digest };
  await rejectsWith('second_factor_required', world.logIn(ada.email, how));
});

describe('the list', () => {
  test('shows where a browser was trusted, and no digest', async () => {
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: world.clock.now(),
        expiresAt: world.clock.now() + 30 * day,
        address: '203.0.113.9',
        client: 'A browser',
      },
    ]);
  });

  test('is that of the caller', async () => {
    const eve = await world.protectedPerson();
    expect(await world.cms.secondFactors.listTrustedBrowsers(eve.actor)).toEqual([]);
    await rejectsWith('not_authenticated', world.cms.secondFactors.listTrustedBrowsers(anonymous));
  });
});

describe('the trust', () => {
  test('ends by its id, for its user only', async () => {
    const [browser] = await list();
    const eve = await world.protectedPerson();
    const byEve = world.cms.secondFactors.endTrustedBrowser(eve.actor, browser!.id);
    await rejectsWith('not_found', byEve);
    for (const id of [noId, 'nonsense']) await rejectsWith('not_found', end(id));
    await end(browser!.id);
    await rejectsWith('not_found', end(browser!.id));
    await rejectsWith('second_factor_required', world.logIn(ada.email, { trustedBrowser }));
  });

  test.each([
    [
      'a new password of an administrator',
      () => world.cms.users.update(operator, ada.actor.userId, { password: goodPassword }),
    ],
    [
      'a change of the own password',
      () =>
        world.cms.accounts.changeOwnPassword(ada.actor, {
          currentPassword: goodPassword,
          newPassword: goodPassword,
        }),
    ],
    [
      'a deactivation',
      async () => {
        await world.cms.users.update(operator, ada.actor.userId, { isActive: false });
        await world.cms.users.update(operator, ada.actor.userId, { isActive: true });
      },
    ],
    [
      'new recovery codes',
      async () =>
        world.cms.secondFactors.renewRecoveryCodes(ada.actor, { code: await world.code(ada.key) }),
    ],
    [
      'another factor',
      async () => {
        await world.cms.secondFactors.remove(ada.actor, { code: ada.recoveryCodes[1]! });
        await world.setUp(ada);
      },
    ],
  ] as const)('ends by %s', async (_, change) => {
    await change();
    expect(await list()).toEqual([]);
    await rejectsWith('second_factor_required', world.logIn(ada.email, { trustedBrowser }));
  });

  test('that ends during a login begins no session', async () => {
    const { trustedBrowsers } = world.ports.store.repositories;
    let reads = 0;
    const store = altered(world.ports.store, {
      repositories: {
        ...world.ports.store.repositories,
        trustedBrowsers: altered(trustedBrowsers, {
          findByDigest: async (digest) => {
            const found = await trustedBrowsers.findByDigest(digest);
            reads += 1;
            await trustedBrowsers.deleteByUser(ada.actor.userId);
            return found;
          },
        }),
      },
    });
    const cms = world.another({ ports: { store } });
    const how = { trustedBrowser, cms };
    await rejectsWith('second_factor_required', world.logIn(ada.email, how));
    expect(reads).toBe(2);
  });
});
