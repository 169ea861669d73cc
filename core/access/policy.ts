import type { Actor, CollectionScope, UserActor } from './actor.ts';
import { permissionTable, type Action, type Role } from './role.ts';

/** What an action is about: a thing in a collection, or (without one) the service as a whole. */
export interface Resource {
  readonly collection?: { readonly id: string; readonly name: string };
  /** Who made it; undefined when nobody did or the account is gone. */
  readonly ownerId?: string | undefined;
}

export type RefusalReason = 'not_authenticated' | 'token_read_only' | 'token_scope' | 'forbidden';

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: RefusalReason };

const allowed: Decision = { allowed: true };
const refused = (reason: RefusalReason): Decision => ({ allowed: false, reason });

/**
 * The one answer to "may this actor do that?".
 *
 * Of reading, it says in which collections. Which items of them are there at all, and which of many
 * a list shows, is for {@link visibilityFor} to say; both agree on every collection, since what is
 * cached is shared by all callers of one visibility.
 */
export const may = (actor: Actor, action: Action, resource: Resource = {}): Decision => {
  switch (actor.kind) {
    case 'operator':
      return allowed;
    case 'anonymous':
      return action === 'read' ? allowed : refused('not_authenticated');
    case 'token':
      if (action !== 'read') return refused('token_read_only');
      return resource.collection === undefined || inScope(actor.scope, resource.collection.id)
        ? allowed
        : refused('token_scope');
    case 'user':
      return mayUser(actor, action, resource) ? allowed : refused('forbidden');
  }
};

export const inScope = (scope: CollectionScope, collectionId: string): boolean =>
  scope === 'all' || scope.includes(collectionId);

const mayUser = (actor: UserActor, action: Action, { collection, ownerId }: Resource): boolean => {
  const reach = permissionTable[roleFor(actor, collection?.id)][action];
  return reach === 'all' || (reach === 'own' && ownerId === actor.userId);
};

/** The user's role in one collection: the grant if there is one. Admins are admins everywhere. */
export const roleFor = (
  actor: Pick<UserActor, 'role' | 'grants'>,
  collectionId: string | undefined,
): Role => {
  if (actor.role === 'admin' || collectionId === undefined) return actor.role;
  return actor.grants.find((grant) => grant.collectionId === collectionId)?.role ?? actor.role;
};
