import type { RouterContext } from '@koa/router';
import { DomainError, notFound } from '../../../core/index.ts';
import type { RequestState } from '../request-state.ts';

/**
 * Runs after the router, for requests without a matching route: 404 for unknown paths, 405 for other
 * methods, and `OPTIONS`.
 *
 * @throws DomainError `method_not_allowed`, `not_found`.
 */
export const answerNoMatchingRoute = async (ctx: RouterContext<RequestState>): Promise<void> => {
  const layers = ctx.matched ?? [];
  if (layers.length === 0) throw notFound('Page');
  const methods = new Set(layers.flatMap((layer) => layer.methods));
  ctx.state.route = layers.map(({ path }) => String(path))[0] ?? '';
  ctx.set('Allow', [...methods, 'OPTIONS'].sort().join(', '));
  if (ctx.method !== 'OPTIONS') {
    throw new DomainError('method_not_allowed', `${ctx.method} is not allowed here`);
  }
  ctx.status = 204;
};
