import { authorizeOwnAccount } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { Actor } from '../model/actor.ts';
import { profileOf, type Profile } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { DomainError } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { parsePassword, verifyPassword } from './password.ts';
import {
  findUser,
  userPresenter,
  type PresenterDependencies,
  type ShownUser,
} from './read-users.ts';
import { storePassword } from './store-password.ts';
import {
  changeUser,
  parseNames,
  type ChangeUserDependencies,
  type UpdateNames,
} from './update-user.ts';

export const getOwnAccount =
  (dependencies: Pick<Dependencies, 'users'> & PresenterDependencies) =>
  async (actor: Actor): Promise<ShownUser> => {
    const { userId } = authorizeOwnAccount(actor);
    const show = await userPresenter(dependencies, [userId]);
    return show(await findUser(dependencies.users, userId));
  };

export const updateOwnAccount =
  (dependencies: ChangeUserDependencies & PresenterDependencies) =>
  async (actor: Actor, names: UpdateNames): Promise<ShownUser> => {
    const { userId } = authorizeOwnAccount(actor);
    const changes = parseNames(names);
    const show = await userPresenter(dependencies, [userId]);
    return show(await changeUser(dependencies, actor, userId, changes));
  };

type ChangePasswordDependencies = Pick<
  Dependencies,
  'users' | 'limiter' | 'passwords' | 'store' | 'clock'
> &
  Notifying &
  QueueDependencies;

export interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * The same limit as for logins, per session: a stolen session can neither guess the password nor use up
 * the attempts of the owner's other sessions.
 */
const attemptLimit: Limit = { attempts: 5, windowMs: minute };

export const changeOwnPassword =
  (dependencies: ChangePasswordDependencies) =>
  async (actor: Actor, command: ChangePassword): Promise<Profile> => {
    const { users, limiter, passwords, store, notify } = dependencies;
    const { userId, sessionId } = authorizeOwnAccount(actor);
    const newPassword = parsePassword('newPassword', command.newPassword);
    await enforceLimit(limiter, `password:${sessionId}`, attemptLimit);
    const { passwordHash: current } = await findUser(users, userId);
    const { matches } = await verifyPassword(passwords, command.currentPassword, current);
    if (!matches) throw wrongPassword();
    const passwordHash = await passwords.hash(newPassword);
    const user = await audited(
      { store, lock: 'accounts' },
      actor,
      async (inside) => {
        const before = await findUser(inside.users, userId);
        // A concurrent change has replaced the password that was verified.
        if (before.passwordHash !== current) throw wrongPassword();
        const password = { passwordHash, by: 'owner', except: sessionId } as const;
        return storePassword(dependencies, inside, before, password);
      },
      () => ({ action: 'user.change_password', id: userId }),
    );
    await notify({ type: 'user.changed', user: profileOf(user) });
    return profileOf(user);
  };

const wrongPassword = (): DomainError =>
  new DomainError('wrong_password', 'The current password is wrong');
