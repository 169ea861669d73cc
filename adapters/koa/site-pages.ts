import type Router from '@koa/router';
import type { Cms } from '../../core/index.ts';
import { renderAdminPage } from './admin-page.ts';
import { sendText } from './answer.ts';
import { identify } from './caller.ts';
import type { RequestState } from './request-state.ts';
import type { AccountHandlerOptions } from './rest/accounts.ts';

export interface SitePageOptions extends AccountHandlerOptions {
  /** The `Content-Security-Policy` of pages. */
  readonly pagePolicy: string;
}

/** Adds what people meet and programs do not: the pages that are no operation of the API. */
export const addSitePages = (
  router: Router<RequestState>,
  cms: Pick<Cms, 'accounts' | 'apiTokens' | 'settings'>,
  { cookies, csrf, pagePolicy }: SitePageOptions,
): void => {
  const findCaller = identify(cms);

  router.get('/', async (ctx) => {
    ctx.state.route = '/';
    ctx.redirect('/admin');
    ctx.body = Buffer.alloc(0);
  });

  router.get('/admin', async (ctx) => {
    ctx.state.route = '/admin';
    ctx.set('Cache-Control', 'no-store');
    const { actor } = await findCaller({ auth: 'lenient', method: 'get' }, ctx.headers);
    if (actor.kind !== 'user') {
      ctx.redirect('/auth/login');
      ctx.status = 303;
      ctx.body = Buffer.alloc(0);
      return;
    }
    ctx.append('Set-Cookie', cookies.csrf(await csrf.issue(actor.sessionId)));
    ctx.set('Content-Security-Policy', pagePolicy);
    const page = renderAdminPage({
      ...(await cms.accounts.getOwn(actor)),
      draftsArePublic: await cms.settings.draftsArePublic(),
    });
    sendText(ctx, 'text/html; charset=utf-8', page);
  });
};
