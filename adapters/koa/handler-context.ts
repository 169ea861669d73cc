import type { IncomingMessage } from 'node:http';
import type { Actor } from '../../core/index.ts';
import { allowReuse } from '../http/answer-cache/answer-cache.ts';
import { cookieNames, readCookie } from '../http/caller/cookies.ts';
import { languageOf } from '../http/pages/language.ts';
import { causeOf, reserveNothing, type RequestContext } from '../http/request-context.ts';
import type { RequestState } from './request-state.ts';

export const contextOf = (
  { headers, method, socket }: IncomingMessage,
  state: RequestState,
  actor: Actor,
  client: string,
): Omit<RequestContext, 'isStrict'> => ({
  actor,
  client,
  userAgent: headers['user-agent'],
  cookie: (name) => readCookie(headers.cookie, name),
  cookieNames: (prefix) => cookieNames(headers.cookie, prefix),
  language: () => languageOf(headers),
  cause: () => causeOf(headers),
  isGone: () => socket.destroyed,
  reserve: method === 'HEAD' ? reserveNothing : state.reserve,
  elapsedMs: state.elapsedMs,
  allowReuse: allowReuse(state),
});
