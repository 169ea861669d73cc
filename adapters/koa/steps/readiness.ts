import { api } from '../../../contracts/index.ts';
import { DomainError, second } from '../../../core/vocabulary.ts';
import type { AppOptions } from '../app-options.ts';
import type { Step } from '../request-state.ts';

/** Load balancers poll this path to decide whether to send requests here. */
export const { path: healthPath } = api.getHealth;

/**
 * Rejects requests for the health endpoint while the service stops. Other requests are answered.
 *
 * @throws DomainError `overloaded`.
 */
export const readiness =
  ({ isReady }: Pick<AppOptions, 'isReady'>): Step =>
  async (ctx, next) => {
    if (ctx.path === healthPath && !isReady()) {
      throw new DomainError('overloaded', 'The service is shutting down', { retryAfterMs: second });
    }
    await next();
  };
