import { DomainError, second } from '../../core/index.ts';
import type { Step } from './request-state.ts';

/** What a load balancer asks before it sends requests here. */
const healthPath = '/api/health';

/**
 * Once the service shuts down, requests that still come are answered, but each on the last of its
 * connection, and whoever asks for its health is told to go elsewhere.
 *
 * @throws DomainError `overloaded`.
 */
export const readiness =
  (isReady: () => boolean): Step =>
  async (ctx, next) => {
    if (!isReady()) {
      ctx.set('Connection', 'close');
      if (ctx.path === healthPath) {
        throw new DomainError('overloaded', 'The service is shutting down', {
          retryAfterMs: second,
        });
      }
    }
    await next();
  };
