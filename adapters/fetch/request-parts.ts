import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../../core/index.ts';
import type { CheckFormToken } from '../http/body/operation-input.ts';
import { assertReadable, bodyTooLarge } from '../http/body/readable-body.ts';
import type { RequestHead } from '../http/request-head.ts';

/** A request, and what its operation does with its body. */
export interface BodyRequest {
  readonly request: Request;
  readonly head: RequestHead;
  readonly isStrict: boolean;
  readonly checkToken: CheckFormToken;
  /** Called with the text of a body before it is parsed. */
  readonly keepText: (text: string) => void;
}

/** What an operation reads of a request before its body. */
export const headOf = (request: Request): RequestHead => {
  const { pathname, search } = new URL(request.url);
  const headers: IncomingHttpHeaders = Object.fromEntries(request.headers);
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  return {
    method: request.method,
    path: pathname,
    querystring: search.slice(1),
    headers,
    is: (wanted) => (request.body === null ? null : type === wanted && wanted),
  };
};

/** How much of a body beyond its limit is read: many clients read the answer only after they have sent everything. */
const discardedBytes = 8 * 1024 * 1024;

/**
 * Reads a body, and keeps no more than the limit.
 *
 * @throws DomainError `unsupported_content_type`; `malformed_body` if there is no body, or an incomplete one;
 *   `body_too_large`.
 */
export const readBytes = async (
  { body }: Request,
  head: RequestHead,
  type: string,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  assertReadable(head, type);
  // Without a body, there is no media type either.
  if (body === null) return new Uint8Array();
  if (Number(head.headers['content-length']) > limit + discardedBytes) throw bodyTooLarge(limit);
  return collect(body, limit);
};

const collect = async (
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop cancels the stream.
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (length > limit + discardedBytes) break;
    }
  } catch (cause) {
    throw new DomainError('malformed_body', 'The body is incomplete', { cause });
  }
  if (length > limit) throw bodyTooLarge(limit);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};
