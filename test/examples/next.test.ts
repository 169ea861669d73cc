import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  editorOf,
  forgedWebhooks,
  published,
  sendWebhook,
  type Editor,
} from '../support/examples/example-site.ts';
import { buildFromPage } from '../support/examples/frontends-page.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { withFrameworks } from '../support/npm-registry.ts';
import type { InstalledServer } from '../support/start-installed.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

await withFrameworks(() => {
  describe('the Next site in docs/examples/next, built with the commands of docs/frontends.md', () => {
    let folder: TemporaryFolder;
    let app: TestApp;
    let editor: Editor;
    let site: InstalledServer;
    let id: string;
    let startPage: string;
    let secret: string;

    beforeAll(async () => {
      folder = await temporaryFolder(tmpdir());
      app = await serveApp();
      editor = await editorOf(app);
      id = await editor.create('Tides', { ...published, data: { content: 'High and low' } });
      const built = await buildFromPage('A site with a server', app, folder.path);
      startPage = readFileSync(join(built.path, '.next/server/app/index.html'), 'utf8');
      secret = built.settings['QUOIN_WEBHOOK_SECRET'] ?? '';
      await editor.changedTags();
      site = await built.start('Ready in');
    }, 300_000);
    afterAll(async () => {
      await site[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });

    const get = async (path: string, cookie = ''): Promise<string> => {
      const response = await fetch(`${site.url}${path}`, { headers: { Cookie: cookie } });
      return response.text();
    };

    /** Opens a preview like a browser. @returns the status, where it leads, and the cookies to send from then on. */
    const preview = async (query: string) => {
      const response = await fetch(`${site.url}/api/quoin${query}`, { redirect: 'manual' });
      const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
      return {
        status: response.status,
        location: response.headers.get('Location'),
        cookie: cookies.join('; '),
      };
    };

    test('is built with the content', () => {
      expect(startPage).toContain('Tides');
    });

    test('shows an image with its size and its text', async () => {
      const [image] = /<img [^>]*>/.exec(await get('/posts/tidal-pools')) ?? [];
      expect(image).toMatch(/src="[^"]*\/files\/\w+\/admin\.jpg\?w=640"/);
      expect(image).toMatch(/width="\d{3,4}" height="\d{3,4}" alt="The editor with a post"/);
    });

    test('shows what has changed once a signed webhook names its tags, and not before', async () => {
      expect(await get('/posts/tides')).toContain('High and low');
      await editor.change(id, { title: 'Ebb and flow', data: { content: 'Limpets' } });
      const tags = await editor.changedTags();
      for (const [what, forged] of Object.entries(forgedWebhooks)) {
        expect(await sendWebhook(`${site.url}/api/quoin`, tags, { secret, ...forged }), what).toBe(
          401,
        );
      }
      expect(await get('/')).toContain('Tides');
      expect(await get('/posts/tides')).toContain('High and low');
      // Both secrets sign while one replaces the other.
      const others = [`v1,${Buffer.alloc(32).toString('base64')}`];
      expect(await sendWebhook(`${site.url}/api/quoin`, tags, { secret, others })).toBe(204);
      expect(await get('/')).toContain('Ebb and flow');
      expect(await get('/posts/tides')).toContain('Limpets');
    });

    test('shows a new item, and no longer one that was unpublished', async () => {
      expect(await get('/')).not.toContain('Gulls');
      const gulls = await editor.create('Gulls', published);
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags(), { secret });
      expect(await get('/')).toContain('Gulls');
      await editor.change(gulls, { status: 'draft' });
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags(), { secret });
      expect(await get('/')).not.toContain('Gulls');
    });

    test('links to other posts, also after they have another slug, and runs no scripts of authors', async () => {
      const currents = await editor.create('Currents', published);
      const content = `*[Currents](quoin:${currents})* <img src=x onerror=alert(1)>`;
      await editor.create('Reefs', { ...published, data: { content } });
      const linked = async () => /<em><a href="([^"]*)">/.exec(await get('/posts/reefs'))?.[1];
      expect(await linked()).toBe('/posts/currents');
      expect(await get('/posts/reefs')).not.toMatch(/onerror=|<img src=x/);
      await editor.changedTags();
      await editor.change(currents, { slug: 'streams' });
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags(), { secret });
      expect(await linked()).toBe('/posts/streams');
      await editor.change(currents, { status: 'draft' });
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags(), { secret });
      expect(await linked()).toBe('#');
    });

    test('leads from a former slug, and from another spelling, to the address of the post', async () => {
      const pools = await editor.create('潮 and pools', published);
      expect(await get('/posts/%E6%BD%AE-and-pools')).toContain('潮 and pools');
      await editor.change(pools, { slug: 'high-pools' });
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags(), { secret });
      for (const path of ['%E6%BD%AE-and-pools', 'High-POOLS']) {
        // Next has begun the response when the page redirects.
        expect(await get(`/posts/${path}`)).toContain('content="0;url=/posts/high-pools"');
      }
    });

    test('shows all drafts with a preview token for the site, until the preview ends', async () => {
      const draft = await editor.create('Eels');
      const { token = '' } = await editor.send('POST', '/api/preview', {});
      const opened = await preview(`?token=${token}&id=${draft}`);
      expect([opened.status, opened.location]).toEqual([307, '/posts/eels']);
      expect(await get('/', opened.cookie)).toMatch(/This is a preview[^]*Eels/);
      expect(await get('/posts/eels', opened.cookie)).toContain('Eels');
      expect(await get('/')).not.toContain('Eels');
      const ended = await preview('');
      expect([ended.status, ended.location]).toEqual([307, '/']);
      expect(await get('/', ended.cookie)).not.toContain('Eels');
    });

    test('shows the public site and one item with its own preview token, and no other draft', async () => {
      const names = ['Crabs', 'Secrets'];
      const [crabs] = await Promise.all(names.map((title) => editor.create(title)));
      const { token = '' } = await editor.send('POST', `/api/content/${crabs}/preview`, {});
      const { cookie } = await preview(`?token=${token}&id=${crabs}`);
      expect(await get('/posts/crabs', cookie)).toContain('Crabs');
      const start = await get('/', cookie);
      expect(start).toContain('Crabs');
      expect(start).toContain('/posts/tidal-pools');
      expect(start).not.toContain('Secrets');
      expect(await get('/posts/tidal-pools', cookie)).toMatch(/<img [^>]*admin\.jpg/);
    });

    test('has posts in several languages, with the text of the fallback and links to all translations', async () => {
      await editor.send('PUT', '/api/locales', {
        locales: [{ code: 'en' }, { code: 'de', fallback: ['en'] }],
      });
      await editor.send('PUT', '/api/collections/blog-posts', { localized: true });
      const kelp = await editor.create('Kelp', { ...published, data: { content: 'Green' } });
      const wood = { ...published, locale: 'de', translationOf: kelp, data: { content: 'Grün' } };
      await editor.create('Tang', wood);
      const limpets = await editor.create('Limpets', { ...published, data: { content: 'Round' } });
      const [english, german] = [await get('/en/posts/kelp'), await get('/de/posts/tang')];
      expect(english).toMatch(/<article lang="en"><h1>Kelp[^]*Green/);
      expect(german).toMatch(/<article lang="de"><h1>Tang[^]*Grün/);
      for (const page of [english, german]) {
        const links = page.matchAll(/<link rel="alternate" hrefLang="(\w+)" href="([^"]*)"/gi);
        expect([...links].map(([, language, href]) => [language, href])).toEqual([
          ['en', 'http://localhost:3000/en/posts/kelp'],
          ['de', 'http://localhost:3000/de/posts/tang'],
        ]);
      }
      expect(await get('/de/posts/kelp')).toContain('content="0;url=/de/posts/tang"');
      const fallback = await get('/de/posts/limpets');
      expect(fallback).toMatch(/<article lang="en"><h1>Limpets[^]*Round/);
      expect(fallback).toMatch(
        /<link rel="canonical" href="http:\/\/localhost:3000\/en\/posts\/limpets"/,
      );
      await editor.changedTags();
      const shells = { ...published, locale: 'de', translationOf: limpets, slug: 'limpets' };
      await editor.create('Napfschnecken', shells);
      expect(await get('/de/posts/limpets')).toContain('Round');
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags(), { secret });
      expect(await get('/de/posts/limpets')).toMatch(/<article lang="de"><h1>Napfschnecken/);
    });

    test('starts no preview with a wrong token', async () => {
      expect(await preview('?token=wrong')).toMatchObject({ status: 401, cookie: '' });
    });
  });
});
