import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import type { Cms, Reserve, UseCases } from '../../core/index.ts';
import { waitingBytes } from './answer/waiting-bytes.ts';
import type { AppOptions } from './app-options.ts';
import { identify } from '../http/caller/caller.ts';
import { clientAddress } from './caller/client-address.ts';
import { sessionCookies } from '../http/caller/cookies.ts';
import { csrfTokens } from '../http/caller/csrf.ts';
import { operationRouter } from './operation-router.ts';
import { siteNameOf } from '../http/pages/page.ts';
import { addSitePages } from './pages/site-pages.ts';
import { readiness } from './steps/readiness.ts';
import { openTemporaryLines } from './answer/temporary-file.ts';
import { loadDocsAssets } from './pages/docs-assets.ts';
import { repeatedAnswers } from './repeated-answers.ts';
import type { RequestState } from './request-state.ts';
import { createHandlers } from '../http/rest/handlers.ts';
import { assertAllowedHost, hostCheck, assertTarget } from './steps/request-target.ts';
import { answerErrors } from './steps/answer-errors.ts';
import { cors, securityHeaders } from './steps/response-headers.ts';
import { answerNoMatchingRoute } from './steps/no-matching-route.ts';
import { beginRequest, sendRequestId } from './steps/request-log.ts';

/**
 * Answers a request. The promise settles when the handler has cleaned up, and never rejects; undefined if
 * nothing is left to do.
 */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | undefined;

/** Serves the whole HTTP API of a core. */
export const createApp = (cms: Cms, options: AppOptions): RequestHandler => {
  const { publicUrl, mediaBaseUrl, adminFolder, trustProxy, log, logsPaths = false } = options;
  const isAllowedHost = hostCheck(options.allowedHosts);
  const cookies = sessionCookies(publicUrl);
  const csrf = csrfTokens(options.csrfSecret);
  const pages = { cookies, csrf, siteName: siteNameOf(cms) };
  const clientOf = ({ socket, headers }: IncomingMessage): string =>
    clientAddress(
      {
        socketAddress: socket.remoteAddress,
        forwardedFor: headerText(headers['x-forwarded-for']),
      },
      trustProxy,
    );
  const handlersOn = (useCases: UseCases) =>
    createHandlers(useCases, {
      ...options,
      ...pages,
      openLines: () => openTemporaryLines(options.temporaryFolder),
      uptimeS: () => process.uptime(),
      loadDocsAssets,
    });
  const router = operationRouter(handlersOn(cms), {
    retries: { ...cms.retries, handlersOn },
    identify: identify(cms),
    clientOf,
    csrf,
    publicUrl,
    hasProvider: cms.identities.ways().provider !== undefined,
  });
  addSitePages(router, cms, { ...pages, adminFolder, mediaBaseUrl, publicUrl });

  const app = new Koa<RequestState>();
  app.on('error', logBrokenAnswer(log));
  const { onAnswered } = options;
  const logOptions = { log, logsPaths, trustsProxy: trustProxy > 0, onAnswered };
  const waiting = waitingBytes();
  const { clock, cachesAnswers = true } = options;
  const repeated = cachesAnswers ? repeatedAnswers(cms, clock) : undefined;
  app.use(async (ctx, next) => {
    ctx.state = (ctx.req as StatedRequest)[stateKey] ?? ctx.state;
    await next();
  });
  if (repeated !== undefined) app.use(repeated.record);
  app.use(sendRequestId);
  app.use(securityHeaders(publicUrl));
  app.use(cors(options.corsOrigins, options.corsAllowHeaders));
  app.use(answerErrors({ clock, log, trustProxy, siteName: pages.siteName, publicUrl }));
  app.use(assertAllowedHost(isAllowedHost));
  app.use(assertTarget);
  app.use(readiness(options));
  app.use(router.routes());
  app.use(answerNoMatchingRoute);
  const handle = app.callback();
  return (request, response) => {
    const reserve: Reserve = (bytes) => waiting(request, response, clientOf(request), bytes);
    const state = Object.assign(beginRequest(logOptions, request, response), { reserve });
    const handleUnless = (isAnswered: true | undefined): Promise<void> | undefined => {
      if (isAnswered === true) return undefined;
      Object.assign(request, { [stateKey]: state });
      return handle(request, response);
    };
    const answered = isAllowedHost(request) && repeated?.answer(request, response, state);
    return answered ? answered.then(handleUnless) : handleUnless(undefined);
  };
};

/**
 * Where the steps find the state of a request. Not a weak map: until a collection of the whole heap, it would
 * hold the states of requests that have ended (ADR 0047).
 */
const stateKey = Symbol('state');
type StatedRequest = IncomingMessage & { readonly [stateKey]?: RequestState };

const headerText = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join(',');

/** Error codes for a client that disconnected, timed out, or broke the protocol. */
const clientErrors =
  /^(?:ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|ECONNRESET|EPIPE|HPE_\w+)$/;

/** After an answer has started, an error can only be logged. */
const logBrokenAnswer =
  (log: AppOptions['log']) =>
  (error: unknown): void => {
    const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
    if (typeof code === 'string' && clientErrors.test(code)) return;
    log.error('An error interrupted a response', {}, error);
  };
