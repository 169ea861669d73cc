import { strictHandling } from '../../contracts/index.ts';
import type { Actor, Cms, Log, UseCases } from '../../core/index.ts';
import { allowReuse } from '../http/answer-cache/answer-cache.ts';
import { byteCounts } from '../http/answer/byte-counts.ts';
import { cachingOf } from '../http/answer/operation-answer.ts';
import { securityHeaderFields } from '../http/answer/security-headers.ts';
import { prefersStrict } from '../http/body/strict-handling.ts';
import { compileChecks } from '../http/body/validation.ts';
import { identify } from '../http/caller/caller.ts';
import { cookieNames, readCookie, sessionCookies } from '../http/caller/cookies.ts';
import { csrfTokens } from '../http/caller/csrf.ts';
import { operationRoutes } from '../http/operation-routes.ts';
import type { DocsAssetPaths } from '../http/pages/docs-page.ts';
import { languageOf } from '../http/pages/language.ts';
import { siteNameOf } from '../http/pages/page.ts';
import { causeOf, reserveNothing, type RequestContext } from '../http/request-context.ts';
import type { RequestHead } from '../http/request-head.ts';
import { memoryLines, type TemporaryLines } from '../http/rest/answers/temporary-lines.ts';
import { createHandlers } from '../http/rest/handlers.ts';
import type { ServiceOptions } from '../http/service-options.ts';
import { replayHeaders } from '../http/retries/stored-answer.ts';
import type { AnswerState } from './answer-state.ts';
import { answerWriter } from './answer-writer.ts';
import { errorAnswers } from './error-answers.ts';
import { methodNotAllowed, routeFinder } from './find-route.ts';
import { bodyOpener } from './operation-body.ts';
import { repeatedAnswers } from './repeated-answers.ts';
import { headOf } from './request-parts.ts';
import { waitingText } from './waiting-body.ts';

/**
 * The address of the client that has sent a request; undefined if it is not known.
 *
 * @param connection what the platform passes with the request. Take the address from it: a header such as
 *   `X-Forwarded-For` contains what the client has sent, unless the platform or a proxy in front of it sets it.
 */
export type ClientOf<Connection> = (request: Request, connection: Connection) => string | undefined;

/** Configuration of the handler. */
export interface FetchHandlerOptions<Connection = void> extends Omit<ServiceOptions, 'isReady'> {
  /**
   * Signs CSRF tokens. At least 32 bytes; must differ from the secret that signs sessions. Of several, the first signs, and
   * all are accepted.
   */
  readonly csrfSecret: string | readonly string[];
  /** By these addresses rate limits count. Clients without an address share their limits: by default, all of them. */
  readonly clientOf?: ClientOf<Connection>;
  /** The most bytes of an uploaded file, as in the options of the core. An upload is held in memory. */
  readonly uploadMaxBytes: number;
  readonly log: Log;
  /** Stores an export until it is sent; in memory by default. */
  readonly openLines?: () => Promise<TemporaryLines>;
  /** Where the platform serves the two files in `adapters/koa/pages/swagger-ui`, for the page `/docs`. */
  readonly docsAssets?: DocsAssetPaths;
  /** False once a stop has begun: what waits for changes ends. */
  readonly isReady?: () => boolean;
}

/**
 * Answers one request. Never rejects.
 *
 * @param connection for {@link ClientOf}.
 */
export type FetchHandler<Connection = void> = (
  request: Request,
  connection: Connection,
) => Promise<Response>;

// Some platforms allow to generate code only while modules are loaded.
compileChecks();

/**
 * Serves the REST API and the login page of a core on the Fetch API: in Workers, Deno, Bun and Node. The admin, the
 * files of Swagger UI, CORS, compression, and the check of the host are left to the platform.
 */
export const createFetchHandler = <Connection = void>(
  cms: Cms,
  options: FetchHandlerOptions<Connection>,
): FetchHandler<Connection> => {
  const { publicUrl, clock, log, clientOf, uploadMaxBytes, cachesAnswers = true } = options;
  const startedAt = clock.now();
  const csrf = csrfTokens(options.csrfSecret);
  const siteName = siteNameOf(cms);
  const handlersOn = (useCases: UseCases) =>
    createHandlers(useCases, {
      isReady: () => true,
      openLines: memoryLines,
      ...options,
      cookies: sessionCookies(publicUrl),
      csrf,
      siteName,
      loadDocsAssets: async () => options.docsAssets ?? docsAssets,
      uptimeS: () => (clock.now() - startedAt) / 1_000,
    });
  const routes = operationRoutes(handlersOn(cms), {
    identify: identify(cms),
    csrf,
    publicUrl,
    hasProvider: cms.identities.ways().provider !== undefined,
    retries: { ...cms.retries, handlersOn },
  }).map(({ operation, run }) => ({
    operation,
    run,
    openBody: bodyOpener(operation, uploadMaxBytes),
    write: answerWriter(operation),
  }));
  const findRoute = routeFinder(routes);
  const repeated = cachesAnswers ? repeatedAnswers(cms, clock) : undefined;
  const counts = byteCounts();
  const answerError = errorAnswers({ log, siteName, publicUrl });
  const securityHeaders = securityHeaderFields(publicUrl);

  const answer = async (
    request: Request,
    head: RequestHead,
    state: AnswerState,
  ): Promise<Response> => {
    const { headers } = state;
    const found = findRoute(head.method, head.path);
    if ('allow' in found) {
      headers.set('Allow', found.allow);
      if (head.method === 'OPTIONS') return new Response(null, { status: 204, headers });
      throw methodNotAllowed(head.method);
    }
    const { route, params } = found;
    const { operation } = route;
    state.operation = operation;
    state.route = operation.path;
    const isStrict = prefersStrict(head.headers['prefer']?.toString());
    if (isStrict) headers.set('Preference-Applied', strictHandling);
    return route.run<Response>({
      head,
      params,
      isStrict,
      openBody: (checkToken, keepText) =>
        route.openBody({ request, head, isStrict, checkToken, keepText }),
      contextOf: (actor) => contextOf(request, head, state, actor),
      send: (output, { actor }) => {
        const { vary, cacheControl } = cachingOf(operation, actor, head.querystring !== '');
        for (const names of vary) headers.append('Vary', names);
        headers.set('Cache-Control', cacheControl);
        return route.write(head, state, output);
      },
      sendAgain: (stored) => {
        for (const [name, value] of Object.entries(replayHeaders(stored))) headers.set(name, value);
        headers.set('Content-Type', 'application/json; charset=utf-8');
        const body = waitingText(state, stored.body);
        return new Response(body, { status: stored.status, headers });
      },
    });
  };

  const respond = async (
    request: Request,
    head: RequestHead,
    state: AnswerState,
  ): Promise<Response> => {
    const again = await repeated?.answer(head, state);
    if (again !== undefined) return again;
    const response = await answer(request, head, state);
    repeated?.record(state, response);
    return response;
  };

  return async (request, connection) => {
    const arrivedAt = performance.now();
    const requestId = crypto.randomUUID();
    const client = () => clientOf?.(request, connection) ?? 'unknown';
    const state: AnswerState = {
      requestId,
      headers: new Headers({ 'X-Request-Id': requestId, ...securityHeaders }),
      elapsedMs: () => performance.now() - arrivedAt,
      client,
      reserve: (bytes) => counts.reserve(client(), bytes),
      signal: request.signal,
    };
    const head = headOf(request);
    const response = await respond(request, head, state).catch((error: unknown) =>
      answerError(error, head, state),
    );
    log.info('Request', {
      request: requestId,
      method: head.method,
      route: state.route,
      status: response.status,
      ms: Math.round(state.elapsedMs() * 10) / 10,
    });
    return response;
  };
};

/** Without these files, the page only links to the OpenAPI document. */
const docsAssets: DocsAssetPaths = {
  script: { path: '/docs/swagger-ui-bundle.js' },
  style: { path: '/docs/swagger-ui.css' },
};

const contextOf = (
  { signal }: Request,
  { headers, method }: RequestHead,
  state: AnswerState,
  actor: Actor,
): Omit<RequestContext, 'isStrict'> => ({
  actor,
  client: state.client(),
  userAgent: headers['user-agent'],
  cookie: (name) => readCookie(headers.cookie, name),
  cookieNames: (prefix) => cookieNames(headers.cookie, prefix),
  language: () => languageOf(headers),
  cause: () => causeOf(headers),
  isGone: () => signal.aborted,
  reserve: method === 'HEAD' ? reserveNothing : state.reserve,
  elapsedMs: state.elapsedMs,
  allowReuse: allowReuse(state),
});
