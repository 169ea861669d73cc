import type { Operation } from '../../contracts/index.ts';
import { authorize, authorizeAnywhere, DomainError, type Actor } from '../../core/index.ts';

/**
 * Turns away early, before a body is read, whoever can get nowhere with the operation. What a user
 * may do with which thing is for the use case to say.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
 */
export const admit = ({ auth, method }: Operation, actor: Actor): void => {
  // To a stranger and to a token, creating is as closed as everything else that a user may do.
  if (actor.kind === 'token' && method !== 'get') authorize(actor, 'create');
  if (auth !== 'user' && auth !== 'admin') return;
  if (actor.kind === 'token') {
    throw new DomainError('forbidden', 'Access denied: this is for users, not for API tokens');
  }
  if (auth === 'admin') authorize(actor, 'administer');
  else authorizeAnywhere(actor, 'create');
};
