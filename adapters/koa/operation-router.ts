import Router, { type RouterMiddleware } from '@koa/router';
import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';
import {
  isCompressible,
  strictHandling,
  type Api,
  type Handlers,
  type Operation,
} from '../../contracts/index.ts';
import { cachingOf } from '../http/answer/operation-answer.ts';
import { prefersStrict } from '../http/body/strict-handling.ts';
import type { Caller } from '../http/caller/caller.ts';
import {
  operationRoutes,
  type OperationRoute,
  type RouteOptions,
} from '../http/operation-routes.ts';
import { pageHeadersOf } from '../http/pages/page-policy.ts';
import type { RequestContext } from '../http/request-context.ts';
import { replayHeaders } from '../http/retries/stored-answer.ts';
import { answerWriter, sendText } from './answer/answer-writer.ts';
import { codingFor } from './answer/content-coding.ts';
import { reserveFor } from './answer/waiting-bytes.ts';
import { bodyOpener } from './body/operation-body.ts';
import { contextOf } from './handler-context.ts';
import type { RequestState } from './request-state.ts';

export interface RouterOptions extends RouteOptions {
  /** The address by which rate limits count. */
  readonly clientOf: (request: IncomingMessage) => string;
}

/**
 * Routes every operation of the contract to its handler; see `adapters/http/operation-routes.ts`.
 *
 * @throws Error if an operation has no handler, or a handler no operation.
 */
export const operationRouter = (
  handlers: Handlers<Api, RequestContext>,
  options: RouterOptions,
): Router<RequestState> => {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const route of operationRoutes(handlers, options)) {
    const { operation } = route;
    const { methods } = router.register(
      pathOf(operation),
      [operation.method],
      operationStep(route, options),
    );
    // The router adds HEAD to every GET.
    if (operation.changes === true) methods.splice(methods.indexOf('HEAD'), 1);
  }
  return router;
};

const pathOf = ({ path, takesRest }: Operation): string =>
  path.replace(/\{(\w+)\}(?=(.*))/g, (_, name: string, rest: string) =>
    takesRest === true && rest === '' ? `*${name}` : `:${name}`,
  );

const operationStep = (
  { operation, run }: OperationRoute,
  { clientOf }: RouterOptions,
): RouterMiddleware<RequestState> => {
  const openBody = bodyOpener(operation.body);
  const write = answerWriter(operation, pageHeadersOf(operation));
  const mayCompress = isCompressible(operation);
  return async (ctx) => {
    ctx.state.operation = operation;
    ctx.state.route = operation.path;
    const isStrict = prefersStrict(ctx.headers['prefer']?.toString());
    if (isStrict) ctx.set('Preference-Applied', strictHandling);
    await run<void>({
      head: ctx,
      params: ctx.params,
      isStrict,
      openBody: (checkToken, keepText) => {
        ctx.state.keepText = keepText;
        return openBody(ctx, checkToken, isStrict);
      },
      contextOf: (actor) => contextOf(ctx.req, ctx.state, actor, clientOf(ctx.req)),
      send: async (output, caller) => {
        setCaching(ctx, operation, caller);
        if (mayCompress) ctx.vary('Accept-Encoding');
        const coding = mayCompress ? codingFor(ctx.headers, caller.byCookie) : undefined;
        await write(ctx, output, coding);
      },
      sendAgain: (answer) => {
        ctx.status = answer.status;
        ctx.set(replayHeaders(answer));
        reserveFor(ctx, Buffer.byteLength(answer.body));
        sendText(ctx, 'application/json; charset=utf-8', answer.body);
      },
    });
  };
};

const setCaching = (ctx: Context, operation: Operation, { actor }: Caller): void => {
  const { vary, cacheControl } = cachingOf(operation, actor, ctx.querystring !== '');
  for (const names of vary) ctx.vary(names);
  ctx.set('Cache-Control', cacheControl);
};
