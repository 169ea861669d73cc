import { randomUUID } from 'node:crypto';
import type { Log } from '../../core/index.ts';
import type { Step } from './request-state.ts';

/** What a proxy may call a request; anything else is not repeated. */
const idForm = /^[\w.-]{8,128}$/;

export interface RequestLogOptions {
  readonly log: Log;
  /** Whether the caller, then a proxy of ours, may name the request. */
  readonly trustsCaller: boolean;
}

/**
 * Names each request, in the answer as `X-Request-Id`, and logs it in one line when it is over: the
 * template of its path, never the path, which may hold more than a log should.
 */
export const requestLog =
  ({ log, trustsCaller }: RequestLogOptions): Step =>
  async (ctx, next) => {
    const startedAt = performance.now();
    const given = ctx.get('X-Request-Id');
    const { state, res, method } = ctx;
    state.requestId = trustsCaller && idForm.test(given) ? given : randomUUID();
    state.elapsedMs = () => performance.now() - startedAt;
    ctx.set('X-Request-Id', state.requestId);
    res.once('close', () => {
      log.info(res.writableFinished ? 'Request' : 'Request was cut off', {
        request: state.requestId,
        method,
        route: state.route,
        // Before it is said it is only what the next answer would begin with.
        status: res.headersSent ? res.statusCode : undefined,
        ms: Math.round(state.elapsedMs() * 10) / 10,
      });
    });
    await next();
  };
