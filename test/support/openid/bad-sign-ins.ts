import { expect } from 'vitest';
import { OpenIdIdentityProvider } from '../../../adapters/openid/openid-identity-provider.ts';
import type { FinishOutcome, SignInAttempt } from '../../../core/index.ts';
import { badClient, badProvider, type BadProvider } from './bad-provider.ts';

export const claimNames = ['email', 'email_verified', 'given_name', 'family_name'];

export const attempt: SignInAttempt = {
  redirectUri: 'http://localhost:8787/auth/oidc/callback',
  state: 'S'.repeat(43),
  nonce: 'N'.repeat(43),
  codeVerifier: 'V'.repeat(43),
};

type Query = Readonly<Record<string, string>>;

export interface BadSignIns extends AsyncDisposable {
  readonly bad: BadProvider;
  readonly provider: OpenIdIdentityProvider;
  /** A whole sign-in. @param change of the query with which the browser goes back. */
  readonly signIn: (
    change?: (query: Query) => Query,
    claims?: readonly string[],
  ) => Promise<FinishOutcome>;
}

/** The adapter, and a provider that does what a test says. */
export const badSignIns = async (): Promise<BadSignIns> => {
  const bad = await badProvider();
  const { issuer } = bad;
  const options = { ...badClient, issuer, scopes: 'openid', timeoutMs: 500 };
  const provider = new OpenIdIdentityProvider(options);
  return {
    bad,
    provider,
    signIn: async (change = (query) => query, claims = claimNames) => {
      const begun = await provider.begin(attempt);
      if (begun.kind === 'failed') return begun;
      return provider.finish({ attempt, parameters: change(bad.agree(begun.url)), claims });
    },
    [Symbol.asyncDispose]: () => bad[Symbol.asyncDispose](),
  };
};

/** Asserts that it fails for a reason with this word, and tells no token, code or secret, and nothing about the person. */
export const expectFailure = async (work: Promise<FinishOutcome>, word: RegExp): Promise<void> => {
  const outcome = await work;
  expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(word) });
  expect(JSON.stringify(outcome)).not.toMatch(/secret|eyJ|code-\d|ada@|a subject|SSS|NNN|VVV/);
};
