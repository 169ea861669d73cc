import { refusesWithPage } from '../../../contracts/index.ts';
import type { Log } from '../../../core/index.ts';
import { sendText } from '../answer/answer-writer.ts';
import { errorAnswerOf } from '../answer/http-error.ts';
import { pagePolicy } from '../pages/page-policy.ts';
import { renderErrorPage } from '../pages/page.ts';
import { healthPath } from './readiness.ts';
import type { Step } from '../request-state.ts';

/**
 * Turns thrown errors into answers: HTML for operations that answer with pages, JSON for all others.
 * Logs unexpected errors and unavailable dependencies.
 */
export const answerErrors =
  ({ log }: { readonly log: Log }): Step =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, body, headers } = errorAnswerOf(error);
      const request = ctx.state.requestId;
      if (status === 500) log.error('Unexpected error', { request }, error);
      // A health check gets 503 during every shutdown.
      if (status === 503 && ctx.path !== healthPath)
        log.warn('A dependency of the request is unavailable', { request }, error);
      ctx.status = status;
      ctx.set({ ...headers, 'Cache-Control': 'no-store' });
      const { operation } = ctx.state;
      if (operation !== undefined && refusesWithPage(operation)) {
        ctx.set('Content-Security-Policy', pagePolicy);
        sendText(ctx, 'text/html; charset=utf-8', renderErrorPage(status, body));
      } else {
        sendText(ctx, 'application/json; charset=utf-8', JSON.stringify(body));
      }
    }
  };
