import { refusesWithPage } from '../../contracts/index.ts';
import type { Log } from '../../core/index.ts';
import { sendText } from './answer.ts';
import { renderErrorPage } from './error-page.ts';
import { refusalOf } from './http-error.ts';
import { healthPath } from './readiness.ts';
import type { Step } from './request-state.ts';

export interface ErrorAnswerOptions {
  readonly log: Log;
  /** The `Content-Security-Policy` of pages. */
  readonly pagePolicy: string;
}

/**
 * Answers what was thrown: as a page where people are looking, as JSON elsewhere. What nobody
 * expected, and what is away, goes to the log, and nothing of it into the answer.
 */
export const answerErrors =
  ({ log, pagePolicy }: ErrorAnswerOptions): Step =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, body, headers } = refusalOf(error);
      const request = ctx.state.requestId;
      if (status === 500) log.error('Unexpected error', { request }, error);
      // The health of a process that ends is no trouble.
      if (status === 503 && ctx.path !== healthPath)
        log.warn('Something that a request needs is not available', { request }, error);
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
