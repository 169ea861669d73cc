import { randomUUID } from 'node:crypto';
import type { Log } from '../../../core/index.ts';
import type { Step } from '../request-state.ts';

/** Request ids from a proxy that do not match are replaced. */
const idPattern = /^[\w.-]{8,128}$/;

export interface RequestLogOptions {
  readonly log: Log;
  /** Whether to log the path, without its query. */
  readonly logsPaths: boolean;
  /** Whether a trusted proxy may set the request id. */
  readonly trustsProxy: boolean;
}

/**
 * Sets `X-Request-Id` and logs one line when the request ends. Logs the path template. Logs the path,
 * which may contain personal data, only with `logsPaths`.
 */
export const requestLog =
  ({ log, logsPaths, trustsProxy }: RequestLogOptions): Step =>
  async (ctx, next) => {
    const startedAt = performance.now();
    const given = ctx.get('X-Request-Id');
    const { state, res, method, url } = ctx;
    state.requestId = trustsProxy && idPattern.test(given) ? given : randomUUID();
    state.elapsedMs = () => performance.now() - startedAt;
    ctx.set('X-Request-Id', state.requestId);
    res.once('close', () => {
      log.info(res.writableFinished ? 'Request' : 'Request was cut off', {
        request: state.requestId,
        method,
        route: state.route,
        // Not Koa's path, which throws for a malformed URL.
        ...(logsPaths && { path: url.split('?', 1)[0] }),
        // Until the headers are sent, this is only Node's default.
        status: res.headersSent ? res.statusCode : undefined,
        ms: Math.round(state.elapsedMs() * 10) / 10,
      });
    });
    await next();
  };
