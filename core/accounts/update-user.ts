import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Role } from '../access/role.ts';
import { laterOf } from '../time.ts';
import type { AccountPorts } from './account-ports.ts';
import { assertAdminRemains } from './last-admin.ts';
import { explainTaken } from './new-user.ts';
import { findUser, userPresenter, type ShownUser } from './shown-user.ts';
import { parsePassword, parsePersonName, parseUsername, profileOf, type User } from './user.ts';

/** The names of a user; what is absent stays as it is. */
export interface UpdateNames {
  readonly username?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface UpdateUser extends UpdateNames {
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  readonly password?: string | undefined;
}

/**
 * A new password or a deactivation ends the user's sessions; a new role holds from the next request.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `invalid_input`, `invalid_text`, `invalid_password`, `username_taken`, `last_admin`, `overloaded`.
 */
export const updateUser =
  (ports: AccountPorts) =>
  async (actor: Actor, id: string, command: UpdateUser): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const { role, isActive, password } = command;
    const changes: Partial<User> = {
      ...parseNames(command),
      ...(role !== undefined && { role }),
      ...(isActive !== undefined && { isActive }),
      ...(password !== undefined && {
        passwordHash: await ports.passwords.hash(parsePassword('password', password)),
      }),
    };
    const show = userPresenter(await ports.collections.list());
    return show(await changeUser(ports, id, changes));
  };

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseNames = ({ username, firstName, lastName }: UpdateNames): Partial<User> => ({
  ...(username !== undefined && { username: parseUsername(username) }),
  ...(firstName !== undefined && { firstName: parsePersonName('firstName', firstName) }),
  ...(lastName !== undefined && { lastName: parsePersonName('lastName', lastName) }),
});

/** @throws DomainError `not_found`, `username_taken`, `last_admin`. */
export const changeUser = async (
  { unitOfWork, clock, tell }: AccountPorts,
  id: string,
  changes: Partial<User>,
): Promise<User> => {
  const user = await unitOfWork
    .run('accounts', async ({ users, sessions }) => {
      const before = await findUser(users, id);
      const after = { ...before, ...changes, updatedAt: laterOf(before.updatedAt, clock.now()) };
      await assertAdminRemains(users, before, after);
      await users.update(after);
      if (changes.passwordHash !== undefined || !after.isActive) {
        await sessions.deleteByUser(after.id, undefined);
      }
      return after;
    })
    .catch((error: unknown) => {
      throw explainTaken(error);
    });
  await tell({ type: 'user.changed', user: profileOf(user) });
  return user;
};
