import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../../core/index.ts';
import type { AppOptions } from '../app-options.ts';
import type { RequestState, Step } from '../request-state.ts';

/** Request ids from a proxy that do not match are replaced. */
const idPattern = /^[\w.-]{8,128}$/;

export interface RequestLogOptions {
  readonly log: Log;
  /** Whether to log the path, without its query. */
  readonly logsPaths: boolean;
  /** Whether a trusted proxy may set the request id. */
  readonly trustsProxy: boolean;
  /** Called when a response ends, with the path template. */
  readonly onAnswered?: AppOptions['onAnswered'];
}

/** The application adds the rest. */
export type BegunState = Omit<RequestState, 'reserve'>;

/** @param given the header `X-Request-Id`. */
const requestIdOf = (
  { trustsProxy }: RequestLogOptions,
  given: string | readonly string[] | undefined,
): string =>
  trustsProxy && typeof given === 'string' && idPattern.test(given) ? given : randomUUID();

/**
 * Assigns an id to a request, and logs one line when its response ends: with the path template and, only with
 * `logsPaths`, the path, which may contain personal data.
 */
export const beginRequest = (
  options: RequestLogOptions,
  request: IncomingMessage,
  response: ServerResponse,
): BegunState => {
  const startedAt = performance.now();
  const { log, logsPaths, onAnswered } = options;
  const { method, url, headers } = request;
  const state: BegunState = {
    requestId: requestIdOf(options, headers['x-request-id']),
    elapsedMs: () => performance.now() - startedAt,
  };
  // The event occurs once, and `on` costs less than `once`.
  response.on('close', () => {
    const { route } = state;
    const ms = state.elapsedMs();
    // Until the headers are sent, the status is only Node's default.
    const status = response.headersSent ? response.statusCode : undefined;
    onAnswered?.({ method, route, status, ms }, request);
    log.info(response.writableFinished ? 'Request' : 'Request was cut off', {
      request: state.requestId,
      method,
      route,
      // Not Koa's path, which throws for a malformed URL.
      ...(logsPaths && { path: url?.split('?', 1)[0] }),
      status,
      ms: Math.round(ms * 10) / 10,
    });
  });
  return state;
};

/** Sets `X-Request-Id`. */
export const sendRequestId: Step = async (ctx, next) => {
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
