import type { Role } from '../access/role.ts';
import type { Collection } from '../collections/collection.ts';
import { namesById } from '../collections/collection-names.ts';
import { notFound } from '../errors.ts';
import type { UserRepository } from '../ports/user-repository.ts';
import { readUuid } from '../uuid.ts';
import { profileOf, type Profile, type User } from './user.ts';

/** A grant by the collection's name. */
export interface Permission {
  readonly collection: string;
  readonly role: Role;
}

export interface ShownUser {
  readonly user: Profile;
  readonly permissions: readonly Permission[];
}

/**
 * Shows users as administrators see them.
 *
 * @param collections all that there are. Read them before a write: that may fail, and nothing
 *   should once something was kept.
 */
export const userPresenter = (collections: readonly Collection[]): ((user: User) => ShownUser) => {
  const names = namesById(collections);
  return (user) => ({
    user: profileOf(user),
    permissions: user.grants.flatMap(({ collectionId, role }) => {
      const collection = names.get(collectionId);
      return collection === undefined ? [] : [{ collection, role }];
    }),
  });
};

/** @throws DomainError `not_found`. */
export const findUser = async (
  users: Pick<UserRepository, 'findById'>,
  rawId: string,
): Promise<User> => {
  const id = readUuid(rawId);
  const user = id === undefined ? undefined : await users.findById(id);
  if (user === undefined) throw notFound('User');
  return user;
};
