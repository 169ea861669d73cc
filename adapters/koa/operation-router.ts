import Router, { type RouterMiddleware } from '@koa/router';
import type { Context } from 'koa';
import { operations, type Api, type Handlers, type Operation } from '../../contracts/index.ts';
import { admit } from './admission.ts';
import { answerWriter } from './answer.ts';
import type { Caller } from './caller.ts';
import type { CsrfTokens } from './csrf.ts';
import { inputReader, type CheckedInput } from './operation-input.ts';
import { proofOfIntent } from './proof-of-intent.ts';
import type { RequestContext } from './request-context.ts';
import type { RequestState } from './request-state.ts';
import type { Compile } from './validation.ts';

export interface RouterOptions {
  readonly identify: (operation: Operation, headers: Context['headers']) => Promise<Caller>;
  /** The address that limits count. */
  readonly clientOf: (ctx: Context) => string;
  readonly compile: Compile;
  readonly csrf: CsrfTokens;
  readonly publicUrl: string;
  /** The `Content-Security-Policy` of pages. */
  readonly pagePolicy: string;
}

type Handler = (input: CheckedInput & { body: unknown } & RequestContext) => Promise<unknown>;

/**
 * Routes every operation of the contract to its handler. What a request may do is decided in one
 * order for all of them: who asks, whether they get anywhere at all, whether they meant it; then
 * its query, then its body.
 *
 * @throws Error at the start when an operation has no handler, or a handler no operation.
 */
export const operationRouter = (
  handlers: Handlers<Api, RequestContext>,
  options: RouterOptions,
): Router<RequestState> => {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const byId = new Map<string, unknown>(Object.entries(handlers));
  for (const [id, operation] of byWeight(operations)) {
    const handler = byId.get(id);
    if (typeof handler !== 'function') throw new Error(`Operation ${id} has no handler`);
    byId.delete(id);
    const step = operationStep(operation, handler as Handler, options);
    const { methods } = router.register(routeOf(operation), [operation.method], step);
    // The router adds it to every GET.
    if (operation.changes === true) methods.splice(methods.indexOf('HEAD'), 1);
  }
  for (const id of byId.keys()) throw new Error(`Handler ${id} has no operation`);
  return router;
};

type Entry = (typeof operations)[number];

/** Paths without a parameter come first, so that none is taken for the value of one. */
const byWeight = (entries: readonly Entry[]): readonly Entry[] => {
  const weight = ([, { path }]: Entry): number => (path.includes('{') ? 1 : 0);
  return entries.toSorted((left, right) => weight(left) - weight(right));
};

const routeOf = ({ path, takesRest }: Operation): string =>
  path.replace(/\{(\w+)\}(?=(.*))/g, (_, name: string, rest: string) =>
    takesRest === true && rest === '' ? `*${name}` : `:${name}`,
  );

const operationStep = (
  operation: Operation,
  handler: Handler,
  options: RouterOptions,
): RouterMiddleware<RequestState> => {
  const { readHead, openBody } = inputReader(operation, options.compile);
  const intent = proofOfIntent(operation, options.csrf, options.publicUrl);
  const send = answerWriter(operation, options.pagePolicy);
  return async (ctx) => {
    ctx.state.operation = operation;
    ctx.state.route = operation.path;
    const caller = await options.identify(operation, ctx.headers);
    admit(operation, caller.actor);
    await intent.checkHead(ctx, caller);
    const head = readHead(ctx, ctx.params);
    const { content, close } = await openBody(ctx, (field) => intent.checkForm(ctx, caller, field));
    try {
      const context = {
        actor: caller.actor,
        client: options.clientOf(ctx),
        elapsedMs: ctx.state.elapsedMs,
      };
      const output = await handler({ ...head, body: content, ...context });
      setCaching(ctx, operation, caller);
      await send(ctx, output);
    } finally {
      close();
    }
  };
};

/**
 * What anybody may read, caches may keep, but not use unasked; whatever somebody was shown in
 * person, only their own. A handler that knows better says so itself.
 */
const setCaching = (ctx: Context, { auth, method }: Operation, { actor }: Caller): void => {
  if (method !== 'get' || auth !== 'public') {
    ctx.set('Cache-Control', 'no-store');
    return;
  }
  ctx.vary('Authorization, Cookie, X-API-Key');
  ctx.set('Cache-Control', actor.kind === 'anonymous' ? 'no-cache' : 'private, no-cache');
};
