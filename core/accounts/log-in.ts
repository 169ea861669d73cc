import { DomainError } from '../errors.ts';
import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import type { Ports } from '../ports/ports.ts';
import { laterOf, minute } from '../time.ts';
import { readEmail, type Email } from './email.ts';
import { openSession, type LoggedIn } from './open-session.ts';
import type { User } from './user.ts';

export interface LogIn {
  readonly email: string;
  readonly password: string;
  /** The caller's address, for the limit. */
  readonly client: string;
}

/** Every attempt that gets as far as here counts, whatever comes of it. */
const loginLimit: Limit = { attempts: 5, windowMs: minute };

type LogInPorts = Pick<
  Ports,
  'users' | 'unitOfWork' | 'limiter' | 'clock' | 'ids' | 'signer' | 'passwords' | 'log'
>;

/**
 * Unknown, deactivated and wrong look the same and take the same time.
 *
 * @throws DomainError `rate_limited`, `invalid_credentials`, `overloaded`.
 */
export const logIn =
  (ports: LogInPorts) =>
  async ({ email, password, client }: LogIn): Promise<LoggedIn> => {
    await enforceLimit(ports.limiter, `login:${clientKey(client)}`, loginLimit);
    return enter(ports, readEmail(email), password);
  };

const enter = async (
  ports: LogInPorts,
  email: Email | undefined,
  password: string,
): Promise<LoggedIn> => {
  const user = email === undefined ? undefined : await ports.users.findByEmail(email);
  const { matches, outdated } = await ports.passwords.verify(password, user?.passwordHash);
  if (user === undefined || !matches || !user.isActive) {
    throw new DomainError('invalid_credentials', 'Invalid email or password');
  }
  const passwordHash = outdated ? await rehash(ports, user, password) : user.passwordHash;
  const loggedIn = await ports.unitOfWork.run('accounts', async ({ users, sessions }) => {
    const current = await users.findById(user.id);
    return current?.passwordHash === passwordHash && current.isActive
      ? openSession({ ...ports, sessions }, current)
      : undefined;
  });
  // Whoever changed the password or deactivated the account in between ended all sessions: none may
  // begin with what held before.
  return loggedIn ?? enter(ports, email, password);
};

/** @returns the hash from now on: the old one when it could not be renewed, until the next login. */
const rehash = async (ports: LogInPorts, user: User, password: string): Promise<string> => {
  try {
    const passwordHash = await ports.passwords.hash(password);
    const updatedAt = laterOf(user.updatedAt, ports.clock.now());
    await ports.users.replacePasswordHash(user.id, user.passwordHash, passwordHash, updatedAt);
    return passwordHash;
  } catch (error) {
    ports.log.warn('An old password hash could not be renewed', { user: user.id }, error);
    return user.passwordHash;
  }
};
