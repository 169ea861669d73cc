import type { Actor, CollectionScope, Role, TokenActor, UserActor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { CollectionLocales } from '../ports/repositories/trash-repository.ts';
import { DomainError } from '../primitives/errors.ts';
import {
  forbidden,
  noDrafts,
  reachOfRole,
  rights,
  type Action,
  type Denial,
  type Reach,
  type Right,
  type RoleAction,
} from './rights.ts';

/** The target of an action: something in a collection or, without one, the service. */
export interface Resource {
  readonly collection?: { readonly id: string; readonly name: string };
  /** That of the item; undefined for an item without a locale, and to ask whether there is any locale. */
  readonly locale?: LocaleCode | undefined;
  /** The user who created it; undefined after an import or when the account was deleted. */
  readonly ownerId?: string | undefined;
}

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly denial: Denial };

const allowed: Decision = { allowed: true };

const decide = (access: 'allowed' | Denial): Decision =>
  access === 'allowed' ? allowed : { allowed: false, denial: access };

/**
 * Decides whether an actor may do something. Nothing else decides that.
 *
 * For content it decides about whole collections; `audienceOf` decides which items the actor sees. Both
 * must agree on every collection, because callers with equal audiences share what is cached.
 */
export const may = (actor: Actor, action: Action, resource: Resource = {}): Decision => {
  const right: Right = rights[action];
  switch (actor.kind) {
    case 'operator':
      return decide(right.operator);
    case 'anonymous':
      return decide(right.anonymous);
    case 'token':
      return decide(accessOfToken(actor, right, resource));
    case 'preview':
      return decide(right.bearers && mayUser(actor, action, resource) ? 'allowed' : forbidden);
    case 'user':
      return decide(mayUser(actor, action, resource) ? 'allowed' : forbidden);
  }
};

const accessOfToken = (
  { scope, readsDrafts = false }: TokenActor,
  { tokens }: Right,
  { collection }: Resource,
): 'allowed' | Denial => {
  if (tokens === 'of_previews') return readsDrafts ? 'allowed' : noDrafts;
  if (tokens !== 'in_scope') return tokens;
  if (collection === undefined || inScope(scope, collection.id)) return 'allowed';
  return outsideTokenScope(collection.name);
};

export const inScope = (scope: CollectionScope, collectionId: string): boolean =>
  scope === 'all' || scope.includes(collectionId);

const mayUser = (
  actor: Pick<UserActor, 'userId' | 'role' | 'grants'>,
  action: Action,
  { collection, ownerId, locale }: Resource,
): boolean => {
  const reach = reachOfRole(roleFor(actor, collection?.id, locale), action);
  return reach === 'all' || (reach === 'own' && ownerId === actor.userId);
};

/**
 * The user's role in one collection: the role of the grant, if there is one. Admins stay admins.
 *
 * @param locale of an item; undefined for the highest role in the collection.
 */
export const roleFor = (
  actor: Pick<UserActor, 'role' | 'grants'>,
  collectionId: string | undefined,
  locale?: LocaleCode,
): Role => {
  if (actor.role === 'admin' || collectionId === undefined) return actor.role;
  const grant = actor.grants.find((each) => each.collectionId === collectionId);
  if (grant === undefined) return actor.role;
  const holds = locale === undefined || (grant.locales?.includes(locale) ?? true);
  return holds ? grant.role : 'viewer';
};

/** The locales for which the grants of the actor hold, in those of the collections in which they do not hold for all. */
export const localesIn = (
  actor: Actor,
  collections: readonly Pick<Collection, 'id' | 'baseLocale'>[],
): readonly CollectionLocales[] =>
  actor.kind !== 'user' || actor.role === 'admin'
    ? []
    : actor.grants.flatMap(({ collectionId, locales }) => {
        const collection = collections.find(({ id }) => id === collectionId);
        const isLimited = locales !== undefined && collection?.baseLocale !== undefined;
        return isLimited ? [{ collectionId, locales }] : [];
      });

/** @throws DomainError `not_authenticated`, `token_read_only`, `token_scope`, `forbidden`. */
export const authorize = (actor: Actor, action: Action, resource: Resource = {}): void => {
  const decision = may(actor, action, resource);
  if (decision.allowed) {
    if (actor.kind === 'user') actor.request?.witness?.({ ...resource, action });
    return;
  }
  throw errorOf(decision.denial);
};

/**
 * Rejects anonymous callers and API tokens before anything is looked up. For a user, the decision
 * depends on the resource: call {@link authorize} after the lookup.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`.
 */
export const authorizeAnywhere = (actor: Actor, action: Exclude<Action, 'read'>): void => {
  if (actor.kind !== 'user') authorize(actor, action);
};

/**
 * Rejects callers who may not do it to any content of any collection, whatever grants they have.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
 */
export const authorizeSomewhere = (actor: Actor, action: Exclude<RoleAction, 'read'>): void => {
  authorizeAnywhere(actor, action);
  if (actor.kind !== 'user') return;
  const collectionIds = [undefined, ...actor.grants.map((grant) => grant.collectionId)];
  if (collectionIds.every((id) => reachOf(actor, action, id) === 'none')) {
    throw errorOf(forbidden);
  }
};

/**
 * How far the rights of an actor go in a collection, in the locales of the grant; without a collection, where the actor has no
 * grant.
 */
export const reachOf = (
  actor: Actor,
  action: Exclude<RoleAction, 'read'>,
  collectionId: string | undefined,
): Reach => {
  if (actor.kind === 'operator') return 'all';
  return actor.kind === 'user' ? reachOfRole(roleFor(actor, collectionId), action) : 'none';
};

/** @returns the user of the account. @throws DomainError `not_authenticated`, `forbidden`. */
export const authorizeOwnAccount = (actor: Actor): UserActor => {
  authorize(actor, 'use_own_account');
  if (actor.kind !== 'user') throw new TypeError('Only users have an account');
  return actor;
};

const errorOf = ({ code, message }: Denial): DomainError => new DomainError(code, message);

/** The contract fixes this sentence. @param name the collection as named in the request. */
const outsideTokenScope = (name: string): Denial => ({
  code: 'token_scope',
  message: `Access denied: token is not authorized for collection '${name}'`,
});
