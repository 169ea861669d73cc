import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { blocksOfSection, codeBlocks } from '../architecture/doc-examples.ts';
import { editorOf, published, type Editor } from '../support/examples/example-site.ts';
import { commandSections, frontendsPage } from '../support/examples/frontends-page.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { onePixel } from '../support/write-files.ts';

test('all commands of docs/frontends.md are in the sections that the tests of the two sites run', () => {
  const run = commandSections.flatMap((heading) => blocksOfSection(frontendsPage, heading));
  expect(run.length).toBeGreaterThan(20);
  expect(codeBlocks(frontendsPage)).toEqual(run);
  const languages = new Set(run.map(({ language }) => language));
  expect([...languages].toSorted()).toEqual(['bash', 'output', 'start']);
});

describe('a site learns when to build, as docs/frontends.md says:', () => {
  let app: TestApp;
  let editor: Editor;
  let id: string;
  let etag: string | undefined;
  let cursor: string | undefined;
  let builds = 0;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const send = async () => {
      builds += 1;
      return { status: 200, body: '' };
    };
    app = await serveApp({
      core: { ports: { webhookSender: { refusalOf: () => undefined, send } } },
    });
    await app.cms.webhooks.create(operator, {
      name: 'Build',
      kind: 'deploy',
      url: hook,
      debounceSeconds,
    });
    editor = await editorOf(app);
    await editor.send('PUT', '/api/settings', { publicContent: 'published' });
    id = await editor.create('Tides', published);
    await look();
  });
  afterAll(async () => {
    vi.useRealTimers();
    await app[Symbol.asyncDispose]();
  });

  /** Whether the webhook has started a build since the last time. */
  const isBuilt = async (): Promise<boolean> => {
    const before = builds;
    await app.cms.webhooks.deliver({ aborted: false });
    vi.setSystemTime(Date.now() + debounceSeconds * 1_000);
    app.clock.advance(debounceSeconds * 1_000);
    await app.cms.webhooks.deliver({ aborted: false });
    return builds > before;
  };

  /** Asks as a site would. @returns which ways show a change since the last time. */
  const look = async () => {
    const list = await fetch(`${app.url}/api/content?status=published&limit=1000`, {
      method: 'HEAD',
      headers: etag === undefined ? {} : { 'If-None-Match': etag },
    });
    etag = list.headers.get('ETag') ?? undefined;
    const after = cursor === undefined ? '' : `?after=${encodeURIComponent(cursor)}`;
    const { data, meta } = await (await fetch(`${app.url}/api/changes${after}`)).json();
    cursor = meta.cursor;
    return { head: list.status === 200, feed: data.length > 0, webhook: await isBuilt() };
  };
  const put = (members: object) => editor.change(id, members);
  const setCollection = async (members: object): Promise<void> => {
    await editor.send('PUT', '/api/collections/blog-posts', members);
  };
  const upload = async (): Promise<string> => {
    const { bearer } = await app.signIn('admin');
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(onePixel)]), 'a.png');
    const options = { method: 'POST', headers: bearer, body };
    return (await (await fetch(`${app.url}/api/media/upload`, options)).json()).data.id;
  };

  const all = { head: true, feed: true, webhook: true };
  const notHead = { head: false, feed: true, webhook: true };
  const none = { head: false, feed: false, webhook: false };
  const changes: readonly (readonly [string, object, () => Promise<unknown>])[] = [
    ['nothing', none, async () => undefined],
    ['an item is changed', all, () => put({ title: 'High tides' })],
    ['an item is unpublished', all, () => put({ status: 'draft' })],
    ['a draft is changed', none, () => put({ title: 'Low tides' })],
    ['an item is published', all, () => put({ status: 'published' })],
    [
      'a working copy is saved',
      none,
      () => editor.send('PUT', `/api/content/${id}/draft`, { title: 'Tides' }),
    ],
    [
      'a working copy is published',
      all,
      () => editor.send('POST', `/api/content/${id}/draft/publish`, {}),
    ],
    ['an item is archived', all, () => put({ status: 'archived' })],
    [
      'an item is created as published',
      all,
      async () => {
        id = await editor.create('Gulls', published);
      },
    ],
    ['an item is deleted', all, () => editor.send('DELETE', `/api/content/${id}`, {})],
    [
      'a collection is deactivated',
      all,
      async () => {
        await editor.create('Crabs', published);
        await look();
        await setCollection({ isActive: false });
      },
    ],
    ['a collection is activated', all, () => setCollection({ isActive: true })],
    ['a schema is changed', notHead, () => setCollection({ schema: emptySchema })],
    [
      'an alternative text is changed',
      notHead,
      async () => {
        const file = await upload();
        await look();
        await editor.send('PUT', `/api/media/${file}`, { alt: 'A pool' });
      },
    ],
    [
      'a file is deleted',
      notHead,
      async () => {
        const file = await upload();
        await look();
        await editor.send('DELETE', `/api/media/${file}`, {});
      },
    ],
    [
      'a redirect is deleted',
      none,
      async () => {
        const shrimps = await editor.create('Shrimps', published);
        await editor.change(shrimps, { slug: 'prawns' });
        await look();
        await editor.send('DELETE', '/api/redirects/shrimps', {});
      },
    ],
    [
      'publicContent is changed',
      notHead,
      () => editor.send('PUT', '/api/settings', { publicContent: 'all' }),
    ],
  ];
  test.each(changes)('%s', async (_, expected, change) => {
    await change();
    expect(await look()).toEqual(expected);
    expect(await look()).toEqual(none);
  });
});

const hook = 'https://api.example.com/build-hooks/magazine';
const debounceSeconds = 10;
const emptySchema = { type: 'object', properties: {}, required: [] };
