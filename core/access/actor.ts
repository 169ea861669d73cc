import type { Role } from './role.ts';

/** A role for one collection; it replaces the user's role there, up or down. */
export interface Grant {
  readonly collectionId: string;
  readonly role: Role;
}

/** `all`, or the ids of the collections that may be read. An empty list reads nothing. */
export type CollectionScope = 'all' | readonly string[];

export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  /** The session this request belongs to; its `jti`. */
  readonly sessionId: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
}

export interface TokenActor {
  readonly kind: 'token';
  readonly tokenId: string;
  readonly scope: CollectionScope;
}

/** Whoever runs the process, at its command line. Never made from a request. */
export interface OperatorActor {
  readonly kind: 'operator';
}

/** Who asks. Whatever depends on it takes one; there is no current user in the air. */
export type Actor = AnonymousActor | UserActor | TokenActor | OperatorActor;

export const anonymous: AnonymousActor = { kind: 'anonymous' };
export const operator: OperatorActor = { kind: 'operator' };

/** The user behind the actor, if there is one. */
export const userIdOf = (actor: Actor): string | undefined =>
  actor.kind === 'user' ? actor.userId : undefined;
