import type { Context } from 'koa';
import { DomainError, notFound } from '../../core/index.ts';
import type { Step } from './request-state.ts';

/**
 * Answers requests whose target is no address. HTTP lets a client send a whole URL in the place of
 * a path, and a broken one has none. Since HTTP/1.1 a request names its host too, if only to be told
 * from what is no request; with two, whoever stands before us may have taken the other one (RFC 9112,
 * section 3.2).
 *
 * @throws DomainError `malformed_request`, `not_found`.
 */
export const assertTarget: Step = async (ctx, next) => {
  const { httpVersion, headersDistinct } = ctx.req;
  const hosts = headersDistinct['host']?.length ?? 0;
  if (httpVersion === '1.1' && hosts === 0) {
    throw new DomainError('malformed_request', 'The request does not name its host');
  }
  if (hosts > 1) {
    throw new DomainError('malformed_request', 'The request names more than one host');
  }
  if (!hasPath(ctx)) throw notFound('Page');
  await next();
};

const hasPath = (ctx: Pick<Context, 'path'>): boolean => {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
};
