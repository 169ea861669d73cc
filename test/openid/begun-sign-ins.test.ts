import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type FinishedSignIn } from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { signInWorld, verified, type SignInWorld } from '../support/openid/sign-in-world.ts';

let world: SignInWorld;

beforeEach(async () => {
  world = await signInWorld();
  await world.account('ada@example.com');
  await world.signIn('s1', verified('ada@example.com'));
  world.provider.isFor('s1');
});

const finish = (
  state: string | undefined,
  sealed: string | undefined,
  { cms } = world,
): Promise<FinishedSignIn> =>
  cms.identities.finish(anonymous, {
    parameters: state === undefined ? {} : { state, code: 'secret-code' },
    sealed,
    client: '',
  });

const failed = { kind: 'failed', error: 'oidc_failed' };

describe('a sign-in belongs to the browser that has begun it', () => {
  test('several can be begun at once', async () => {
    const one = await world.cms.identities.begin('/one');
    const two = await world.cms.identities.begin('/two');
    expect(await finish(two.state, two.sealed)).toMatchObject({ kind: 'signed in', next: '/two' });
    expect(await finish(one.state, one.sealed)).toMatchObject({ kind: 'signed in', next: '/one' });
  });

  test('without what that browser keeps, or with that of another sign-in, the provider is not asked', async () => {
    const one = await world.cms.identities.begin('/one');
    const two = await world.cms.identities.begin('/two');
    const asked = world.provider.finished.length;
    expect(await finish(one.state, undefined)).toMatchObject(failed);
    expect(await finish(one.state, two.sealed)).toMatchObject(failed);
    expect(await finish(undefined, one.sealed)).toMatchObject(failed);
    expect(await finish('', one.sealed)).toMatchObject(failed);
    expect(await finish(one.state, `${one.sealed.slice(0, -4)}AAA=`)).toMatchObject(failed);
    expect(await finish(one.state, 'nonsense')).toMatchObject(failed);
    expect(world.provider.finished).toHaveLength(asked);
  });

  test('what is encrypted for another purpose is no sign-in', async () => {
    const { state, sealed } = await world.cms.identities.begin('/one');
    const { encryption } = world.ports;
    const content = JSON.parse((await encryption.decrypt(sealed))!) as { readonly purpose: string };
    expect(content.purpose).toBe('begun sign-in');
    for (const purpose of [undefined, 'mail']) {
      const other = await encryption.encrypt(JSON.stringify({ ...content, purpose }));
      expect(await finish(state, other)).toMatchObject(failed);
    }
    expect(await finish(state, await encryption.encrypt('[]'))).toMatchObject(failed);
  });

  test('for ten minutes', async () => {
    const { state, sealed } = await world.cms.identities.begin('/one');
    world.clock.advance(10 * minute - 1);
    expect(await finish(state, sealed)).toMatchObject({ kind: 'signed in' });
    world.clock.advance(1);
    expect(await finish(state, sealed)).toMatchObject(failed);
  });

  test('on any instance, and after a restart', async () => {
    const { state, sealed } = await world.cms.identities.begin('/one');
    const other = await memoryCms({
      publicUrl: 'https://cms.example.org',
      ports: { ...world.ports, clock: world.clock },
    });
    expect(await finish(state, sealed, { ...world, cms: other.cms })).toMatchObject({
      kind: 'signed in',
    });
  });
});

test('what the browser keeps shows nothing', async () => {
  const { state, sealed, url } = await world.cms.identities.begin('/one');
  const { nonce, codeVerifier, redirectUri } = world.provider.begun.at(-1)!;
  expect(redirectUri).toBe('https://cms.example.org/auth/oidc/callback');
  const shown = [sealed, Buffer.from(sealed, 'base64').toString('latin1'), url].join();
  for (const secret of [nonce, codeVerifier]) expect(shown).not.toContain(secret);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(state);
  for (const secret of [state, nonce, codeVerifier])
    expect(secret).toMatch(/^[A-Za-z0-9]{43,128}$/);
  expect(new Set([state, nonce, codeVerifier]).size).toBe(3);
});

test('a refusal is told, and everything else is in the log without secrets', async () => {
  const attempt = async () => {
    const { state, sealed } = await world.cms.identities.begin('/one');
    return finish(state, sealed);
  };
  world.provider.answer = () => ({ kind: 'denied' });
  expect(await attempt()).toEqual({ kind: 'failed', error: 'oidc_denied', next: '/one' });
  world.provider.answer = () => ({ kind: 'failed', reason: 'No key' });
  expect(await attempt()).toEqual({ kind: 'failed', error: 'oidc_failed', next: '/one' });
  world.provider.answer = () => Promise.reject(new Error('token=secret-token'));
  expect(await attempt()).toMatchObject(failed);
  const lines = JSON.stringify(world.log.entries);
  expect(lines).toContain('No key');
  expect(lines).toContain('The adapter of the identity provider failed');
  expect(lines).not.toMatch(/secret-/);
});

test('a provider that cannot be reached begins nothing', async () => {
  world.provider.answerBegin = () => ({ kind: 'failed', reason: 'ECONNREFUSED' });
  await rejectsWith('dependency_unavailable', world.cms.identities.begin('/one'));
  expect(JSON.stringify(world.log.entries)).toContain('ECONNREFUSED');
});

test('without a provider, or without a public URL, there is nothing of it', async () => {
  for (const options of [{ ports: { identityProvider: undefined } }, { publicUrl: undefined }]) {
    const { cms, person } = await signInWorld(options as never);
    const user = await person('admin');
    expect(cms.identities.ways()).toEqual({
      password: 'all',
      provider: undefined,
      managesRoles: false,
    });
    await rejectsWith('not_found', cms.identities.begin('/'));
    await rejectsWith('not_found', cms.identities.beginLink(user, '/'));
    await rejectsWith('not_found', cms.identities.unlinkOwn(user));
    await rejectsWith('not_found', cms.identities.unlink(user, user.userId));
    const command = { parameters: {}, sealed: undefined, client: '' };
    await rejectsWith('not_found', cms.identities.finish(anonymous, command));
  }
});
