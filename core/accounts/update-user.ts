import { authorize } from '../access/policy.ts';
import { seesAllAs } from '../access/visibility.ts';
import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import { visibilityEvent } from '../events/collection-events.ts';
import { notice, passwordNotice } from '../mail/notices.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import type { Actor, Role } from '../model/actor.ts';
import type { AuditedActor } from '../model/audit-entry.ts';
import {
  isActiveAdmin,
  parsePersonName,
  parseUsername,
  profileOf,
  revisedUser,
  type User,
} from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { UserRepository } from '../ports/repositories/user-repository.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';
import { endAccess, endInvitations } from './end-access.ts';
import { assertRoleIsManagedHere, type ManagedRoleDependencies } from './managed-role.ts';
import { withTakenField } from './new-user.ts';
import { parsePassword } from './password.ts';
import {
  findUser,
  userPresenter,
  type PresenterDependencies,
  type ShownUser,
} from './read-users.ts';

/** Absent members keep their value. */
export interface UpdateNames {
  readonly username?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** Absent members keep their value. */
export interface UpdateUser extends UpdateNames {
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  readonly password?: string | undefined;
}

export const updateUser =
  (
    dependencies: ChangeUserDependencies &
      PresenterDependencies &
      ManagedRoleDependencies &
      Pick<Dependencies, 'passwords'>,
  ) =>
  async (actor: Actor, id: string, command: UpdateUser): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const { role, isActive, password } = command;
    const changes: Partial<User> = {
      ...parseNames(command),
      ...(role !== undefined && { role }),
      ...(isActive !== undefined && { isActive }),
      ...(password !== undefined && {
        passwordHash: await dependencies.passwords.hash(parsePassword('password', password)),
      }),
    };
    const show = await userPresenter(dependencies, [id]);
    const assertAllowed: AssertAllowed = (inside, before, after) =>
      assertRoleIsManagedHere(dependencies, inside, before, after);
    return show(await changeUser(dependencies, actor, id, changes, assertAllowed));
  };

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseNames = ({ username, firstName, lastName }: UpdateNames): Partial<User> => ({
  ...(username !== undefined && { username: parseUsername(username) }),
  ...(firstName !== undefined && { firstName: parsePersonName('firstName', firstName) }),
  ...(lastName !== undefined && { lastName: parsePersonName('lastName', lastName) }),
});

export type ChangeUserDependencies = Pick<Dependencies, 'store' | 'clock'> &
  Notifying &
  QueueDependencies;

/** Throws for a change that is not allowed. */
type AssertAllowed = (inside: Repositories, before: User, after: User) => Promise<void>;

/** @throws DomainError `not_found`, `username_taken`, `last_admin`, and what `assertAllowed` throws. */
export const changeUser = async (
  dependencies: ChangeUserDependencies,
  actor: AuditedActor,
  id: string,
  changes: Partial<User>,
  assertAllowed?: AssertAllowed,
): Promise<User> => {
  const { store, clock, notify } = dependencies;
  const user = await audited(
    { store, lock: 'accounts' },
    actor,
    async (inside) => {
      const { users, previewTokens } = inside;
      const before = await findUser(users, id);
      const after = revisedUser(before, changes, clock.now());
      await assertAllowed?.(inside, before, after);
      await assertAdminRemains(users, before, after);
      await users.update(after);
      if (changes.passwordHash !== undefined || !after.isActive) {
        await endAccess(inside, after.id);
      }
      await endInvitations(inside, before, after);
      if (seesAllAs(before.role) !== seesAllAs(after.role)) {
        await inside.outbox.add([visibilityEvent({ userId: after.id }, clock.now())]);
      }
      if (changes.passwordHash !== undefined) {
        await notice(dependencies, inside, after, passwordNotice(after, 'administrator'));
      }
      if (!after.isActive) await previewTokens.deleteByUser(after.id);
      return after;
    },
    (after) => ({ action: 'user.update', id: after.id, detail: describe(changes) }),
  ).catch((error: unknown) => {
    throw withTakenField(error);
  });
  await notify({ type: 'user.changed', user: profileOf(user) });
  return user;
};

/** The names of the members; with the value of those that are about rights. */
const describe = ({ role, isActive, passwordHash, ...names }: Partial<User>): string =>
  [
    ...(role === undefined ? [] : [`role: ${role}`]),
    ...(isActive === undefined ? [] : [`isActive: ${isActive}`]),
    ...(passwordHash === undefined ? [] : ['password']),
    ...Object.keys(names),
  ].join(', ');

/**
 * Call it in a transaction with the lock `accounts`: otherwise two admins could remove each other.
 *
 * @param after the account after the change; undefined for a deletion.
 * @throws DomainError `last_admin` if no active admin would remain.
 */
export const assertAdminRemains = async (
  users: Pick<UserRepository, 'countActive'>,
  before: User,
  after: Pick<User, 'role' | 'isActive'> | undefined,
): Promise<void> => {
  if (!isActiveAdmin(before) || (after !== undefined && isActiveAdmin(after))) return;
  if ((await users.countActive(['admin'])) > 1) return;
  throw new DomainError('last_admin', 'At least one active administrator must remain', {
    details: 'Give another active user the role admin first',
  });
};
