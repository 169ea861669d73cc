import type { EpochMs } from '../primitives/time.ts';
import type { Stamp } from './basis.ts';
import type { LocaleCode } from './locale.ts';
import type { UsedRight } from './receipt.ts';

/** In ascending order of rights. */
export const roles = ['viewer', 'author', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

/** A role for one collection. It replaces the user's role there, which can be higher or lower. */
export interface Grant {
  readonly collectionId: string;
  readonly role: Role;
  /**
   * The locales of the items for which it holds; in the others of the collection the user is viewer. Undefined for all. It holds
   * for every item without a locale.
   */
  readonly locales?: readonly LocaleCode[] | undefined;
}

/** The grants after a locale got another code. @param to undefined for a locale that is removed. */
export const grantsAfterRenaming = (
  grants: readonly Grant[],
  from: LocaleCode,
  to: LocaleCode | undefined,
): readonly Grant[] =>
  grants.map(({ locales, ...grant }) => ({
    ...grant,
    ...(locales && { locales: locales.flatMap((code) => (code === from ? (to ?? []) : code)) }),
  }));

/** `all`, or the ids of the readable collections. An empty list allows none. */
export type CollectionScope = 'all' | readonly string[];

/** What is known of the request in which an actor acts. Hooks do not get it. */
export interface ActorRequest {
  /** The address of the client. */
  readonly address?: string;
  /** Called with everything that the actor was allowed to do. */
  readonly witness?: (right: UsedRight) => void;
}

export interface AnonymousActor {
  readonly kind: 'anonymous';
  /** Undefined for what no request has caused. */
  readonly request?: ActorRequest;
}

export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  /** The session of the request: the `jti` of its token. */
  readonly sessionId: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  /** When the session ends; undefined if that is not known. */
  readonly expiresAt?: EpochMs;
  /**
   * From when on the session can do nothing but set a second factor up, unless the account, its roles or the settings change;
   * undefined if it needs none, and for an actor that was not read from the store.
   */
  readonly secondFactorDueAt?: EpochMs;
  /** When the session was last seen, as it is stored; undefined for an actor that was not read from the store. */
  readonly seenAt?: EpochMs;
  /** Identifies the state that the actor was read from; undefined for an actor that was not read from the store. */
  readonly stamp?: Stamp;
  /** Undefined for what no request has caused. */
  readonly request?: ActorRequest;
}

export interface TokenActor {
  readonly kind: 'token';
  readonly tokenId: string;
  /** Whether it may read in the perspective of drafts. */
  readonly readsDrafts?: boolean;
  readonly scope: CollectionScope;
  /** When the token expires; undefined for one that does not. */
  readonly expiresAt?: EpochMs | undefined;
  /** Identifies the state that the actor was read from; undefined for an actor that was not read from the store. */
  readonly stamp?: Stamp;
  /** Undefined for what no request has caused. */
  readonly request?: ActorRequest;
}

/**
 * Who has a preview token. Reads like the user who created it, and does nothing else. Only reads in a perspective have
 * this actor.
 */
export interface PreviewActor extends Pick<UserActor, 'userId' | 'role' | 'grants'> {
  readonly kind: 'preview';
  readonly previewId: string;
  /** The only item that it sees; undefined for all. */
  readonly contentId: string | undefined;
  /** Identifies the state that the actor was read from. */
  readonly stamp: Stamp;
}

/** The person who runs the process, on the command line. Requests never get this actor. */
export interface OperatorActor {
  readonly kind: 'operator';
}

/** The caller. Every use case that depends on the caller takes an actor as its first parameter. */
export type Actor = AnonymousActor | UserActor | TokenActor | PreviewActor | OperatorActor;

export const anonymous: AnonymousActor = { kind: 'anonymous' };
export const operator: OperatorActor = { kind: 'operator' };

/** The actor in a request that comes from the address. */
export const comingFrom = (actor: Actor, address: string): Actor =>
  actor.kind === 'user' || actor.kind === 'token'
    ? { ...actor, request: { ...actor.request, address } }
    : actor;

/** The user's id; undefined for other actors. */
export const userIdOf = (actor: Actor): string | undefined =>
  actor.kind === 'user' ? actor.userId : undefined;
