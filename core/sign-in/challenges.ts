import {
  challengeCodesMax,
  challengeLifetimeMs,
  signInSecretBits,
} from '../model/second-factor.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError } from '../primitives/errors.ts';

/**
 * Stores that a user has entered the right password, and waits for a code.
 *
 * @param user as it was when the password was verified.
 * @returns the secret of the challenge; undefined if the account has another password since then, is no longer active, or
 *   has no second factor any more.
 */
export const openChallenge = async (
  { challenges, secrets, digest, clock }: ChallengeDependencies,
  { id: userId, passwordHash }: User,
): Promise<string | undefined> => {
  const secret = secrets.next(signInSecretBits);
  const challenge = {
    digest: await digest.sha256(secret),
    userId,
    expiresAt: clock.now() + challengeLifetimeMs,
    codesLeft: challengeCodesMax,
  };
  return (await challenges.insert(challenge, passwordHash)) ? secret : undefined;
};

export type ChallengeDependencies = Pick<
  Dependencies,
  'challenges' | 'secrets' | 'digest' | 'clock'
>;

export const secondFactorRequired = (challenge: string): DomainError =>
  new DomainError('second_factor_required', 'This account needs a code', {
    details: 'Send the code of your app with the challenge to /auth/login/code',
    challenge,
  });
