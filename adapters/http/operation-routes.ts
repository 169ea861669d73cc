import {
  operations,
  supportsRetries,
  type Api,
  type Handlers,
  type Operation,
} from '../../contracts/index.ts';
import {
  comingFrom,
  hasCode,
  notFound,
  type Actor,
  type Cms,
  type UseCases,
} from '../../core/index.ts';
import type { StoredAnswer } from '../../core/vocabulary.ts';
import {
  emptyInput,
  headReader,
  type CheckedInput,
  type CheckFormToken,
  type OpenBody,
} from './body/operation-input.ts';
import { assertBodyHead } from './body/readable-body.ts';
import { anonymousCaller, assertMayCall, type Caller } from './caller/caller.ts';
import { csrfCheck, type CsrfTokens } from './caller/csrf.ts';
import type { RequestContext } from './request-context.ts';
import type { RequestHead } from './request-head.ts';
import { keyedAnswer } from './retries/keyed-answer.ts';

export interface RouteOptions {
  readonly identify: (operation: Operation, headers: RequestHead['headers']) => Promise<Caller>;
  readonly csrf: CsrfTokens;
  readonly publicUrl: string;
  /** Whether the operations that need an identity provider exist. */
  readonly hasProvider: boolean;
  /** Without it, `Idempotency-Key` is ignored. */
  readonly retries?: Retries;
}

export interface Retries extends Pick<Cms['retries'], 'answerOnce'> {
  /** The handlers on use cases whose writes belong to a larger commit. */
  readonly handlersOn: (cms: UseCases) => Handlers<Api, RequestContext>;
}

/** A request for an operation, and the ways to read its body and to answer it. */
export interface OperationRequest<Sent> {
  readonly head: RequestHead;
  /** The decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether the client asks for strict handling. */
  readonly isStrict: boolean;
  /** @param keepText called with the text of a body before it is parsed. */
  readonly openBody: (
    checkToken: CheckFormToken,
    keepText: (text: string) => void,
  ) => Promise<OpenBody>;
  readonly contextOf: (actor: Actor) => Omit<RequestContext, 'isStrict'>;
  /** Sends the result of the handler. */
  readonly send: (output: unknown, caller: Caller) => Promise<Sent>;
  /** Sends the response of an earlier request again. */
  readonly sendAgain: (answer: StoredAnswer) => Sent;
}

/** An operation and its handler. */
export interface OperationRoute {
  readonly operation: Operation;
  /**
   * Answers a request: authentication, role, CSRF; then query, headers and body; then the handler.
   *
   * @throws what one of these steps throws.
   */
  readonly run: <Sent>(request: OperationRequest<Sent>) => Promise<Sent>;
}

type Handler = (input: CheckedInput & { body: unknown } & RequestContext) => Promise<unknown>;

/**
 * The routes of all operations. Paths without parameters come first, so that `/a/b` is matched before `/a/{name}`.
 *
 * @throws Error if an operation has no handler, or a handler no operation.
 */
export const operationRoutes = (
  handlers: Handlers<Api, RequestContext>,
  options: RouteOptions,
): readonly OperationRoute[] => {
  const byId = new Map<string, unknown>(Object.entries(handlers));
  const routes = literalsFirst(operations).map(([id, operation]) => {
    const handler = byId.get(id);
    if (typeof handler !== 'function') throw new Error(`Operation ${id} has no handler`);
    byId.delete(id);
    const handlerOn = (cms: UseCases): Handler =>
      options.retries?.handlersOn(cms)[id as keyof Api] as unknown as Handler;
    return { operation, run: runnerOf(operation, handler as Handler, { ...options, handlerOn }) };
  });
  for (const id of byId.keys()) throw new Error(`Handler ${id} has no operation`);
  return routes;
};

type Entry = (typeof operations)[number];

const literalsFirst = (entries: readonly Entry[]): readonly Entry[] => {
  const weight = ([, { path }]: Entry): number => (path.includes('{') ? 1 : 0);
  return entries.toSorted((left, right) => weight(left) - weight(right));
};

/** What refuses a request before anything of it is tried. */
const byHeadersAlone = ['csrf_failed', 'unsupported_content_type', 'body_too_large'] as const;

/** A request whose caller may send it. */
interface AdmittedRequest {
  readonly caller: Caller;
  readonly input: CheckedInput;
  readonly openBody: (keepText: (text: string) => void) => Promise<OpenBody>;
}

interface RunnerOptions extends RouteOptions {
  /** The handler of the operation on other use cases; see {@link Retries}. */
  readonly handlerOn: (cms: UseCases) => Handler;
}

const runnerOf = (
  operation: Operation,
  handler: Handler,
  { identify, publicUrl, csrf: tokens, retries, hasProvider, handlerOn }: RunnerOptions,
): OperationRoute['run'] => {
  const readHead = headReader(operation);
  const csrf = csrfCheck(operation, tokens, publicUrl);
  const answerKeyed =
    retries && supportsRetries(operation) ? keyedAnswer(operation, retries) : undefined;

  const exists = operation.needs !== 'identity provider' || hasProvider;
  const isCounted = operation.body?.isDeferred === true;

  const admit = async ({
    head,
    params,
    isStrict,
    openBody,
  }: OperationRequest<unknown>): Promise<AdmittedRequest> => {
    // Before the caller is identified: all callers get the same answer for a path that does not exist.
    if (!exists) throw notFound('Page');
    const caller = await identify(operation, head.headers);
    assertMayCall(operation, caller.actor);
    csrf.checkHeaders(head, caller);
    if (isCounted) assertBodyHead(operation.body, head);
    const input = readHead(head, params, isStrict);
    const checkToken: CheckFormToken = (token) => csrf.checkForm(head, caller, token);
    return { caller, input, openBody: (keepText) => openBody(checkToken, keepText) };
  };

  /**
   * A handler that reads its body itself counts the request first, and a rejected request too, unless its headers alone
   * are the reason: then it was no attempt.
   */
  const deferRejection = (error: unknown): AdmittedRequest => {
    if (!isCounted || byHeadersAlone.some((code) => hasCode(error, code))) throw error;
    const content = async (): Promise<never> => {
      throw error;
    };
    const openBody = async (): Promise<OpenBody> => ({ content, close: () => undefined });
    return { caller: anonymousCaller, input: emptyInput, openBody };
  };

  return async (request) => {
    const { caller, input, openBody } = await admit(request).catch(deferRejection);
    const { actor } = caller;
    const inputOf = (user: Actor, body: unknown) => {
      const context = request.contextOf(user);
      const from = comingFrom(user, context.client);
      return { ...input, body, ...context, actor: from, isStrict: request.isStrict };
    };
    const send = (output: unknown) => request.send(output, caller);
    const { head, sendAgain } = request;
    const hasKey = head.headers['idempotency-key'] !== undefined;
    if (hasKey && answerKeyed !== undefined && actor.kind === 'user') {
      const handle = (cms: UseCases, user: Actor, body: unknown) =>
        handlerOn(cms)(inputOf(user, body));
      return answerKeyed(head, { actor, input, openBody, handle, send, sendAgain });
    }
    const { content, close } = await openBody(() => undefined);
    try {
      return await send(await handler(inputOf(actor, content)));
    } finally {
      close();
    }
  };
};
