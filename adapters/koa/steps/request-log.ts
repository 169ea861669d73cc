import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
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

/** What the log says about a request, besides what its response knows. */
export interface LoggedRequest {
  readonly requestId: string;
  /** The path template of the route. */
  readonly route?: string;
  readonly elapsedMs: () => number;
}

/** @param given the header `X-Request-Id`. */
export const requestIdOf = (
  { trustsProxy }: RequestLogOptions,
  given: string | readonly string[] | undefined,
): string =>
  trustsProxy && typeof given === 'string' && idPattern.test(given) ? given : randomUUID();

/**
 * Logs one line when the response ends. Logs the path template. Logs the path, which may contain
 * personal data, only with `logsPaths`.
 *
 * @param request is read when the response ends.
 */
export const logWhenClosed = (
  { log, logsPaths }: RequestLogOptions,
  response: ServerResponse,
  request: LoggedRequest,
): void => {
  response.once('close', () => {
    const { method, url } = response.req;
    log.info(response.writableFinished ? 'Request' : 'Request was cut off', {
      request: request.requestId,
      method,
      route: request.route,
      // Not Koa's path, which throws for a malformed URL.
      ...(logsPaths && { path: url?.split('?', 1)[0] }),
      // Until the headers are sent, this is only Node's default.
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round(request.elapsedMs() * 10) / 10,
    });
  });
};

/** Sets `X-Request-Id`, and logs the request. */
export const requestLog =
  (options: RequestLogOptions): Step =>
  async (ctx, next) => {
    const startedAt = performance.now();
    const { state } = ctx;
    state.requestId = requestIdOf(options, ctx.req.headers['x-request-id']);
    state.elapsedMs = () => performance.now() - startedAt;
    ctx.set('X-Request-Id', state.requestId);
    logWhenClosed(options, ctx.res, state);
    await next();
  };
