import type { SignInAttempt } from '../ports/identity-provider.ts';
import type { Dependencies } from '../ports/ports.ts';
import { isJsonObject } from '../primitives/json.ts';
import { minute, type EpochMs } from '../primitives/time.ts';

/** Whose account the identity is linked to, if the sign-in is not for a new session. */
export interface LinkingSession {
  readonly userId: string;
  readonly sessionId: string;
}

/** A sign-in that a browser has begun, and ends within {@link begunLifetimeMs}. */
export interface BegunSignIn extends SignInAttempt {
  /** The path to open afterwards. */
  readonly next: string;
  readonly expiresAt: EpochMs;
  readonly link?: LinkingSession;
}

export const begunLifetimeMs = 10 * minute;

/** In each secret of an attempt. As letters and digits, they are long enough for PKCE, which requires 43. */
const secretBits = 256;

/** What is encrypted with the same keys for other purposes is no sign-in. */
const purpose = 'begun sign-in';

export const newSignIn = (
  { secrets, clock }: Pick<Dependencies, 'secrets' | 'clock'>,
  redirectUri: string,
  next: string,
  link?: LinkingSession,
): BegunSignIn => ({
  redirectUri,
  state: secrets.next(secretBits),
  nonce: secrets.next(secretBits),
  codeVerifier: secrets.next(secretBits),
  next,
  expiresAt: clock.now() + begunLifetimeMs,
  ...(link && { link }),
});

/** @returns a text for the browser that only this service can read and make. */
export const sealSignIn = (
  { encryption }: Pick<Dependencies, 'encryption'>,
  signIn: BegunSignIn,
): Promise<string> => encryption.encrypt(JSON.stringify({ purpose, ...signIn }));

/** @returns undefined for a text that is no sign-in with this state, or one that has expired. */
export const openSignIn = async (
  { encryption, clock }: Pick<Dependencies, 'encryption' | 'clock'>,
  sealed: string | undefined,
  state: string | undefined,
): Promise<BegunSignIn | undefined> => {
  const text = sealed === undefined ? undefined : await encryption.decrypt(sealed);
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value) || value['purpose'] !== purpose) return undefined;
  // Only this file has encrypted a text with this purpose.
  const { purpose: _, ...signIn } = value as unknown as BegunSignIn & { readonly purpose: string };
  return signIn.state === state && signIn.expiresAt > clock.now() ? signIn : undefined;
};
