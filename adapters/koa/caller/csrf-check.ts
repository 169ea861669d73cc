import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import { needsCsrfToken, type Operation } from '../../../contracts/index.ts';
import { DomainError, type Actor } from '../../../core/index.ts';
import type { Caller } from './caller.ts';
import { csrfCookieName, readCookie } from './cookies.ts';
import type { CsrfTokens } from './csrf-tokens.ts';

/** Rejects requests that a page of another site made a browser send. */
export interface CsrfCheck {
  /** Runs before the body is read. @throws DomainError `csrf_failed`. */
  readonly checkHeaders: (ctx: Context, caller: Caller) => void;
  /**
   * Checks the token in a form, because HTML forms cannot set a header. Does nothing if the headers
   * contain a token.
   *
   * @param token the field `_csrf`.
   * @throws DomainError `csrf_failed`.
   */
  readonly checkForm: (ctx: Context, caller: Caller, token: string | undefined) => void;
}

export const csrfCheck = (
  operation: Operation,
  tokens: CsrfTokens,
  publicUrl: string,
): CsrfCheck => {
  const isForm = operation.body?.kind === 'form';
  const needsToken = needsCsrfToken(operation);
  const bodyMayHaveToken = (ctx: Context): boolean =>
    isForm || (operation.body?.kind === 'upload' && Boolean(ctx.is('multipart/form-data')));
  const check = (ctx: Context, actor: Actor, sent: string | undefined): void => {
    const cookie = readCookie(ctx.headers.cookie, csrfCookieName);
    tokens.check(sent, cookie, actor.kind === 'user' ? actor.sessionId : '');
  };
  return {
    checkHeaders: (ctx, { actor, byCookie }) => {
      if (isForm && !(needsToken && hasCredentialHeader(ctx))) {
        assertSameSite(ctx.headers, publicUrl);
      }
      if (!needsToken || !byCookie) return;
      const sent = headerToken(ctx);
      if (sent !== undefined || !bodyMayHaveToken(ctx)) check(ctx, actor, sent);
    },
    checkForm: (ctx, { actor, byCookie }, token) => {
      if (!needsToken || !byCookie || headerToken(ctx) !== undefined) return;
      check(ctx, actor, token);
    },
  };
};

/** A page of another origin can send these headers only if CORS allows its origin. */
const hasCredentialHeader = ({ headers }: Context): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined;

const headerToken = (ctx: Context): string | undefined => {
  const token = ctx.get('X-CSRF-Token');
  return token === '' ? undefined : token;
};

/**
 * Rejects forms that a page of another site submits before there is a session, where a token cannot
 * help. Browsers send `Sec-Fetch-Site`, older ones `Origin`; a request with neither header does not
 * come from a page.
 *
 * @throws DomainError `csrf_failed`.
 */
export const assertSameSite = (headers: IncomingHttpHeaders, publicUrl: string): void => {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isSameSite =
    site === undefined
      ? origin === undefined || origin === publicUrl || isOriginOf(origin, host)
      : site === 'same-origin' || site === 'none';
  if (isSameSite) return;
  throw new DomainError('csrf_failed', 'Forms from other sites are rejected', {
    details: `Open the page at ${publicUrl}. If its address is another one, set PUBLIC_URL`,
  });
};

/** A browser sets both headers itself, so that a page cannot forge them. */
const isOriginOf = (origin: string, host: string | undefined): boolean =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
