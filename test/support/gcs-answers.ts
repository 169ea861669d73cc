import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(value),
});

const reasons: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  412: 'conditionNotMet',
  429: 'rateLimitExceeded',
  503: 'backendError',
};

/** https://cloud.google.com/storage/docs/json_api/v1/status-codes */
export const refusal = (status: number, message = `Refused with ${status}`): Answer =>
  json(
    {
      error: {
        code: status,
        message,
        errors: [{ message, domain: 'global', reason: reasons[status] ?? 'internalError' }],
      },
    },
    status,
  );

/** Sends a response with backpressure. */
export const send = async (response: ServerResponse, answer: Answer): Promise<void> => {
  const { status, headers = {}, body = '' } = answer;
  response.writeHead(status, headers);
  if (typeof body === 'string') response.end(body);
  // A client may disconnect early; that is not an error of the server.
  else await pipeline(Readable.from(body), response).catch(() => undefined);
};
