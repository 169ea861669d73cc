import { authorize } from '../access/policy.ts';
import type { Actor, Role } from '../model/actor.ts';
import { namesById, type Collection } from '../model/collection.ts';
import { profileOf, type Profile, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SessionRepository } from '../ports/repositories/session-repository.ts';
import type { UserRepository } from '../ports/repositories/user-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import type { EpochMs } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';

export const getUser =
  ({ users, collections, sessions }: Pick<Dependencies, 'users'> & PresenterDependencies) =>
  async (actor: Actor, id: string): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const show = await userPresenter(await collections.list(), sessions, [id]);
    return show(await findUser(users, id));
  };

export const listUsers =
  ({ users, collections, sessions }: Pick<Dependencies, 'users'> & PresenterDependencies) =>
  async (actor: Actor, page: PageRequest): Promise<readonly ShownUser[]> => {
    authorize(actor, 'administer');
    const listed = await users.list(parsePage(page));
    const ids = listed.map(({ id }) => id);
    return listed.map(await userPresenter(await collections.list(), sessions, ids));
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
  /** Undefined if the user has never signed in. */
  readonly lastSignInAt: EpochMs | undefined;
}

export type PresenterDependencies = Pick<Dependencies, 'collections'> & {
  readonly sessions: Pick<SessionRepository, 'lastSignIns'>;
};

/**
 * Reads what is shown with users. Use cases that write call it before the write: after it, nothing should fail.
 *
 * @param collections all collections.
 * @param ids of the users. A text that is no id is ignored.
 */
export const userPresenter = async (
  collections: readonly Collection[],
  sessions: PresenterDependencies['sessions'],
  ids: readonly string[],
): Promise<(user: User) => ShownUser> => {
  const names = namesById(collections);
  const signIns = await sessions.lastSignIns(ids.flatMap((id) => readUuid(id) ?? []));
  return (user) => ({
    user: profileOf(user),
    lastSignInAt: signIns.get(user.id),
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
