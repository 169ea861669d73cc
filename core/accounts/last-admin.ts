import { DomainError } from '../errors.ts';
import type { UserRepository } from '../ports/user-repository.ts';
import type { User } from './user.ts';

const administers = ({ role, isActive }: Pick<User, 'role' | 'isActive'>): boolean =>
  role === 'admin' && isActive;

/**
 * Asked under the lock on accounts, so that two administrators cannot remove each other.
 *
 * @param after what becomes of the account; undefined when it goes.
 * @throws DomainError `last_admin` when nobody could administer the service any more.
 */
export const assertAdminRemains = async (
  users: Pick<UserRepository, 'countActiveAdmins'>,
  before: User,
  after: Pick<User, 'role' | 'isActive'> | undefined,
): Promise<void> => {
  if (!administers(before) || (after !== undefined && administers(after))) return;
  if ((await users.countActiveAdmins()) > 1) return;
  throw new DomainError('last_admin', 'The last administrator must stay one', {
    details: 'Give another active user the role admin first',
  });
};
