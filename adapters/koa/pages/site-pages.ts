import type Router from '@koa/router';
import type { Context } from 'koa';
import { may, notFound, type Actor, type Cms } from '../../../core/index.ts';
import { sendPage, sendText } from '../answer/answer-writer.ts';
import { reserveFor } from '../answer/waiting-bytes.ts';
import { identify } from '../../http/caller/caller.ts';
import { lostSession, loginPath } from '../../http/pages/login-path.ts';
import type { RequestState } from '../request-state.ts';
import { adminFiles, type AdminAsset } from './admin-files.ts';
import { html } from '../../http/pages/html.ts';
import { languageOf } from '../../http/pages/language.ts';
import { renderPage, type PageFacts, type PageOptions, favicon } from '../../http/pages/page.ts';
import { texts } from '../../http/pages/texts.ts';
import { loadDocsAssets, type DocsAsset } from './docs-assets.ts';
import { adminPolicy } from '../../http/pages/page-policy.ts';

export interface SitePageOptions extends PageOptions {
  /** See `AppOptions`. */
  readonly adminFolder: string | undefined;
  readonly mediaBaseUrl: string;
  readonly publicUrl: string;
}

/** Adds the routes that are not operations of the API: the admin, and the files of pages. */
export const addSitePages = (
  router: Router<RequestState>,
  cms: Pick<Cms, 'accounts' | 'apiTokens' | 'secondFactors' | 'collections'>,
  { cookies, csrf, siteName, adminFolder, mediaBaseUrl, publicUrl }: SitePageOptions,
): void => {
  const findCaller = identify(cms);
  const admin = adminFolder === undefined ? undefined : adminFiles(adminFolder);

  /** Names the origins of the previews that the user can open. */
  const policyFor = async (actor: Actor, host: string): Promise<string> => {
    const includeInactive = may(actor, 'administer').allowed;
    const collections = await cms.collections.list(actor, { includeInactive });
    const previewUrls = collections.flatMap(({ previewUrl }) => previewUrl ?? []);
    return adminPolicy({ mediaBaseUrl, previewUrls, ownHosts: [new URL(publicUrl).host, host] });
  };

  router.get('/', async (ctx) => {
    ctx.state.route = '/';
    ctx.redirect('/admin');
    ctx.body = Buffer.alloc(0);
  });

  router.get('/admin/assets/:name', async (ctx) => {
    ctx.state.route = '/admin/assets/{name}';
    const encodings = ctx.acceptsEncodings();
    const asset = await admin?.asset(ctx.params.name ?? '', [encodings].flat());
    if (asset === undefined) throw notFound('Page');
    sendAsset(ctx, asset);
  });

  // The admin decides what its paths show. An address below it that no screen has gets an explanation.
  for (const path of ['/admin', '/admin/*path']) {
    router.get(path, async (ctx) => {
      ctx.state.route = '/admin';
      ctx.set('Cache-Control', 'no-store');
      const { actor } = await findCaller({ auth: 'lenient', method: 'get', path }, ctx.headers);
      if (actor.kind !== 'user') {
        ctx.redirect(loginPath({ error: lostSession(ctx.headers, publicUrl), next: ctx.url }));
        ctx.status = 303;
        ctx.body = Buffer.alloc(0);
        return;
      }
      ctx.append('Set-Cookie', cookies.csrf(csrf.issue(actor.sessionId)));
      const name = await siteName();
      const page = await admin?.page(name, mediaBaseUrl);
      if (page === undefined) {
        sendPage(ctx, renderNoAdmin({ siteName: name, language: languageOf(ctx.headers) }));
        return;
      }
      ctx.set('Content-Security-Policy', await policyFor(actor, ctx.host));
      sendText(ctx, 'text/html; charset=utf-8', page);
    });
  }

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
    sendAsset(ctx, docsFile(ctx, asset));
  });
};

const renderNoAdmin = (page: PageFacts): string => {
  const { tab, title, text, docs, signOut } = texts[page.language].noAdmin;
  return renderPage({
    ...page,
    title: tab,
    main: html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/docs">${docs}</a></p>
      <form method="get" action="/auth/logout"><button>${signOut}</button></form>`,
  });
};

const weekS = 604_800;
const yearS = 31_536_000;

const docsFile = (ctx: Context, { type, bytes, gzipped }: DocsAsset): AdminAsset =>
  ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
    ? { type, bytes: gzipped, encoding: 'gzip' }
    : { type, bytes, encoding: undefined };

/** Sends a file whose name contains a hash of its bytes. */
const sendAsset = (ctx: Context, { type, bytes, encoding }: AdminAsset): void => {
  reserveFor(ctx, bytes.length);
  ctx.set('Content-Type', type);
  ctx.set('Cache-Control', `public, max-age=${yearS}, immutable`);
  ctx.vary('Accept-Encoding');
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
  ctx.body = bytes;
};
