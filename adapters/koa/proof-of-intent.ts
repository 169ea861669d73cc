import type { Context } from 'koa';
import { needsCsrfToken, type Operation } from '../../contracts/index.ts';
import type { Actor } from '../../core/index.ts';
import type { Caller } from './caller.ts';
import type { CsrfTokens } from './csrf.ts';
import { refuseOtherSites } from './same-site.ts';
import { csrfCookieName, readCookie } from './session-cookie.ts';

/** Checks that a page of this site made the request, where a browser may have been tricked into it. */
export interface ProofOfIntent {
  /** Before the body is read. @throws DomainError `csrf_failed`. */
  readonly checkHead: (ctx: Context, caller: Caller) => Promise<void>;
  /**
   * For a page, which cannot set a header.
   *
   * @param field what the form has as `_csrf`.
   * @throws DomainError `csrf_failed`.
   */
  readonly checkForm: (ctx: Context, caller: Caller, field: string | undefined) => Promise<void>;
}

export const proofOfIntent = (
  operation: Operation,
  tokens: CsrfTokens,
  publicUrl: string,
): ProofOfIntent => {
  const isForm = operation.body?.kind === 'form';
  const needsToken = needsCsrfToken(operation);
  const mayFollow = (ctx: Context): boolean =>
    isForm || (operation.body?.kind === 'upload' && Boolean(ctx.is('multipart/form-data')));
  const check = async (ctx: Context, actor: Actor, sent: string | undefined): Promise<void> => {
    const cookie = readCookie(ctx.headers.cookie, csrfCookieName);
    await tokens.check(sent, cookie, actor.kind === 'user' ? actor.sessionId : '');
  };
  return {
    checkHead: async (ctx, { actor, byCookie }) => {
      if (isForm && !(needsToken && provesItself(ctx))) refuseOtherSites(ctx.headers, publicUrl);
      if (!needsToken || !byCookie) return;
      const sent = headerToken(ctx);
      if (sent !== undefined || !mayFollow(ctx)) await check(ctx, actor, sent);
    },
    checkForm: async (ctx, { actor, byCookie }, field) => {
      if (!needsToken || !byCookie || headerToken(ctx) !== undefined) return;
      await check(ctx, actor, field);
    },
  };
};

/** No page can make a browser send these headers to a site that did not allow its origin. */
const provesItself = ({ headers }: Context): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined;

const headerToken = (ctx: Context): string | undefined => {
  const token = ctx.get('X-CSRF-Token');
  return token === '' ? undefined : token;
};
