import { returnsReply, type Operation } from '../../../contracts/index.ts';
import type { StoredAnswer } from '../../../core/vocabulary.ts';
import { errorAnswerOf } from '../answer/http-error.ts';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** The result of a handler as text. */
export const answerOf = (operation: Operation, output: unknown): StoredAnswer => {
  const reply: Reply = returnsReply(operation) ? (output as Reply) : { body: output };
  const { status = operation.success.status, headers = {}, body } = reply;
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
};

/** A repeat may have another outcome: the caller signs in again, gets a right, or waits. */
const repeatable: ReadonlySet<number> = new Set([401, 403, 429]);

/** @returns undefined for an error whose response is not stored. */
export const answerOfError = (error: unknown): StoredAnswer | undefined => {
  const { status, headers, body } = errorAnswerOf(error);
  if (status >= 500 || repeatable.has(status)) return undefined;
  return { status, headers, body: JSON.stringify(body) };
};

/** The headers of a response that is sent again. */
export const replayHeaders = ({ headers }: StoredAnswer): Readonly<Record<string, string>> => ({
  ...headers,
  'Idempotent-Replayed': 'true',
  'Cache-Control': 'no-store',
});
