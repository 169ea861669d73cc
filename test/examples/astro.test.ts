import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import {
  editorOf,
  forgedWebhooks,
  installExample,
  published,
  sendWebhook,
  webhookSecret,
  type Editor,
} from '../support/examples/example-site.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { run, withNpmRegistry } from '../support/npm-registry.ts';
import { startInstalled, type InstalledServer } from '../support/start-installed.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

await withNpmRegistry(() => {
  describe('the Astro site in docs/examples/astro', () => {
    let folder: TemporaryFolder;
    let app: TestApp;
    let editor: Editor;
    let path: string;
    let env: Readonly<Record<string, string>>;
    let tides: string;
    let gulls: string;
    /** The cursors that builds asked with. */
    let asked: (string | null)[] = [];

    beforeAll(async () => {
      folder = await temporaryFolder(tmpdir());
      app = await serveApp();
      app.server.prependListener('request', ({ url = '' }) => {
        const { pathname, searchParams } = new URL(url, app.url);
        if (pathname === '/api/changes') asked.push(searchParams.get('after'));
      });
      editor = await editorOf(app);
      tides = await editor.create('Tides', { ...published, data: { content: '**High** and low' } });
      gulls = await editor.create('Gulls', published);
      await editor.create('Drafted');
      path = await installExample('astro', folder.path);
      env = { QUOIN_URL: app.url, ASTRO_TELEMETRY_DISABLED: '1' };
      await build();
    }, 300_000);
    afterAll(async () => {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });

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
    });

    test('has types', async () => {
      const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
      const args = [tsc, '--noEmit', '--types', 'node', '--typeRoots'];
      const types = join(projectRoot, 'node_modules/@types');
      await run(process.execPath, [...args, types], { cwd: path });
    });

    test('is built again with the changes since the last build only', async () => {
      await editor.change(tides, { title: 'Tidal pools' });
      await editor.change(gulls, { status: 'draft' });
      await build();
      expect(asked).toHaveLength(1);
      expect(asked[0]).not.toBe('start');
      expect(text('')).toContain('Tidal pools');
      expect(text('')).not.toContain('Gulls');
      expect(existsSync(page('posts/gulls'))).toBe(false);
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

      test('are not there for drafts and unknown slugs', async () => {
        expect((await get('drafted')).status).toBe(404);
        expect((await get('nowhere')).status).toBe(404);
      });
    });
  });
});
