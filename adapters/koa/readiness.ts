import { api } from '../../contracts/index.ts';
import { DomainError, second } from '../../core/index.ts';
import type { AppOptions } from './app-options.ts';
import type { Step } from './request-state.ts';

/** What a load balancer asks before it sends requests here. */
export const { path: healthPath } = api.getHealth;

/**
 * Whoever asks for the health of a service that shuts down is told to go elsewhere. Requests that
 * still come are answered.
 *
 * @throws DomainError `overloaded`.
 */
export const readiness =
  ({ isReady, onHealthTold }: Pick<AppOptions, 'isReady' | 'onHealthTold'>): Step =>
  async (ctx, next) => {
    if (ctx.path === healthPath) {
      const { remoteAddress = '' } = ctx.req.socket;
      if (isReady()) {
        // Before the answer: whoever has it may end the service the next moment.
        onHealthTold?.(remoteAddress, true);
      } else {
        ctx.res.once('finish', () => onHealthTold?.(remoteAddress, false));
        throw new DomainError('overloaded', 'The service is shutting down', {
          retryAfterMs: second,
        });
      }
    }
    await next();
  };
