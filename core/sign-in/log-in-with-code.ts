import { signsInByPassword } from '../accounts/identity-rules.ts';
import type { LoggedIn } from '../accounts/session.ts';
import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { LoginClient } from '../model/session.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { hasCode } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { invalidCode } from '../second-factor/judge-code.ts';
import { spendCode, type SpendDependencies } from '../second-factor/spend-code.ts';
import { newTrustedBrowser } from '../second-factor/trusted-browsers.ts';
import type { PasswordLoginRule } from './password-login.ts';
import { openSession, type OpenSessionDependencies } from './open-session.ts';
import { recordRejection } from './reject-sign-in.ts';

export interface AnswerChallenge {
  /** The secret of the challenge. */
  readonly challenge: string;
  /** Of the app, or a recovery code. */
  readonly code: string;
  /** Whether the password is enough in this browser from now on; false by default. */
  readonly trust?: boolean | undefined;
}

export interface LoggedInWithCode extends LoggedIn {
  /** The secret that the browser sends with later logins; undefined if it is not trusted. */
  readonly trustedBrowser: string | undefined;
}

/** Per client. Every attempt counts, whatever its result. */
const codeLimit: Limit = { attempts: 10, windowMs: minute };

type LogInWithCodeDependencies = Pick<Dependencies, 'users' | 'challenges' | 'limiter'> &
  SpendDependencies &
  OpenSessionDependencies &
  PasswordLoginRule;

export const startLogInWithCode =
  (dependencies: LogInWithCodeDependencies) =>
  async (
    client: string,
    userAgent?: string,
  ): Promise<(answer: AnswerChallenge) => Promise<LoggedInWithCode>> => {
    await enforceLimit(dependencies.limiter, `login-code:${clientKey(client)}`, codeLimit);
    return (answer) => answerChallenge(dependencies, answer, { address: client, userAgent });
  };

const answerChallenge = async (
  dependencies: LogInWithCodeDependencies,
  { challenge, code, trust = false }: AnswerChallenge,
  from: LoginClient,
): Promise<LoggedInWithCode> => {
  const { challenges, users, digest, clock } = dependencies;
  const challengeDigest = await digest.sha256(challenge);
  const taken = await challenges.takeCode(challengeDigest, clock.now());
  const user = taken && (await users.findById(taken.userId));
  if (taken === undefined || user === undefined) throw invalidCode();
  // The role may have changed since the password was right.
  if (!signsInByPassword(dependencies.passwordLogin, user.role)) throw invalidCode();
  const { address } = from;
  try {
    await spendCode(dependencies, { kind: 'anonymous', request: { address } }, user.id, code);
  } catch (error) {
    if (!hasCode(error, 'invalid_code')) throw error;
    await recordRejection(dependencies, user.id, address);
    throw invalidCode(taken.codesLeft > 0 ? challenge : undefined);
  }
  const trusted = trust ? await newTrustedBrowser(dependencies, user.id, from) : undefined;
  const by = { method: 'password', secondFactor: true } as const;
  const loggedIn = await openSession(dependencies, user, from, by, async (inside) => {
    // Whoever ends challenges has changed the account since the code was taken.
    if (!(await inside.challenges.delete(challengeDigest))) return false;
    if (trusted !== undefined) await inside.trustedBrowsers.insert(trusted.browser);
    return true;
  });
  if (loggedIn === undefined) throw invalidCode();
  return { ...loggedIn, trustedBrowser: trusted?.secret };
};
