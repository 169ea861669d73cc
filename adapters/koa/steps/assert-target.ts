import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { DomainError, notFound } from '../../../core/index.ts';
import type { Step } from '../request-state.ts';

/**
 * Rejects requests without a path or without exactly one `Host`. A client may send an absolute URL
 * instead of a path, and an invalid URL has no path. With two `Host` headers, a proxy may have used
 * the other one (RFC 9112, section 3.2).
 *
 * @throws DomainError `malformed_request`, `not_found`.
 */
export const assertTarget: Step = async (ctx, next) => {
  const hosts = hostCount(ctx.req);
  if (ctx.req.httpVersion === '1.1' && hosts === 0) {
    throw new DomainError('malformed_request', 'The request has no Host header');
  }
  if (hosts > 1) {
    throw new DomainError('malformed_request', 'The request has more than one Host header');
  }
  if (!hasPath(ctx)) throw notFound('Page');
  await next();
};

/** How many `Host` headers a request has. Node's `headers` has the first one only. */
export const hostCount = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number => {
  let count = 0;
  // Names and values, by turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
};

const hasPath = (ctx: Pick<Context, 'path'>): boolean => {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
};
