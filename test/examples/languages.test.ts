import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkTypes,
  editorOf,
  installExample,
  published,
} from '../support/examples/example-site.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { run, withFrameworks } from '../support/npm-registry.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

await withFrameworks(() => {
  describe('the site in several languages in docs/examples/languages', () => {
    let folder: TemporaryFolder;
    let app: TestApp;
    let path: string;

    /** English and German posts with different slugs, with one slug, without a translation, and with a draft of one. */
    beforeAll(async () => {
      folder = await temporaryFolder(tmpdir());
      app = await serveApp();
      const { send, create, change } = await editorOf(app);
      const translate = async (id: string, members: object) => {
        const path = `/api/content/${id}/translations`;
        return (await send('POST', path, { locale: 'de', ...members }))['id'] ?? '';
      };
      await send('PUT', '/api/settings', { publicContent: 'published' });
      await send('PUT', '/api/locales', {
        locales: [
          { code: 'en', name: 'English' },
          { code: 'de', name: 'Deutsch', fallback: ['en'] },
        ],
      });
      await send('PUT', '/api/collections/blog-posts', { localized: true });
      const post = (text: string) => ({ ...published, locale: 'en', data: { content: text } });
      const tides = await create('Tides', post('High and low'));
      const german = await translate(tides, { title: 'Gezeiten', slug: 'gezeiten' });
      await change(german, { ...published, data: { content: 'Hoch und niedrig' } });
      const plankton = await create('Plankton', post('Small and many'));
      await change(await translate(plankton, {}), published);
      const gulls = await create('Gulls', post('White and loud'));
      await translate(gulls, { title: 'Entwurf', slug: 'moewen' });
      await create('Watt', { ...post('Nur hier'), locale: 'de' });
      path = await installExample('languages', folder.path);
      const { NODE_ENV: _environment, ...inherited } = process.env;
      const SITE_URL = 'https://tides.example';
      const env = { ...inherited, QUOIN_URL: app.url, SITE_URL, ASTRO_TELEMETRY_DISABLED: '1' };
      await run('npm', ['run', 'build'], { cwd: path, env });
    }, 300_000);
    afterAll(async () => {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });

    const text = (name: string): string => readFileSync(join(path, 'dist', name), 'utf8');
    const page = (name: string): string => text(`${name}/index.html`);
    /** The links in the head: what they are, and where they lead. */
    const linksOf = (name: string) =>
      [...page(name).matchAll(/<link rel="(\w+)"(?: hreflang="(\w+)")? href="([^"]*)"/g)].map(
        ([, rel, language, href]) => `${language ?? rel} ${href}`,
      );

    test('has each post in each locale that shows it, and a start page for each', () => {
      const pages = globSync('**/index.html', { cwd: join(path, 'dist') });
      expect(pages.toSorted()).toEqual(
        [
          'index.html',
          'de/index.html',
          'de/posts/gezeiten/index.html',
          'de/posts/gulls/index.html',
          'de/posts/plankton/index.html',
          'de/posts/watt/index.html',
          'en/index.html',
          'en/posts/gulls/index.html',
          'en/posts/plankton/index.html',
          'en/posts/tides/index.html',
        ].toSorted(),
      );
      expect(text('index.html')).toContain('url=/en/');
      expect(page('de')).toContain('<html lang="de" dir="ltr">');
      expect(page('de')).toContain('<li lang="de"><a href="/de/posts/gezeiten/">Gezeiten</a>');
      expect(page('de')).toContain('<li lang="en"><a href="/de/posts/gulls/">Gulls</a>');
      expect(page('en')).not.toContain('Watt');
    });

    test('names the translations of a page with hreflang, the page itself included', () => {
      const both = [
        'en https://tides.example/en/posts/tides/',
        'de https://tides.example/de/posts/gezeiten/',
      ];
      expect(linksOf('en/posts/tides')).toEqual([both[0]!.replace(/^en/, 'canonical'), ...both]);
      expect(linksOf('de/posts/gezeiten')).toEqual([both[1]!.replace(/^de/, 'canonical'), ...both]);
      expect(page('de/posts/plankton')).toMatch(
        /<a href="\/en\/posts\/plankton\/"[^>]*>\s*English/,
      );
      expect(page('de/posts/gezeiten')).toContain('Hoch und niedrig');
    });

    test('shows the text of the fallback where a translation is missing, and names the page that it is from', () => {
      expect(page('de/posts/gulls')).toMatch(
        /<html lang="de"[^]*<article lang="en">[^]*White and loud/,
      );
      expect(linksOf('de/posts/gulls')).toEqual([
        'canonical https://tides.example/en/posts/gulls/',
        'en https://tides.example/en/posts/gulls/',
      ]);
    });

    test('has a sitemap with each text once and its translations, and shows no draft', () => {
      const urls = text('sitemap.xml')
        .match(/<url>.*?<\/url>/g)!
        .map((url) =>
          [...url.matchAll(/https:\/\/tides\.example([^"<]*)/g)].map(([, to]) => to).join(' '),
        );
      const [tides, gezeiten, plankton] = ['/en/posts/tides/', '/de/posts/gezeiten/', 'plankton'];
      const both = ['en', 'de'].map((locale) => `/${locale}/posts/${plankton}/`);
      expect(urls.toSorted()).toEqual(
        [
          `${tides} ${tides} ${gezeiten}`,
          `${gezeiten} ${tides} ${gezeiten}`,
          ...both.map((own) => [own, ...both].join(' ')),
          '/en/posts/gulls/ /en/posts/gulls/',
          '/de/posts/watt/ /de/posts/watt/',
        ].toSorted(),
      );
      for (const name of globSync('**/*.{html,xml}', { cwd: join(path, 'dist') })) {
        expect(text(name)).not.toMatch(/Entwurf|moewen/);
      }
    });

    test('has types', () => checkTypes(path));
  });
});
