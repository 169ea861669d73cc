import type { EpochMs } from '../primitives/time.ts';
import type { Actor, ActorRequest, UserActor } from './actor.ts';

/** What can be done, by what it is done to. */
const operationsOf = {
  content: [
    'create',
    'update',
    'publish',
    'unpublish',
    'delete',
    'restore',
    'delete_permanently',
    'import',
    'set_source',
  ],
  draft: ['save', 'discard', 'import'],
  schedule: ['plan', 'remove', 'import'],
  redirect: ['delete', 'import'],
  comment: ['delete', 'import'],
  history: ['import'],
  preview: ['create', 'revoke'],
  media: ['create', 'update', 'delete', 'import'],
  collection: ['create', 'update', 'delete', 'import'],
  settings: ['update'],
  locales: ['update'],
  plugin: ['update', 'purge_cache'],
  user: [
    'create',
    'update',
    'change_password',
    'request_reset',
    'create_reset_link',
    'reset_password',
    'set_permissions',
    'link_identity',
    'unlink_identity',
    'delete',
    'begin_second_factor',
    'set_second_factor',
    'remove_second_factor',
    'renew_recovery_codes',
    'stop_codes',
    'end_trust',
  ],
  invitation: ['create', 'resend', 'withdraw', 'accept'],
  token: ['create', 'revoke'],
  view: ['create', 'update', 'delete'],
  webhook: ['create', 'update', 'rotate_secret', 'delete', 'test', 'replay'],
  mail: ['test'],
  session: ['create', 'reject', 'end', 'end_others', 'end_all'],
  export: ['create'],
} as const;

type Operations = typeof operationsOf;
/** What an entry can be about. */
export type AuditResource = keyof Operations;
/** What was done, such as `content.publish`. */
export type AuditAction = {
  [R in AuditResource]: `${R}.${Operations[R][number]}`;
}[AuditResource];

export const auditResources = Object.keys(operationsOf) as readonly AuditResource[];
export const auditActions: readonly AuditAction[] = Object.entries(operationsOf).flatMap(
  ([resource, operations]) =>
    operations.map((operation) => `${resource}.${operation}` as AuditAction),
);

/** `schedule`: the service, at a time that a user has planned. `operator`: a command, or the service. */
export const auditActorKinds = ['user', 'token', 'schedule', 'operator', 'anonymous'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

/** Who does something. */
export type AuditActor = {
  readonly kind: AuditActorKind;
  /** Of the user, or of the API token. For a planned change, of the user who planned it. */
  readonly id?: string;
  /** Of the client; absent for what no request has caused. */
  readonly address?: string;
};

/** What is done. Contains no secret and no content. */
export interface AuditedOperation {
  readonly action: AuditAction;
  /**
   * Of the item for everything that belongs to an item, of the account for sessions; undefined if there is no id, or if
   * there are several.
   */
  readonly id?: string | undefined;
  /** The slug, the name, the role, or the names of the members that change. */
  readonly detail?: string | undefined;
}

/** What the event of a write says for the audit. */
export type AuditNote = {
  readonly action: AuditAction;
  readonly id?: string;
  readonly detail?: string;
  readonly by: AuditActor;
};

/** Who did what to which resource, when, and from which address. */
export interface AuditEntry extends AuditNote {
  /** Grows from entry to entry, not always by one. */
  readonly number: number;
  /** When it was stored, by the clock of the store. */
  readonly at: EpochMs;
}

/** The actor of a use case or, where there is none, what the audit says in its place. */
export type AuditedActor =
  | Actor
  | Pick<UserActor, 'kind' | 'userId' | 'request'>
  /** The service, at a time that a user has planned. */
  | { readonly kind: 'schedule'; readonly userId: string | undefined };

/** @param userId who planned the change, if that is known. */
export const plannedBy = (userId: string | undefined): AuditedActor => ({
  kind: 'schedule',
  userId,
});

const auditActorOf = (actor: AuditedActor): AuditActor => {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.userId, ...addressOf(actor.request) };
    case 'token':
      return { kind: 'token', id: actor.tokenId, ...addressOf(actor.request) };
    case 'schedule':
      return { kind: 'schedule', ...(actor.userId !== undefined && { id: actor.userId }) };
    case 'anonymous':
      return { kind: 'anonymous', ...addressOf(actor.request) };
    case 'preview':
      return { kind: 'anonymous' };
    case 'operator':
      return { kind: 'operator' };
  }
};

/** The longest text form of an IPv6 address with a zone is shorter. */
const addressMaxLength = 100;

const addressOf = ({ address = '' }: ActorRequest = {}): Pick<AuditActor, 'address'> =>
  address === '' ? {} : { address: address.slice(0, addressMaxLength) };

const detailMaxLength = 300;

/** The note of what somebody does. A long detail is cut. */
export const auditNote = (
  actor: AuditedActor,
  { action, id, detail }: AuditedOperation,
): AuditNote => ({
  action,
  by: auditActorOf(actor),
  ...(id !== undefined && { id }),
  ...(detail !== undefined &&
    detail !== '' && { detail: detail.slice(0, detailMaxLength).toWellFormed() }),
});
