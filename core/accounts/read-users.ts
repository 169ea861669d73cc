import { authorize } from '../access/policy.ts';
import type { Actor, Grant, Role } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { SignInMethod } from '../model/session.ts';
import { profileOf, type Profile, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { CollectionRepository } from '../ports/repositories/collection-repository.ts';
import type { UserRepository } from '../ports/repositories/user-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import type { EpochMs } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';

export const getUser =
  (dependencies: Pick<Dependencies, 'users'> & PresenterDependencies) =>
  async (actor: Actor, id: string): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const show = await userPresenter(dependencies, [id]);
    return show(await findUser(dependencies.users, id));
  };

export const listUsers =
  (dependencies: Pick<Dependencies, 'users'> & PresenterDependencies) =>
  async (actor: Actor, page: PageRequest): Promise<readonly ShownUser[]> => {
    authorize(actor, 'administer');
    const listed = await dependencies.users.list(parsePage(page));
    const ids = listed.map(({ id }) => id);
    return listed.map(await userPresenter(dependencies, ids));
  };

/** A grant with the name of its collection. */
export interface Permission {
  readonly collection: string;
  readonly role: Role;
  /**
   * The locales of the items for which it holds, in a localised collection: in its other items, the user is viewer. Defaults to
   * all.
   */
  readonly locales?: readonly string[];
}

/** A user with the grants, as administrators and the user see it. */
export interface ShownUser {
  readonly user: Profile;
  readonly permissions: readonly Permission[];
  /** Undefined if the user has never signed in. */
  readonly lastSignInAt: EpochMs | undefined;
  /** The account has a password, or is linked to an identity of the provider that is configured. */
  readonly signInMethods: readonly SignInMethod[];
}

export type PresenterDependencies = Pick<
  Dependencies,
  'sessions' | 'identities' | 'identityProvider'
> & {
  readonly collections: Pick<CollectionRepository, 'list'>;
};

/**
 * Reads what is shown with users. Use cases that write call it before the write: after it, nothing should fail.
 *
 * @param rawIds of the users. A text that is no id is ignored.
 */
export const userPresenter = async (
  { collections, sessions, identities, identityProvider }: PresenterDependencies,
  rawIds: readonly string[],
): Promise<(user: User) => ShownUser> => {
  const ids = rawIds.flatMap((id) => readUuid(id) ?? []);
  const all = await collections.list();
  const signIns = await sessions.lastSignIns(ids);
  const linked = identityProvider === undefined ? undefined : await identities.findLinked(ids);
  return (user) => ({
    user: profileOf(user),
    lastSignInAt: signIns.get(user.id),
    signInMethods: [
      ...(user.passwordHash === undefined ? [] : ['password' as const]),
      ...(linked?.has(user.id) === true ? ['oidc' as const] : []),
    ],
    permissions: permissionsOf(user.grants, all),
  });
};

/** @param collections all that exist. Grants for others are left out, and locales of grants in collections without them. */
export const permissionsOf = (
  grants: readonly Grant[],
  collections: readonly Collection[],
): readonly Permission[] =>
  grants.flatMap(({ collectionId, role, locales }) => {
    const collection = collections.find(({ id }) => id === collectionId);
    if (collection === undefined) return [];
    const { name, baseLocale } = collection;
    const isLimited = locales !== undefined && baseLocale !== undefined;
    return [{ collection: name, role, ...(isLimited && { locales }) }];
  });

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
