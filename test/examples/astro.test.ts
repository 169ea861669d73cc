import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPage } from '../architecture/doc-examples.ts';
import {
  checkTypes,
  editorOf,
  forgedWebhooks,
  installExample,
  published,
  sendWebhook,
  webhookSecret,
  type Editor,
} from '../support/examples/example-site.ts';
import { buildFromPage, type BuiltSite } from '../support/examples/frontends-page.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { run, withFrameworks } from '../support/npm-registry.ts';
import { startInstalled, type InstalledServer } from '../support/start-installed.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

await withFrameworks(() => {
  let folder: TemporaryFolder;
  /** The magazine, whose packages the other site takes over. */
  let magazine: BuiltSite;

  beforeAll(async () => {
    folder = await temporaryFolder(tmpdir());
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  describe('the magazine in docs/examples/magazine, built with the commands of docs/frontends.md', () => {
    let app: TestApp;
    /** The paths of the requests of the build: alone of all programs in Node, it has an API token. */
    const asked: string[] = [];

    beforeAll(async () => {
      app = await serveApp();
      app.server.prependListener('request', ({ url = '', headers }) => {
        const isBuild = 'x-api-key' in headers && headers['user-agent'] === 'node';
        if (isBuild) asked.push(new URL(url, app.url).pathname);
      });
      magazine = await buildFromPage('A static site', app, folder.path);
    }, 300_000);
    afterAll(() => app[Symbol.asyncDispose]());

    const text = (name: string): string =>
      readFileSync(join(magazine.path, 'dist', name, 'index.html'), 'utf8');

    test('is built with three requests, and 60 lines of code that know Quoin', () => {
      expect(asked.toSorted()).toEqual([
        '/api/collections/articles/query',
        '/api/collections/authors/query',
        '/api/redirects',
      ]);
      const lines = ['src/quoin.ts', 'src/html.ts']
        .flatMap((name) => readFileSync(join(magazine.path, name), 'utf8').split('\n'))
        .filter((line) => !/^\s*(?:\/?\*.*|\/\/.*)?$/.test(line));
      expect(lines.length).toBeLessThanOrEqual(60);
    });

    test('has all pages: articles, authors, tags, and pages of the index', () => {
      const pages = globSync('**/index.html', { cwd: join(magazine.path, 'dist') });
      const countOf = (folderName: string): number =>
        pages.filter((page) => page.startsWith(`${folderName}/`)).length;
      // Three articles had another slug.
      expect(pages).toHaveLength(75 + 3);
      expect(['articles', 'authors', 'tags'].map(countOf)).toEqual([60 + 3, 6, 6]);
      expect(text('').match(/<li>/g)).toHaveLength(20);
      expect(text('3')).toContain('Rye at four in the morning');
      expect(text('tags/history').match(/<li>/g)).toHaveLength(20);
      expect(text('authors/ilse-maar').match(/<li>/g)).toHaveLength(10);
    });

    test('shows references and images with their size and text, also in Markdown', () => {
      const article = text('articles/rye-at-four-in-the-morning');
      expect(article).toContain('<a href="/authors/ilse-maar/">Ilse Maar</a>');
      expect(article).toContain('<a href="/articles/pumpernickel-at-four-in-the-morning/">');
      expect(article).not.toContain('quoin:');
      const images = (name: string) =>
        [...text(name).matchAll(/<img ([^]*?)>/g)].map(([, attributes = '']) =>
          ['alt', 'width', 'height', 'srcset'].map(
            (each) => new RegExp(`${each}="([^"]*)"`).exec(attributes)?.[1],
          ),
        );
      const srcset = expect.stringMatching(/\/files\/\w+\/loaf-\d+\.png\?w=320 320w,/);
      expect(images('articles/rye-at-four-in-the-morning')).toEqual([
        ['Loaf 1 in slanted light', '1280', '720', srcset],
        ['Loaf 4 in slanted light', '1280', '680', srcset],
      ]);
      // This image has a text of its own in the article.
      expect(images('articles/sourdough-at-four-in-the-morning')[1]?.[0]).toBe(
        'The same loaf, an hour later',
      );
      expect(images('authors/ilse-maar')[0]?.slice(0, 3)).toEqual([
        'Portrait of Ilse Maar',
        '480',
        '480',
      ]);
    });

    test('redirects from old slugs', () => {
      expect(text('articles/loaf-of-the-month-2')).toContain(
        'content="0;url=/articles/sourdough-at-four-in-the-morning/"',
      );
    });

    test('has types, and those of the collections that the page writes', async () => {
      await checkTypes(magazine.path);
      const written = readFileSync(join(magazine.path, 'src/collections.ts'), 'utf8');
      expect(written).toBe(readPage('docs/examples/magazine/src/collections.ts'));
    });

    test('has links to the new address of an article after the next build, and to none without one', async () => {
      const editor = await editorOf(app);
      const change = async (name: string, members: object) => {
        const response = await fetch(`${app.url}/api/collections/articles/content/${name}`);
        await editor.change((await response.json()).data.id, members);
      };
      const nextOf = (name: string) =>
        /Read on: <a href="([^"]*)"/.exec(text(`articles/${name}`))?.[1];
      const [rye, pumpernickel] = ['rye', 'pumpernickel'].map(
        (name) => `${name}-at-four-in-the-morning`,
      ) as [string, string];
      expect(nextOf(rye)).toBe(`/articles/${pumpernickel}/`);
      await change(nextOf(pumpernickel)?.split('/')[2] ?? '', { status: 'draft' });
      await change(pumpernickel, { slug: 'black-bread' });
      const { NODE_ENV: _environment, ...inherited } = process.env;
      await run('npm', ['run', 'build'], {
        cwd: magazine.path,
        env: { ...inherited, QUOIN_URL: app.url, ASTRO_TELEMETRY_DISABLED: '1' },
      });
      expect(nextOf(rye)).toBe('/articles/black-bread/');
      expect(nextOf('black-bread')).toBe('#');
      expect(text(`articles/${pumpernickel}`)).toContain('content="0;url=/articles/black-bread/"');
    });

    test('shows working copies and new drafts in a preview', async () => {
      const editor = await editorOf(app);
      await using preview = await magazine.start('ready in');
      const get = async (name: string) => {
        const response = await fetch(`${preview.url.replace('127.0.0.1', 'localhost')}/${name}`);
        return `${response.status} ${/<h1[^]*<\/h1>/.exec(await response.text())?.[0]}`;
      };
      const path = '/api/collections/articles/content/rye-at-four-in-the-morning';
      const { data } = await (await fetch(`${app.url}${path}`)).json();
      await editor.send('PUT', `/api/content/${data.id}/draft`, { title: 'Rye at five' });
      expect(await get('articles/rye-at-four-in-the-morning/')).toMatch(/^200 .*Rye at five/);
      await editor.create('Crumbs', { collection: 'articles' });
      expect(await get('articles/crumbs/')).toMatch(/^200 .*Crumbs/);
      expect(await get('articles/nothing/')).toMatch(/^404/);
    });
  });

  describe('the Astro site in docs/examples/astro', () => {
    let app: TestApp;
    let editor: Editor;
    let path: string;
    let env: Readonly<Record<string, string>>;
    let tides: string;
    let gulls: string;
    /** The cursors that builds asked with. */
    let asked: (string | null)[] = [];

    beforeAll(async () => {
      app = await serveApp();
      app.server.prependListener('request', ({ url = '' }) => {
        const { pathname, searchParams } = new URL(url, app.url);
        if (pathname === '/api/changes') asked.push(searchParams.get('after'));
      });
      editor = await editorOf(app);
      gulls = await editor.create('Gulls', published);
      const text = `**High** and low, [gulls](quoin:${gulls}) <img src=x onerror=alert(1)>`;
      tides = await editor.create('Tides', {
        ...published,
        data: { content: `${text}\n\n<script>alert(2)</script>` },
      });
      await editor.create('Drafted');
      path = await installExample('astro', folder.path, magazine.path);
      env = { QUOIN_URL: app.url, ASTRO_TELEMETRY_DISABLED: '1' };
      await build();
    }, 300_000);
    afterAll(() => app[Symbol.asyncDispose]());

    const build = async (): Promise<void> => {
      asked = [];
      const { NODE_ENV: _environment, ...inherited } = process.env;
      await run('npm', ['run', 'build'], { cwd: path, env: { ...inherited, ...env } });
    };
    const page = (name: string): string => join(path, 'dist/client', name, 'index.html');
    const text = (name: string): string => readFileSync(page(name), 'utf8');

    test('is built with the published content, as Markdown', () => {
      expect(asked).toEqual(['start']);
      expect(text('')).toMatch(/Tides[^]*Gulls|Gulls[^]*Tides/);
      expect(text('')).not.toContain('Drafted');
      expect(text('posts/tides')).toContain('<strong>High</strong> and low');
      // What an author writes runs no script in the site.
      expect(text('posts/tides')).not.toMatch(/onerror|alert\(/);
    });

    const linked = (): string | undefined =>
      /<a href="([^"]*)">gulls</.exec(text('posts/tides'))?.[1];

    test('links to other posts, also when only they have changed', async () => {
      expect(linked()).toBe('/posts/gulls/');
      await editor.change(gulls, { slug: 'terns' });
      await build();
      expect(asked[0]).not.toBe('start');
      expect(linked()).toBe('/posts/terns/');
      await editor.change(gulls, { slug: 'gulls' });
    });

    test('has types', () => checkTypes(path));

    test('is built again with the changes since the last build only', async () => {
      await editor.change(tides, { title: 'Tidal pools' });
      await editor.change(gulls, { status: 'draft' });
      await build();
      expect(asked).toHaveLength(1);
      expect(asked[0]).not.toBe('start');
      expect(text('')).toContain('Tidal pools');
      expect(text('')).not.toContain('Gulls');
      expect(existsSync(page('posts/gulls'))).toBe(false);
      expect(linked()).toBe('#');
    });

    test('reads everything again when other content is visible, or the cursor is lost', async () => {
      await editor.change(gulls, { status: 'published' });
      await editor.send('PUT', '/api/settings', { publicContent: 'published' });
      await build();
      expect(asked).toHaveLength(2);
      expect(asked[1]).toBe('start');
      expect(text('')).toMatch(/Gulls/);
      expect(text('')).toContain('Tidal pools');
    });

    describe('has pages that are read at each request, which', () => {
      let site: InstalledServer;
      beforeAll(async () => {
        const more = { ...env, QUOIN_WEBHOOK_SECRET: webhookSecret, HOST: '127.0.0.1' };
        const start = [process.execPath, 'dist/server/entry.mjs'] as const;
        site = await startInstalled(path, start, more, 'listening on');
      });
      afterAll(() => site[Symbol.asyncDispose]());
      const get = async (slug: string) => {
        const response = await fetch(`${site.url}/live/${slug}`);
        return { status: response.status, text: await response.text() };
      };

      test('are cached until a signed webhook names their tags', async () => {
        await editor.changedTags();
        expect((await get('tides')).text).toContain('Tidal pools');
        await editor.change(tides, { title: 'Ebb and flow' });
        const tags = await editor.changedTags();
        for (const [what, forged] of Object.entries(forgedWebhooks)) {
          expect(await sendWebhook(`${site.url}/quoin`, tags, forged), what).toBe(401);
        }
        expect((await get('tides')).text).toContain('Tidal pools');
        expect(await sendWebhook(`${site.url}/quoin`, tags)).toBe(204);
        expect((await get('tides')).text).toContain('Ebb and flow');
      });

      test('have the links of their text', async () => {
        expect((await get('tides')).text).toContain('[gulls](/posts/gulls/)');
      });

      test('lead from another spelling to the address of the post', async () => {
        const response = await fetch(`${site.url}/live/TIDES`, { redirect: 'manual' });
        expect(response.status).toBe(301);
        expect(response.headers.get('Location')).toBe('/live/tides');
      });

      test('are not there for drafts and unknown slugs', async () => {
        expect((await get('drafted')).status).toBe(404);
        expect((await get('nowhere')).status).toBe(404);
      });
    });
  });
});
