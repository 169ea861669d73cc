import type { Actor, CollectionScope, Role, UserActor } from '../model/actor.ts';
import { DomainError, type ErrorCode } from '../primitives/errors.ts';

export const roleActions = ['read', 'create', 'edit', 'delete', 'administer'] as const;
export type RoleAction = (typeof roleActions)[number];

/** What a permission covers: everything, only what the actor created, or nothing. */
export type Reach = 'all' | 'own' | 'none';

/** The permission table of the API. Publishing counts as editing. */
export const permissionTable: Readonly<Record<Role, Readonly<Record<RoleAction, Reach>>>> = {
  viewer: { read: 'all', create: 'none', edit: 'none', delete: 'none', administer: 'none' },
  author: { read: 'all', create: 'all', edit: 'own', delete: 'own', administer: 'none' },
  editor: { read: 'all', create: 'all', edit: 'all', delete: 'all', administer: 'none' },
  admin: { read: 'all', create: 'all', edit: 'all', delete: 'all', administer: 'all' },
};

/** The actions of the permission table, and those that do not depend on the role. */
export type Action =
  | RoleAction
  /** Read the media library. Allowed for every user. */
  | 'read_media'
  /** Read who created content. Allowed for every user. */
  | 'read_authors'
  /** Read earlier versions of content. Allowed for every user. */
  | 'read_history'
  /** Read which content refers to what. Allowed for every user. */
  | 'read_references'
  /** Read which changes are planned. Allowed for every user. */
  | 'read_schedules'
  /** Read lists and counts of content that are made for people. Allowed for every user. */
  | 'read_summaries'
  /** Read content in the perspective of drafts. Allowed for every user, and for API tokens of the kind `preview`. */
  | 'read_drafts'
  /** Read and change one's own account. Allowed for every user. */
  | 'use_own_account';

/** The target of an action: something in a collection or, without one, the service. */
export interface Resource {
  readonly collection?: { readonly id: string; readonly name: string };
  /** The user who created it; undefined after an import or when the account was deleted. */
  readonly ownerId?: string | undefined;
}

export type DenialReason = keyof typeof denials | 'token_scope';

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: DenialReason };

const denials = {
  not_authenticated: ['not_authenticated', 'Authentication required'],
  token_read_only: ['token_read_only', 'Access denied: API tokens are read-only'],
  token_media: ['forbidden', 'Access denied: API tokens cannot read the media library'],
  token_authors: ['forbidden', 'Access denied: API tokens cannot read who created content'],
  token_history: ['forbidden', 'Access denied: API tokens cannot read the history of content'],
  token_references: [
    'forbidden',
    'Access denied: API tokens cannot read which content refers to what',
  ],
  token_schedules: ['forbidden', 'Access denied: API tokens cannot read schedules'],
  token_summaries: ['forbidden', 'Access denied: API tokens cannot read summaries of content'],
  no_drafts: [
    'forbidden',
    'Access denied: the perspective of drafts is for users, preview tokens, and API tokens of the kind preview',
  ],
  token_account: ['forbidden', 'Access denied: an API token has no account'],
  forbidden: ['forbidden', 'Access denied: your role does not permit this'],
} as const satisfies Readonly<Record<string, readonly [ErrorCode, string]>>;

const allowed: Decision = { allowed: true };
const denied = (reason: DenialReason): Decision => ({ allowed: false, reason });

/**
 * Decides whether an actor may do something. Nothing else decides that.
 *
 * For content it decides about whole collections; `audienceOf` decides which items the actor sees. Both
 * must agree on every collection, because callers with equal audiences share what is cached.
 */
export const may = (actor: Actor, action: Action, resource: Resource = {}): Decision => {
  switch (actor.kind) {
    case 'operator':
      return action === 'use_own_account' ? denied('not_authenticated') : allowed;
    case 'anonymous':
      if (action === 'read_drafts') return denied('no_drafts');
      return action === 'read' ? allowed : denied('not_authenticated');
    case 'token':
      if (action === 'read_drafts')
        return actor.readsDrafts === true ? allowed : denied('no_drafts');
      return mayToken(actor.scope, action, resource);
    case 'preview':
      return isForBearers(action) && mayUser(actor, action, resource)
        ? allowed
        : denied('forbidden');
    case 'user':
      return mayUser(actor, action, resource) ? allowed : denied('forbidden');
  }
};

const mayToken = (scope: CollectionScope, action: Action, { collection }: Resource): Decision => {
  if (action === 'read_media') return denied('token_media');
  if (action === 'read_authors') return denied('token_authors');
  if (action === 'read_history') return denied('token_history');
  if (action === 'read_references') return denied('token_references');
  if (action === 'read_schedules') return denied('token_schedules');
  if (action === 'read_summaries') return denied('token_summaries');
  if (action === 'use_own_account') return denied('token_account');
  if (action !== 'read') return denied('token_read_only');
  return collection === undefined || inScope(scope, collection.id)
    ? allowed
    : denied('token_scope');
};

export const inScope = (scope: CollectionScope, collectionId: string): boolean =>
  scope === 'all' || scope.includes(collectionId);

/** What the bearer of a preview token may do, if the user who created it may. */
const isForBearers = (action: Action): boolean => action === 'read' || action === 'read_drafts';

const isForEveryUser = (action: Action): action is Exclude<Action, RoleAction> =>
  action === 'read_media' ||
  action === 'read_authors' ||
  action === 'read_history' ||
  action === 'read_references' ||
  action === 'read_schedules' ||
  action === 'read_summaries' ||
  action === 'read_drafts' ||
  action === 'use_own_account';

const mayUser = (
  actor: Pick<UserActor, 'userId' | 'role' | 'grants'>,
  action: Action,
  { collection, ownerId }: Resource,
): boolean => {
  if (isForEveryUser(action)) return true;
  const reach = permissionTable[roleFor(actor, collection?.id)][action];
  return reach === 'all' || (reach === 'own' && ownerId === actor.userId);
};

/** The user's role in one collection: the role of the grant, if there is one. Admins stay admins. */
export const roleFor = (
  actor: Pick<UserActor, 'role' | 'grants'>,
  collectionId: string | undefined,
): Role => {
  if (actor.role === 'admin' || collectionId === undefined) return actor.role;
  return actor.grants.find((grant) => grant.collectionId === collectionId)?.role ?? actor.role;
};

/** @throws DomainError `not_authenticated`, `token_read_only`, `token_scope`, `forbidden`. */
export const authorize = (actor: Actor, action: Action, resource: Resource = {}): void => {
  const decision = may(actor, action, resource);
  if (decision.allowed) {
    if (actor.kind === 'user') actor.request?.witness?.({ ...resource, action });
    return;
  }
  if (decision.reason === 'token_scope') throw outsideTokenScope(resource.collection?.name ?? '');
  const [code, message] = denials[decision.reason];
  throw new DomainError(code, message);
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
    throw new DomainError(...denials.forbidden);
  }
};

/** How far the rights of an actor go in a collection; without one, where the actor has no grant. */
export const reachOf = (
  actor: Actor,
  action: Exclude<RoleAction, 'read'>,
  collectionId: string | undefined,
): Reach => {
  if (actor.kind === 'operator') return 'all';
  return actor.kind === 'user' ? permissionTable[roleFor(actor, collectionId)][action] : 'none';
};

/** @returns the user of the account. @throws DomainError `not_authenticated`, `forbidden`. */
export const authorizeOwnAccount = (actor: Actor): UserActor => {
  authorize(actor, 'use_own_account');
  if (actor.kind !== 'user') throw new TypeError('Only users have an account');
  return actor;
};

/** The contract fixes this sentence. @param name the collection as named in the request. */
const outsideTokenScope = (name: string): DomainError =>
  new DomainError('token_scope', `Access denied: token is not authorized for collection '${name}'`);
