import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenIdIdentityProvider } from '../../../adapters/openid/openid-identity-provider.ts';
import { badClient } from '../../support/openid/bad-provider.ts';
import {
  attempt,
  badSignIns,
  claimNames,
  expectFailure,
  type BadSignIns,
} from '../../support/openid/bad-sign-ins.ts';

let world: BadSignIns;

beforeEach(async () => {
  world = await badSignIns();
});

afterEach(() => world[Symbol.asyncDispose]());

test.each(['RS256', 'ES256'])('an ID token is signed with %s', async (algorithm) => {
  await world.bad.rotate(algorithm);
  expect(await world.signIn()).toMatchObject({ kind: 'proven' });
});

test('a new key of the provider counts at once, and an old one not any more', async () => {
  expect((await world.signIn()).kind).toBe('proven');
  await world.bad.rotate();
  expect((await world.signIn()).kind).toBe('proven');
  await world.bad.rotate('ES256');
  expect((await world.signIn()).kind).toBe('proven');
});

describe('the browser comes back', () => {
  test('with another state, or none', async () => {
    await expectFailure(
      world.signIn((query) => ({ ...query, state: 'another' })),
      /ID token/,
    );
    await expectFailure(
      world.signIn(({ state: _, ...query }) => query),
      /ID token/,
    );
    expect(world.bad.asked).not.toContain('token');
  });

  test('from another provider, or from one that it does not say', async () => {
    await expectFailure(
      world.signIn((query) => ({ ...query, iss: 'https://another.example' })),
      /ID token/,
    );
    await expectFailure(
      world.signIn(({ iss: _, ...query }) => query),
      /ID token/,
    );
    expect(world.bad.asked).not.toContain('token');
  });

  test('from a provider that never says who it is', async () => {
    world.bad.wrong.metadata = { authorization_response_iss_parameter_supported: undefined };
    expect(await world.signIn(({ iss: _, ...query }) => query)).toMatchObject({ kind: 'proven' });
  });

  test('with a refusal', async () => {
    const refuse = (error: string) => () => ({
      error,
      state: attempt.state,
      iss: world.bad.issuer,
    });
    expect(await world.signIn(refuse('access_denied'))).toEqual({ kind: 'denied' });
    await expectFailure(world.signIn(refuse('server_error')), /server_error/);
    await expectFailure(world.signIn(refuse('eyJ.a.secret')), /ID token/);
  });

  test('with a code that is not of this attempt', async () => {
    await expectFailure(
      world.signIn((query) => ({ ...query, code: 'code-9' })),
      /invalid_grant/,
    );
    const begun = await world.provider.begin({ ...attempt, codeVerifier: 'W'.repeat(43) });
    if (begun.kind === 'failed') throw new Error(begun.reason);
    const parameters = world.bad.agree(begun.url);
    const outcome = world.provider.finish({ attempt, parameters, claims: claimNames });
    await expectFailure(outcome, /invalid_grant/);
  });

  test('twice with the same code', async () => {
    const begun = await world.provider.begin(attempt);
    if (begun.kind === 'failed') throw new Error(begun.reason);
    const parameters = world.bad.agree(begun.url);
    const request = { attempt, parameters, claims: claimNames };
    const outcomes = await Promise.all([
      world.provider.finish(request),
      world.provider.finish(request),
    ]);
    expect(outcomes.filter(({ kind }) => kind === 'proven')).toHaveLength(1);
  });
});

describe('claims', () => {
  test('that the ID token lacks come from userinfo', async () => {
    world.bad.wrong.claims = { given_name: undefined, email: undefined, email_verified: undefined };
    world.bad.wrong.userinfo = {
      email: 'eve@example.com',
      email_verified: true,
      given_name: 'Eve',
    };
    expect(await world.signIn()).toMatchObject({
      claims: { email: 'eve@example.com', given_name: 'Eve', family_name: 'Byron' },
    });
  });

  test('say of an address whether it is verified where the address is', async () => {
    world.bad.wrong.claims = { email_verified: undefined, given_name: undefined };
    world.bad.wrong.userinfo = { email: 'eve@example.com', email_verified: true };
    const one = await world.signIn();
    expect(one).toMatchObject({ claims: { email: 'ada@example.com' } });
    expect(one).not.toHaveProperty('claims.email_verified');
    world.bad.wrong.claims = { email: undefined, email_verified: true };
    world.bad.wrong.userinfo = { email: 'eve@example.com', email_verified: false };
    expect(await world.signIn()).toMatchObject({
      claims: { email: 'eve@example.com', email_verified: false },
    });
  });

  test('of the ID token are not replaced, and others are left out', async () => {
    world.bad.wrong.claims = { family_name: undefined, phone: '1' };
    world.bad.wrong.userinfo = { given_name: 'Eve', family_name: 'Eve', address: 'somewhere' };
    const outcome = await world.signIn();
    expect(outcome).toMatchObject({ claims: { given_name: 'Ada', family_name: 'Eve' } });
    expect(Object.keys((outcome as { claims: object }).claims).toSorted()).toEqual(
      claimNames.toSorted(),
    );
  });

  test('of another subject are rejected', async () => {
    world.bad.wrong.claims = { email: undefined };
    for (const sub of ['another', undefined, '']) {
      world.bad.wrong.userinfo = { sub, email: 'eve@example.com', email_verified: true };
      await expectFailure(world.signIn(), /userinfo/);
    }
  });

  test('keep their types', async () => {
    world.bad.wrong.claims = { email_verified: 'true', groups: ['a', 7] };
    expect(await world.signIn(undefined, [...claimNames, 'groups'])).toMatchObject({
      claims: { email_verified: 'true', groups: ['a', 7] },
    });
  });

  test('are those of the ID token for a provider without userinfo', async () => {
    world.bad.wrong.metadata = { userinfo_endpoint: undefined };
    world.bad.wrong.claims = { email: undefined };
    expect(await world.signIn()).toMatchObject({ kind: 'proven', claims: { given_name: 'Ada' } });
  });
});

describe('an outage', () => {
  const faults = [
    'hang',
    { status: 500 },
    { status: 200, body: '<html>' },
    { status: 302 },
  ] as const;

  test.each(['metadata', 'token', 'keys', 'userinfo'] as const)(
    'of %s is a failure',
    async (name) => {
      world.bad.wrong.claims = { given_name: undefined };
      for (const fault of faults) {
        world.bad.wrong.faults[name] = fault;
        await expectFailure(world.signIn(), /provider/);
      }
      world.bad.wrong.faults[name] = undefined!;
      expect((await world.signIn()).kind).toBe('proven');
    },
  );

  test('of the whole provider ends with it', async () => {
    world.bad.wrong.faults.metadata = 'hang';
    expect((await world.provider.begin(attempt)).kind).toBe('failed');
    world.bad.wrong.faults.metadata = undefined!;
    expect((await world.provider.begin(attempt)).kind).toBe('begun');
  });

  test('says what is wrong with the connection', async () => {
    const issuer = 'http://127.0.0.1:9';
    const provider = new OpenIdIdentityProvider({ ...badClient, issuer, scopes: 'openid' });
    expect(await provider.begin(attempt)).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/configuration/),
    });
  });
});

test('the configuration is read once, and not of another issuer', async () => {
  await Promise.all([world.signIn(), world.signIn(), world.signIn()]);
  expect(world.bad.asked.filter((name) => name === 'metadata')).toHaveLength(1);
  world.bad.wrong.metadata = { issuer: 'https://another.example' };
  const { issuer } = world.bad;
  const provider = new OpenIdIdentityProvider({ ...badClient, issuer, scopes: 'openid' });
  expect(await provider.begin(attempt)).toMatchObject({ kind: 'failed' });
});
