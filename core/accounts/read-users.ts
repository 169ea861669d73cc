import { authorize } from '../access/policy.ts';
import type { Actor, Role } from '../model/actor.ts';
import { namesById, type Collection } from '../model/collection.ts';
import { profileOf, type Profile, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { UserRepository } from '../ports/repositories/user-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { readUuid } from '../primitives/uuid.ts';

export const getUser =
  ({ users, collections }: Pick<Dependencies, 'users' | 'collections'>) =>
  async (actor: Actor, id: string): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const show = userPresenter(await collections.list());
    return show(await findUser(users, id));
  };

export const listUsers =
  ({ users, collections }: Pick<Dependencies, 'users' | 'collections'>) =>
  async (actor: Actor, page: PageRequest): Promise<readonly ShownUser[]> => {
    authorize(actor, 'administer');
    const show = userPresenter(await collections.list());
    return (await users.list(parsePage(page))).map(show);
  };

/** A grant with the name of its collection. */
export interface Permission {
  readonly collection: string;
  readonly role: Role;
}

/** A user with the grants, as administrators and the user see it. */
export interface ShownUser {
  readonly user: Profile;
  readonly permissions: readonly Permission[];
}

/**
 * @param collections all collections. Use cases that write read them before the write: after it,
 *   nothing should fail.
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
