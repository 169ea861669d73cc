import Koa from 'koa';
import type { Cms } from '../../core/index.ts';
import type { AppOptions } from './app-options.ts';
import { identify } from './caller.ts';
import { clientAddress } from './client-address.ts';
import { cors } from './cors.ts';
import { csrfTokens } from './csrf.ts';
import { docsStyle } from './docs/docs-style.ts';
import { answerErrors } from './error-answer.ts';
import { createHandlers } from './handlers.ts';
import { lingerOverBody } from './linger.ts';
import { loginScript } from './login-script.ts';
import { operationRouter } from './operation-router.ts';
import { pagePolicy } from './page-policy.ts';
import { pageStyle } from './page-style.ts';
import { readiness } from './readiness.ts';
import { requestLog } from './request-log.ts';
import type { RequestState } from './request-state.ts';
import { assertTarget } from './request-target.ts';
import { securityHeaders } from './security-headers.ts';
import { sessionCookies } from './session-cookie.ts';
import { addSitePages } from './site-pages.ts';
import { answerUnmatched } from './unmatched.ts';
import { createCompiler } from './validation.ts';

/** The whole HTTP interface of a core, ready to be served. */
export const createApp = (cms: Cms, options: AppOptions): Koa<RequestState> => {
  const { publicUrl, trustProxy, log } = options;
  const cookies = sessionCookies(publicUrl);
  const csrf = csrfTokens(options.csrfSecret);
  const policy = pagePolicy({ styles: [pageStyle, docsStyle], scripts: [loginScript] });
  const router = operationRouter(createHandlers(cms, { ...options, cookies, csrf }), {
    identify: identify(cms),
    clientOf: ({ req }) =>
      clientAddress(
        {
          socketAddress: req.socket.remoteAddress,
          forwardedFor: headerText(req.headers['x-forwarded-for']),
        },
        trustProxy,
      ),
    compile: createCompiler(),
    csrf,
    publicUrl,
    pagePolicy: policy,
  });
  addSitePages(router, cms, { cookies, csrf, pagePolicy: policy });

  const app = new Koa<RequestState>();
  app.on('error', reportBroken(log));
  app.use(requestLog({ log, trustsCaller: trustProxy > 0 }));
  app.use(lingerOverBody);
  app.use(securityHeaders(publicUrl));
  app.use(cors(options.corsOrigins));
  app.use(answerErrors({ log, pagePolicy: policy }));
  app.use(assertTarget);
  app.use(readiness(options));
  app.use(router.routes());
  app.use(answerUnmatched);
  return app;
};

const headerText = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join(',');

/** How it shows that a client has left, is too slow, or does not speak HTTP to the end. */
const clientIsGone =
  /^(?:ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|ECONNRESET|EPIPE|HPE_\w+)$/;

/** What happens once an answer has begun can only be told to the log. */
const reportBroken =
  (log: AppOptions['log']) =>
  (error: unknown): void => {
    const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
    if (typeof code === 'string' && clientIsGone.test(code)) return;
    log.error('An answer broke off', {}, error);
  };
