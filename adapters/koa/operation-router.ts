import Router, { type RouterContext, type RouterMiddleware } from '@koa/router';
import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';
import {
  isCompressible,
  operations,
  strictHandling,
  supportsRetries,
  type Api,
  type Handlers,
  type Operation,
} from '../../contracts/index.ts';
import type { Actor, Cms, UseCases } from '../../core/index.ts';
import { answerWriter } from './answer/answer-writer.ts';
import { codingFor } from './answer/content-coding.ts';
import { inputReader, type CheckedInput, type OpenBody } from './body/operation-input.ts';
import { prefersStrict } from './body/strict-handling.ts';
import { anonymousCaller, assertMayCall, type Caller } from './caller/caller.ts';
import { csrfCheck, type CsrfTokens } from './caller/csrf.ts';
import { policyOf } from './pages/page-policy.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import type { RequestState } from './request-state.ts';
import { keyedAnswer } from './retries/keyed-answer.ts';

export interface RouterOptions {
  readonly identify: (operation: Operation, headers: Context['headers']) => Promise<Caller>;
  /** The address by which rate limits count. */
  readonly clientOf: (request: IncomingMessage) => string;
  readonly csrf: CsrfTokens;
  readonly publicUrl: string;
  /** Without it, `Idempotency-Key` is ignored. */
  readonly retries?: Retries;
}

export interface Retries extends Pick<Cms['retries'], 'answerOnce'> {
  /** The handlers on use cases whose writes belong to a larger commit. */
  readonly handlersOn: (cms: UseCases) => Handlers<Api, RequestContext>;
}

type Handler = (input: CheckedInput & { body: unknown } & RequestContext) => Promise<unknown>;

/**
 * Routes every operation of the contract to its handler. All operations check a request in the same
 * order: authentication, role, CSRF; then they read query, headers and body.
 *
 * @throws Error if an operation has no handler, or a handler no operation.
 */
export const operationRouter = (
  handlers: Handlers<Api, RequestContext>,
  options: RouterOptions,
): Router<RequestState> => {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const byId = new Map<string, unknown>(Object.entries(handlers));
  for (const [id, operation] of literalsFirst(operations)) {
    const handler = byId.get(id);
    if (typeof handler !== 'function') throw new Error(`Operation ${id} has no handler`);
    byId.delete(id);
    const { methods } = router.register(
      routeOf(operation),
      [operation.method],
      operationStep(operation, handler as Handler, {
        ...options,
        handlerOn: (cms) => options.retries?.handlersOn(cms)[id as keyof Api] as unknown as Handler,
      }),
    );
    // The router adds HEAD to every GET.
    if (operation.changes === true) methods.splice(methods.indexOf('HEAD'), 1);
  }
  for (const id of byId.keys()) throw new Error(`Handler ${id} has no operation`);
  return router;
};

type Entry = (typeof operations)[number];

/** Sorts paths without parameters first, so that `/a/b` is matched before `/a/{name}`. */
const literalsFirst = (entries: readonly Entry[]): readonly Entry[] => {
  const weight = ([, { path }]: Entry): number => (path.includes('{') ? 1 : 0);
  return entries.toSorted((left, right) => weight(left) - weight(right));
};

const routeOf = ({ path, takesRest }: Operation): string =>
  path.replace(/\{(\w+)\}(?=(.*))/g, (_, name: string, rest: string) =>
    takesRest === true && rest === '' ? `*${name}` : `:${name}`,
  );

/** A request whose caller may send it. */
interface AdmittedRequest {
  readonly caller: Caller;
  readonly head: CheckedInput;
  readonly openBody: () => Promise<OpenBody>;
}

const emptyHead: CheckedInput = { params: {}, query: undefined, headers: {} };

interface StepOptions extends RouterOptions {
  /** The handler of the operation on other use cases; see {@link Retries}. */
  readonly handlerOn: (cms: UseCases) => Handler;
}

const operationStep = (
  operation: Operation,
  handler: Handler,
  options: StepOptions,
): RouterMiddleware<RequestState> => {
  const { readHead, openBody } = inputReader(operation);
  const csrf = csrfCheck(operation, options.csrf, options.publicUrl);
  const write = answerWriter(operation, policyOf(operation));
  const mayCompress = isCompressible(operation);
  const answerKeyed =
    options.retries && supportsRetries(operation)
      ? keyedAnswer(operation, options.retries)
      : undefined;

  const admit = async (
    ctx: RouterContext<RequestState>,
    isStrict: boolean,
  ): Promise<AdmittedRequest> => {
    const caller = await options.identify(operation, ctx.headers);
    assertMayCall(operation, caller.actor);
    csrf.checkHeaders(ctx, caller);
    const head = readHead(ctx, ctx.params, isStrict);
    const checkToken = (token: string | undefined) => csrf.checkForm(ctx, caller, token);
    return { caller, head, openBody: () => openBody(ctx, checkToken, isStrict) };
  };

  /** A handler that reads its body itself counts the request first, and a rejected request too. */
  const deferRejection = (error: unknown): AdmittedRequest => {
    if (operation.body?.isDeferred !== true) throw error;
    const content = async (): Promise<never> => {
      throw error;
    };
    const openBody = async (): Promise<OpenBody> => ({ content, close: () => undefined });
    return { caller: anonymousCaller, head: emptyHead, openBody };
  };

  return async (ctx) => {
    ctx.state.operation = operation;
    ctx.state.route = operation.path;
    const isStrict = prefersStrict(ctx.headers['prefer']?.toString());
    if (isStrict) ctx.set('Preference-Applied', strictHandling);
    const admitted = await admit(ctx, isStrict).catch(deferRejection);
    const { caller, head } = admitted;
    const inputOf = (actor: Actor, body: unknown) => ({
      ...head,
      body,
      ...contextOf(ctx.req, ctx.state, actor, options.clientOf(ctx.req)),
      isStrict,
    });
    const send = async (output: unknown): Promise<void> => {
      setCaching(ctx, operation, caller);
      if (mayCompress) ctx.vary('Accept-Encoding');
      const coding = mayCompress ? codingFor(ctx.headers, caller.byCookie) : undefined;
      await write(ctx, output, coding);
    };
    const { actor } = caller;
    const hasKey = ctx.headers['idempotency-key'] !== undefined;
    if (hasKey && answerKeyed !== undefined && actor.kind === 'user') {
      const handle = (cms: UseCases, user: Actor, body: unknown) =>
        options.handlerOn(cms)(inputOf(user, body));
      return answerKeyed(ctx, { actor, head, openBody: admitted.openBody, handle, send });
    }
    const { content, close } = await admitted.openBody();
    try {
      await send(await handler(inputOf(actor, content)));
    } finally {
      close();
    }
  };
};

/**
 * Lets caches store public reads, with revalidation on each use: any cache for anonymous callers, a
 * private cache for others. A handler can override this.
 *
 * With strict handling, the response to a URL with a query can be an error. A URL without one has the
 * same response, which then does not vary: some CDNs do not store responses that vary by other headers.
 */
const setCaching = (ctx: Context, { auth, method }: Operation, { actor }: Caller): void => {
  if (method === 'get' && ctx.querystring !== '') ctx.vary('Prefer');
  if (method !== 'get' || auth !== 'public') {
    ctx.set('Cache-Control', 'no-store');
    return;
  }
  ctx.vary('Authorization, Cookie, X-API-Key');
  ctx.set('Cache-Control', actor.kind === 'anonymous' ? 'no-cache' : 'private, no-cache');
};
