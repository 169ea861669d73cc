import { findBearer } from '../access/perspective.ts';
import { findSessionActor } from '../accounts/authenticate-session.ts';
import { findTokenActor } from '../api-tokens/authenticate-api-token.ts';
import type { Actor } from '../model/actor.ts';
import type { StampedCaller } from '../model/basis.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';

/** Undefined for a caller that was not read from the store. */
export const stampedCaller = (actor: Actor): StampedCaller | undefined => {
  if (actor.kind === 'anonymous' || actor.kind === 'operator') return undefined;
  const { stamp } = actor;
  if (stamp === undefined) return undefined;
  switch (actor.kind) {
    case 'user':
      return { kind: 'session', id: actor.sessionId, stamp };
    case 'token':
      return { kind: 'token', id: actor.tokenId, stamp };
    case 'preview':
      return { kind: 'preview', id: actor.previewId, stamp };
  }
};

/** The caller as it is stored now. @throws DomainError `invalid_session`, `invalid_token`, `invalid_preview`. */
export const findCallerAgain = async (
  repositories: Pick<Repositories, 'sessions' | 'apiTokens' | 'previewTokens'> &
    Pick<Dependencies, 'clock'>,
  actor: Actor,
): Promise<Actor> => {
  const caller = stampedCaller(actor);
  switch (caller?.kind) {
    case 'session':
      return findSessionActor(repositories, caller.id);
    case 'token':
      return findTokenActor(repositories, caller.id);
    case 'preview':
      return findBearer(repositories, caller.id);
    case undefined:
      return actor;
  }
};
