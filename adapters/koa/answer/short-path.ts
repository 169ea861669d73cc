import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymous, type Actor, type Cms } from '../../../core/index.ts';
import { credentialOf, type Credential } from '../caller/caller.ts';
import { classOf, knownReaders } from '../caller/known-readers.ts';
import type { RequestState, Step } from '../request-state.ts';
import { hostCount } from '../steps/assert-target.ts';
import { codingFor } from './content-coding.ts';
import { headTemplates, type RawNames } from './head-template.ts';
import { keptAnswers } from './kept-answers.ts';
import { knownRequests, sendAgain, type AskedAnswer, type KnownRequest } from './known-requests.ts';

/**
 * Answers requests for content that the application has answered before, without its steps: from memory, or
 * from a new read. The answer differs from the application's only in what differs for each response.
 */
export interface ShortPath {
  /** Learns from the answers of the application. Must be the first step. */
  readonly record: Step;
  /** @returns whether the request was answered; else `state.outcome` may be set, and the application answers. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ) => boolean | Promise<boolean>;
}

type ShortPathCms = Pick<Cms, 'accounts' | 'apiTokens' | 'renderedContent'>;

/** @param clientOf the address by which rate limits count. */
export const shortPath = (
  cms: ShortPathCms,
  clientOf: (request: IncomingMessage) => string,
): ShortPath => {
  const { accounts, apiTokens } = cms;
  const readers = knownReaders();
  const kept = keptAnswers(cms);
  const requests = knownRequests();
  const templates = headTemplates();

  const isCurrent = (actor: Actor): boolean => {
    if (actor.kind === 'user') return accounts.isCurrent(actor);
    return actor.kind === 'token' && apiTokens.isCurrent(actor);
  };

  /** @returns undefined if the caller has to be authenticated first. */
  const readerOf = (credential: Credential | undefined): Actor | undefined => {
    if (credential === undefined) return anonymous;
    const actor = readers.find(credential);
    return actor !== undefined && isCurrent(actor) ? actor : undefined;
  };

  const askedBy = (
    request: IncomingMessage,
    credential: Credential | undefined,
    actor: Actor,
  ): AskedAnswer => ({
    key: keyOf(request, classOf(actor)),
    actor,
    coding: codingFor(request.headers, credential?.kind === 'cookie'),
  });

  return {
    record: async (ctx, next) => {
      await next();
      const { req, res, status, method } = ctx;
      const { readAgain: read, keepable, actor, route = '' }: RequestState = ctx.state;
      if (read === undefined || actor === undefined) return;
      if (status !== 200 || method !== 'GET' || !isPlain(req)) return;
      const credential = credentialOf(req.headers);
      if (credential !== undefined) readers.add(credential, actor);
      const asked = askedBy(req, credential, actor);
      const known: KnownRequest = { route, heads: templates.of(res as RawNames), read };
      requests.add(asked.key, known);
      if (keepable !== undefined) kept.keep(known, asked, keepable, String(res.getHeader('ETag')));
    },

    answer: (request, response, state) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const credential = credentialOf(request.headers);
      const actor = readerOf(credential);
      if (actor === undefined || !isPlain(request)) return false;
      const asked = askedBy(request, credential, actor);
      const known = requests.find(asked.key);
      if (known === undefined) return false;
      const sent = kept.send(known, asked, request, response, state);
      if (sent === true) return true;
      const readAgain = async (): Promise<boolean> => {
        const reader = { ...asked, client: clientOf(request) };
        const tag = await sendAgain(known, reader, request, response, state);
        if (tag === undefined) return false;
        if (state.keepable !== undefined) kept.keep(known, asked, state.keepable, tag);
        return true;
      };
      return sent === false ? readAgain() : sent.then((isSent) => isSent || readAgain());
    },
  };
};

/** A request with one host and without a body. All others are answered by the application. */
const isPlain = (request: IncomingMessage): boolean => {
  const { headers } = request;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    return false;
  }
  return hostCount(request) === 1;
};

/** Everything of a request that changes the answer. No URL and no header contains a line feed. */
const keyOf = (
  { url, headers: { origin = '', prefer = '' } }: IncomingMessage,
  reader: string,
): string => [reader, origin, prefer, url].join('\n');
