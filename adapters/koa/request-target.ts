import type { Context } from 'koa';
import { notFound } from '../../core/index.ts';
import type { Step } from './request-state.ts';

/**
 * Answers requests whose target is no address. HTTP lets a client send a whole URL in the place of
 * a path, and a broken one has none.
 *
 * @throws DomainError `not_found`.
 */
export const assertTarget: Step = async (ctx, next) => {
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
