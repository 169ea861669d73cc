import type { Clock, Cms } from '../../core/index.ts';
import { answerCache, type Repeated } from '../http/answer-cache/answer-cache.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { AnswerState } from './answer-state.ts';
import { waitingText } from './waiting-body.ts';

/** The answer cache for the responses of the Fetch API. */
export interface RepeatedAnswers {
  /**
   * @returns undefined for a request that must be answered by its operation.
   * @throws DomainError `overloaded` if too many bytes wait to be sent already.
   */
  readonly answer: (head: RequestHead, state: AnswerState) => Promise<Response | undefined>;
  /** Caches an answer of an operation that equal requests may have. */
  readonly record: (state: AnswerState, response: Response) => void;
}

export const repeatedAnswers = (cms: Pick<Cms, 'cache'>, clock: Clock): RepeatedAnswers => {
  // Two bytes for each character.
  const cache = answerCache<string>(cms, clock, { bytesOf: (text) => 2 * text.length });
  return {
    answer: async (head, state) => {
      const { method, path, querystring, headers } = head;
      // A URL has exactly one host.
      const reuse = cache.reuseOf({ method, url: `${path}?${querystring}`, headers, hosts: 1 });
      if (reuse === undefined) return undefined;
      state.reuse = reuse;
      const { requestId, elapsedMs } = state;
      const asking = { requestId, elapsedMs, ifNoneMatch: headers['if-none-match'] };
      return cache.repeat(reuse, asking, (answer) => {
        const response = responseOf(answer, method, state);
        state.route = answer.route;
        return response;
      });
    },

    record: ({ reuse, sent, route = '' }, { status, headers }) => {
      if (reuse !== undefined)
        cache.add(reuse, { status, content: sent, route, fields: () => headers });
    },
  };
};

const responseOf = (answer: Repeated<string>, method: string, state: AnswerState): Response => {
  const { status } = answer;
  if (status === 304) return new Response(null, { status, headers: pairsOf(answer.head) });
  const { start, end } = answer;
  const body = method === 'HEAD' ? null : waitingText(state, start + end);
  return new Response(body, { headers: pairsOf(answer.headWith()) });
};

/** @param head names and values, by turns. */
const pairsOf = (head: readonly string[]): [name: string, value: string][] => {
  const pairs: [string, string][] = [];
  for (let at = 0; at < head.length; at += 2) pairs.push([head[at] ?? '', head[at + 1] ?? '']);
  return pairs;
};
