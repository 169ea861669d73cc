import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

  beforeAll(async () => {
    app = await serveApp();
    editor = await editorOf(app);
    await editor.send('PUT', '/api/settings', { publicContent: 'published' });
    id = await editor.create('Tides', published);
    await look();
  });
  afterAll(() => app[Symbol.asyncDispose]());

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
    return { head: list.status === 200, feed: data.length > 0 };
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

  const both = { head: true, feed: true };
  const feedOnly = { head: false, feed: true };
  const neither = { head: false, feed: false };
  const changes: readonly (readonly [string, object, () => Promise<unknown>])[] = [
    ['nothing', neither, async () => undefined],
    ['an item is changed', both, () => put({ title: 'High tides' })],
    ['an item is unpublished', both, () => put({ status: 'draft' })],
    ['a draft is changed', neither, () => put({ title: 'Low tides' })],
    ['an item is published', both, () => put({ status: 'published' })],
    [
      'a working copy is saved',
      neither,
      () => editor.send('PUT', `/api/content/${id}/draft`, { title: 'Tides' }),
    ],
    [
      'a working copy is published',
      both,
      () => editor.send('POST', `/api/content/${id}/draft/publish`, {}),
    ],
    ['an item is archived', both, () => put({ status: 'archived' })],
    [
      'an item is created as published',
      both,
      async () => {
        id = await editor.create('Gulls', published);
      },
    ],
    ['an item is deleted', both, () => editor.send('DELETE', `/api/content/${id}`, {})],
    [
      'a collection is deactivated',
      both,
      async () => {
        await editor.create('Crabs', published);
        await look();
        await setCollection({ isActive: false });
      },
    ],
    ['a collection is activated', both, () => setCollection({ isActive: true })],
    ['a schema is changed', feedOnly, () => setCollection({ schema: emptySchema })],
    [
      'an alternative text is changed',
      feedOnly,
      async () => {
        const file = await upload();
        await look();
        await editor.send('PUT', `/api/media/${file}`, { alt: 'A pool' });
      },
    ],
    [
      'publicContent is changed',
      feedOnly,
      () => editor.send('PUT', '/api/settings', { publicContent: 'all' }),
    ],
  ];
  test.each(changes)('%s', async (_, expected, change) => {
    await change();
    expect(await look()).toEqual(expected);
    expect(await look()).toEqual(neither);
  });
});

const emptySchema = { type: 'object', properties: {}, required: [] };
