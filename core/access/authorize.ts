import { DomainError } from '../errors.ts';
import type { Actor } from './actor.ts';
import { may, type RefusalReason, type Resource } from './policy.ts';
import type { Action } from './role.ts';

const sentences: Readonly<Record<Exclude<RefusalReason, 'token_scope'>, string>> = {
  not_authenticated: 'Authentication required',
  token_read_only: 'Access denied: API tokens are read-only',
  forbidden: 'Access denied: your role does not permit this',
};

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `token_scope`, `forbidden`: the
 *   reason that {@link may} gives.
 */
export const authorize = (actor: Actor, action: Action, resource: Resource = {}): void => {
  const decision = may(actor, action, resource);
  if (decision.allowed) return;
  if (decision.reason === 'token_scope') throw outsideTokenScope(resource.collection?.name ?? '');
  throw new DomainError(decision.reason, sentences[decision.reason]);
};

/**
 * Turns strangers and API tokens away before anything is looked up for them. What a user may do
 * depends on what is found, and is for {@link authorize} to say.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`.
 */
export const authorizeAnywhere = (actor: Actor, action: Exclude<Action, 'read'>): void => {
  if (actor.kind !== 'user') authorize(actor, action);
};

/** The interface fixes this sentence; `name` is whatever the caller called the collection. */
const outsideTokenScope = (name: string): DomainError =>
  new DomainError('token_scope', `Access denied: token is not authorized for collection '${name}'`);
