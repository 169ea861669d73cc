import type Router from '@koa/router';
import type { Context } from 'koa';
import { notFound, type Cms } from '../../../core/index.ts';
import { sendText } from '../answer/answer-writer.ts';
import { identify } from '../caller/caller.ts';
import type { RequestState } from '../request-state.ts';
import type { PageOptions } from './page-options.ts';
import { renderAdminPage } from './admin-page.ts';
import { loadDocsAssets, type DocsAsset } from './docs-assets.ts';
import { favicon } from './logo.ts';
import { pagePolicy } from './page-policy.ts';

/** Adds the routes that are not operations of the API: pages for people, and the files of `/docs`. */
export const addSitePages = (
  router: Router<RequestState>,
  cms: Pick<Cms, 'accounts' | 'apiTokens' | 'settings'>,
  { cookies, csrf, siteName }: PageOptions,
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
      siteName: await siteName(),
      ...(await cms.accounts.getOwn(actor)).user,
      draftsArePublic: await cms.settings.draftsArePublic(),
    });
    sendText(ctx, 'text/html; charset=utf-8', page);
  });

  for (const path of ['/favicon.svg', '/favicon.ico']) {
    router.get(path, (ctx) => {
      ctx.state.route = path;
      ctx.set('Cache-Control', `public, max-age=${weekS}`);
      sendText(ctx, 'image/svg+xml; charset=utf-8', favicon);
    });
  }

  router.get('/docs/:hash/:name', async (ctx) => {
    ctx.state.route = '/docs/{hash}/{name}';
    const { script, style } = await loadDocsAssets();
    const asset = [script, style].find(({ path }) => path === ctx.path);
    if (asset === undefined) throw notFound('Page');
    sendAsset(ctx, asset);
  });
};

const weekS = 604_800;
const yearS = 31_536_000;

const sendAsset = (ctx: Context, { type, bytes, gzipped }: DocsAsset): void => {
  ctx.set('Content-Type', type);
  ctx.set('Cache-Control', `public, max-age=${yearS}, immutable`);
  ctx.vary('Accept-Encoding');
  const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isCompressed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isCompressed ? gzipped : bytes;
};
