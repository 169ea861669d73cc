import type { Actor, UserActor } from '../access/actor.ts';
import { DomainError } from '../errors.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { laterOf, minute } from '../time.ts';
import type { AccountPorts } from './account-ports.ts';
import { findUser } from './shown-user.ts';
import { changeUser, parseNames, type UpdateNames } from './update-user.ts';
import { parsePassword, profileOf, type Profile } from './user.ts';

/** @throws DomainError `not_authenticated`, `forbidden`. */
const asUser = (actor: Actor): UserActor => {
  if (actor.kind === 'user') return actor;
  throw actor.kind === 'token'
    ? new DomainError('forbidden', 'Access denied: an API token has no account')
    : new DomainError('not_authenticated', 'Authentication required');
};

/** The caller's own account. @throws DomainError `not_authenticated`, `forbidden`, `not_found`. */
export const getOwnAccount =
  ({ users }: Pick<AccountPorts, 'users'>) =>
  async (actor: Actor): Promise<Profile> =>
    profileOf(await findUser(users, asUser(actor).userId));

/**
 * @throws DomainError `not_authenticated`, `forbidden`, `not_found`, `invalid_input`,
 *   `invalid_text`, `username_taken`.
 */
export const updateOwnAccount =
  (ports: AccountPorts) =>
  async (actor: Actor, names: UpdateNames): Promise<Profile> =>
    profileOf(await changeUser(ports, asUser(actor).userId, parseNames(names)));

export interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * As many as there may be logins. Counted for the session: whoever took it cannot find the password
 * out, nor keep the owner, who signs in anew, from changing it.
 */
const attemptLimit: Limit = { attempts: 5, windowMs: minute };

/**
 * Ends all other sessions of the user; the one that asked goes on.
 *
 * @throws DomainError `not_authenticated`, `forbidden`, `not_found`, `wrong_password`,
 *   `invalid_password`, `invalid_text`, `rate_limited`, `overloaded`.
 */
export const changeOwnPassword =
  (ports: AccountPorts) =>
  async (actor: Actor, command: ChangePassword): Promise<Profile> => {
    const { userId, sessionId } = asUser(actor);
    const newPassword = parsePassword('newPassword', command.newPassword);
    await enforceLimit(ports.limiter, `password:${sessionId}`, attemptLimit);
    const { passwordHash: current } = await findUser(ports.users, userId);
    const { matches } = await ports.passwords.verify(command.currentPassword, current);
    if (!matches) throw wrongPassword();
    const passwordHash = await ports.passwords.hash(newPassword);
    const user = await ports.unitOfWork.run('accounts', async ({ users, sessions }) => {
      const before = await findUser(users, userId);
      // Another change came first: what was called the current password is not any more.
      if (before.passwordHash !== current) throw wrongPassword();
      const updatedAt = laterOf(before.updatedAt, ports.clock.now());
      const after = { ...before, passwordHash, updatedAt };
      await users.update(after);
      await sessions.deleteByUser(userId, sessionId);
      return after;
    });
    await ports.tell({ type: 'user.changed', user: profileOf(user) });
    return profileOf(user);
  };

const wrongPassword = (): DomainError =>
  new DomainError('wrong_password', 'The current password is wrong');
