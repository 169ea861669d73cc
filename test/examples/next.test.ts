import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  describe('the Next site in docs/examples/next', () => {
    let folder: TemporaryFolder;
    let app: TestApp;
    let editor: Editor;
    let site: InstalledServer;
    let id: string;
    let startPage: string;

    beforeAll(async () => {
      folder = await temporaryFolder(tmpdir());
      app = await serveApp();
      editor = await editorOf(app);
      id = await editor.create('Tides', { ...published, data: { content: 'High and low' } });
      const path = await installExample('next', folder.path);
      const env = { QUOIN_URL: app.url, NEXT_TELEMETRY_DISABLED: '1' };
      // Vitest sets NODE_ENV, with which Next builds something else.
      const { NODE_ENV: _environment, ...inherited } = process.env;
      await run('npm', ['run', 'build'], { cwd: path, env: { ...inherited, ...env } });
      startPage = readFileSync(join(path, '.next/server/app/index.html'), 'utf8');
      await editor.changedTags();
      const start = [process.execPath, 'node_modules/next/dist/bin/next', 'start'] as const;
      const more = { ...env, QUOIN_WEBHOOK_SECRET: webhookSecret };
      site = await startInstalled(path, start, more, 'Ready in');
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

    test('shows what has changed once a signed webhook names its tags, and not before', async () => {
      expect(await get('/posts/tides')).toContain('High and low');
      await editor.change(id, { title: 'Tidal pools', data: { content: 'Limpets' } });
      const tags = await editor.changedTags();
      for (const [what, forged] of Object.entries(forgedWebhooks)) {
        expect(await sendWebhook(`${site.url}/api/quoin`, tags, forged), what).toBe(401);
      }
      expect(await get('/')).toContain('Tides');
      expect(await get('/posts/tides')).toContain('High and low');
      // Both secrets sign while one replaces the other.
      const others = [`v1,${Buffer.alloc(32).toString('base64')}`];
      expect(await sendWebhook(`${site.url}/api/quoin`, tags, { others })).toBe(204);
      expect(await get('/')).toContain('Tidal pools');
      expect(await get('/posts/tides')).toContain('Limpets');
    });

    test('shows a new item, and no longer one that was unpublished', async () => {
      expect(await get('/')).not.toContain('Gulls');
      const gulls = await editor.create('Gulls', published);
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags());
      expect(await get('/')).toContain('Gulls');
      await editor.change(gulls, { status: 'draft' });
      await sendWebhook(`${site.url}/api/quoin`, await editor.changedTags());
      expect(await get('/')).not.toContain('Gulls');
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

    test('shows one item with its own preview token, and no other draft', async () => {
      const names = ['Crabs', 'Secrets'];
      const [crabs] = await Promise.all(names.map((title) => editor.create(title)));
      const { token = '' } = await editor.send('POST', `/api/content/${crabs}/preview`, {});
      const { cookie } = await preview(`?token=${token}&id=${crabs}`);
      expect(await get('/posts/crabs', cookie)).toContain('Crabs');
      const start = await get('/', cookie);
      expect(start).toContain('Crabs');
      expect(start).not.toContain('Secrets');
    });

    test('starts no preview with a wrong token', async () => {
      expect(await preview('?token=wrong')).toMatchObject({ status: 401, cookie: '' });
    });
  });
});
