import type { IncomingHttpHeaders } from 'node:http';
import type { ParameterizedContext } from 'koa';
import type { AppOptions } from '../app-options.ts';
import type { Clock, Log } from '../../../core/index.ts';
import { minute, settingDefaults } from '../../../core/vocabulary.ts';
import { sendPage, sendText } from '../answer/answer-writer.ts';
import { errorFormOf } from '../../http/answer/error-form.ts';
import { errorAnswerOf } from '../../http/answer/http-error.ts';
import { renderErrorPage } from '../../http/pages/error-page.ts';
import { languageOf } from '../../http/pages/language.ts';
import type { SiteName } from '../../http/pages/page.ts';
import { healthPath } from './readiness.ts';
import type { RequestState, Step } from '../request-state.ts';

export interface ErrorAnswerOptions extends Pick<AppOptions, 'clock' | 'log' | 'trustProxy'> {
  readonly siteName: SiteName;
  readonly publicUrl: string;
}

/**
 * Turns thrown errors into answers: pages for browsers, JSON for clients of the API. Logs unexpected
 * errors, unavailable dependencies, and a limit that clients of a proxy may share.
 */
export const answerErrors = ({
  clock,
  log,
  trustProxy,
  siteName,
  publicUrl,
}: ErrorAnswerOptions): Step => {
  const reportSharedLimit = sharedLimitReport(log, trustProxy);
  const reportOutage = outageReport(log, clock);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const answer = errorAnswerOf(error);
      const { status, body, headers } = answer;
      const { requestId } = ctx.state;
      if (status === 429) reportSharedLimit(ctx.headers);
      if (status === 500) log.error('Unexpected error', { request: requestId }, error);
      // A health check gets 503 during every shutdown.
      if (status === 503 && ctx.path !== healthPath) reportOutage(requestId, error);
      ctx.status = status;
      ctx.set({ ...headers, 'Cache-Control': 'no-store' });
      if (wantsPage(ctx)) {
        // The page that made the browser send a rejected host may read the response.
        const name = status === 421 ? settingDefaults.siteName : await siteName();
        const language = languageOf(ctx.headers);
        sendPage(ctx, renderErrorPage({ siteName: name, language, answer, requestId, publicUrl }));
      } else {
        sendText(ctx, 'application/json; charset=utf-8', JSON.stringify(body));
      }
    }
  };
};

/** How many reasons are remembered. */
const reasonsMax = 100;

/** Warns once a minute for each reason: the log has the status of every request anyway. */
const outageReport = (log: Log, clock: Clock) => {
  const reportedAt = new Map<string, number>();
  return (request: string, error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    const now = clock.now();
    // The clock may have been set back.
    if (Math.abs(now - (reportedAt.get(reason) ?? -Infinity)) < minute) return;
    if (reportedAt.size === reasonsMax) reportedAt.clear();
    reportedAt.set(reason, now);
    log.warn('A dependency of the request is unavailable', { request }, error);
  };
};

/** Warns once: from then on, an operator who reads the log knows. */
const sharedLimitReport = (log: Log, trustProxy: number) => {
  let isReported = trustProxy > 0;
  return (headers: IncomingHttpHeaders): void => {
    if (isReported) return;
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    isReported = true;
    log.warn(
      'A client reached a limit, and its request came through a proxy: all clients of a proxy share their limits until TRUST_PROXY is the number of proxies in front of the service',
    );
  };
};

const wantsPage = (ctx: ParameterizedContext<RequestState>): boolean => {
  const form = errorFormOf(ctx.state.operation, ctx.url);
  if (form !== 'preferred') return form === 'page';
  ctx.vary('Accept');
  return ctx.accepts('json', 'html') === 'html';
};
