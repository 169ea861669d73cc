import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Cms } from '../../core/index.ts';
import { answerCache, type Repeated } from '../http/answer-cache/answer-cache.ts';
import { codingFor } from './answer/content-coding.ts';
import { endOf, type AnswerStart } from './answer/open-body.ts';
import { reserveAnswer } from './answer/waiting-bytes.ts';
import type { RequestState, Step } from './request-state.ts';
import { hostCount } from './steps/request-target.ts';

/** The answer cache for the requests and responses of Node. */
export interface RepeatedAnswers {
  /** Caches answers of the application that equal requests may have. Must be the first step. */
  readonly record: Step;
  /** @returns true if the request was answered; undefined, at once or later, if the application must answer it. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    state: RequestState,
  ) => Promise<true | undefined> | undefined;
}

export const repeatedAnswers = (cms: Pick<Cms, 'cache'>, clock: Clock): RepeatedAnswers => {
  const cache = answerCache<AnswerStart>(cms, clock, {
    bytesOf: ({ bytes }) => bytes.length,
    codingFor,
  });

  return {
    record: async (ctx, next) => {
      await next();
      const { reuse, sent, route = '' } = ctx.state;
      if (reuse === undefined) return;
      const { status, res } = ctx;
      cache.add(reuse, { status, content: sent, route, fields: () => fieldsOf(res) });
    },

    answer: (request, response, state) => {
      const { method, url, headers } = request;
      const reuse = cache.reuseOf({ method, url, headers, hosts: hostCount(request) });
      if (reuse === undefined) return undefined;
      state.reuse = reuse;
      const { requestId, elapsedMs } = state;
      const asking = { requestId, elapsedMs, ifNoneMatch: headers['if-none-match'] };
      return cache.repeat(reuse, asking, (answer) => {
        // To a client that has gone, nothing is sent.
        const isSent = response.destroyed || send(answer, request, response, state);
        if (!isSent) return undefined;
        state.route = answer.route;
        return true;
      });
    },
  };
};

/** @returns false if too much waits to be sent already: the application says so. */
const send = (
  answer: Repeated<AnswerStart>,
  { method }: IncomingMessage,
  response: ServerResponse,
  state: RequestState,
): boolean => {
  if (answer.status === 304) {
    response.writeHead(304, answer.head).end();
    return true;
  }
  const { start, headWith } = answer;
  const end = endOf(start, Buffer.from(answer.end));
  const length = start.bytes.length + end.length;
  if (method !== 'HEAD' && !reserveAnswer(state, length)) return false;
  response.writeHead(200, headWith(length));
  response.write(start.bytes);
  response.end(end);
  return true;
};

/** Node has it for every message; its types, only for requests that it sends. */
type RawNames = ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;

/** The head of a response that is about to be sent, without what belongs to the connection. */
const fieldsOf = (response: ServerResponse): readonly (readonly [string, string])[] =>
  (response as RawNames)
    .getRawHeaderNames()
    .filter((name) => name.toLowerCase() !== 'connection')
    .map((name) => [name, String(response.getHeader(name))] as const);
