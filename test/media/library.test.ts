import { describe, expect, test } from 'vitest';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { SharpImageResizer } from '../../adapters/sharp/sharp-image-resizer.ts';
import { lookAtImage, paintImage } from '../support/media/images.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';

interface Sent {
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly folder?: string;
}

const formOf = ({ bytes = tinyGif, name = 'pool.gif', folder }: Sent): FormData => {
  const form = new FormData();
  if (folder !== undefined) form.append('folder', folder);
  form.append('file', new Blob([Buffer.from(bytes)]), name);
  return form;
};

type Role = 'admin' | 'author' | 'editor' | 'viewer';

const libraryOf = async (app: TestApp, role: Role = 'editor') => {
  const { bearer } = await app.signIn(role);
  const send = (method: string, path: string, json?: unknown) =>
    app.request(path, { method, headers: bearer, ...(json !== undefined && { json }) });
  const sendFile = (path: string, sent: Sent = {}) =>
    app.request(path, { method: 'POST', headers: bearer, body: formOf(sent) });
  return {
    get: (path: string) => send('GET', path),
    put: (id: string, json: unknown) => send('PUT', `/api/media/${id}`, json),
    post: (path: string, json: unknown) => send('POST', path, json),
    upload: async (sent: Sent = {}) => (await sendFile('/api/media/upload', sent)).json().data,
    replace: (id: string, sent: Sent = {}, query = '') =>
      sendFile(`/api/media/${id}/file${query}`, sent),
  };
};

interface Named {
  readonly id: string;
  readonly name: string;
}

const idsOf = (files: readonly { readonly id: string }[]): readonly string[] =>
  files.map(({ id }) => id);

const pathOf = (url: string): string => new URL(url).pathname;

const blue = () => paintImage({ type: 'png', width: 600, height: 400, hasQuarters: true });
const other = () => paintImage({ type: 'jpeg', width: 300, height: 300 });

describe('the list', () => {
  test('finds files by words, folder, kind and missing text, and counts them', async () => {
    await using app = await serveApp();
    const { upload, get, put } = await libraryOf(app);
    const first = await upload({ name: 'Gezeitentümpel.gif', folder: 'coast/north' });
    const second = await upload({ name: 'dune.gif', folder: 'coast' });
    await upload({ name: 'notes.txt', bytes: Buffer.from('Winter'), folder: 'coastal' });
    await put(second.id, { alt: 'A Dune at the Café' });
    const found = async (query: string) => {
      const { data, meta } = (await get(`/api/media?total=true&${query}`)).json();
      expect(meta).toMatchObject({ count: data.length, total: data.length });
      expect(meta).not.toHaveProperty('totalIsLowerBound');
      return idsOf(data);
    };
    expect(await found('q=GEZEITENTUM')).toEqual([first.id]);
    expect(await found('q=cafe+dun')).toEqual([second.id]);
    expect(await found('folder=coast')).toEqual([second.id]);
    expect(await found('folder=coast&subfolders=true')).toEqual([second.id, first.id]);
    expect(await found('alt=missing')).toEqual([first.id]);
    expect(await found('alt=missing&folder=coast&subfolders=true&type=image&q=ge')).toEqual([
      first.id,
    ]);
    const { meta } = (await get('/api/media?q=dune')).json();
    expect(meta).not.toHaveProperty('total');
    expect((await get('/api/media?total=true&limit=1')).json().meta).toMatchObject({
      count: 1,
      total: 3,
    });
  });

  test('rejects a text without a word, and other values of alt', async () => {
    await using app = await serveApp();
    const { get } = await libraryOf(app);
    for (const query of ['q=', 'q=%20', 'q=!!', `q=${'a'.repeat(201)}`, 'alt=none']) {
      expect((await get(`/api/media?${query}`)).status, query).toBe(400);
    }
    const words = Array.from({ length: 17 }, (_, n) => `w${n}`).join('+');
    expect((await get(`/api/media?q=${words}`)).json().issues[0].message).toContain('at most 16');
  });

  test('of folders is a tree: each follows the one that contains it', async () => {
    await using app = await serveApp();
    const { upload, get } = await libraryOf(app);
    for (const folder of ['a/b/c', 'a b', 'a/b/c', 'a-b/x']) await upload({ folder });
    expect((await get('/api/media/folders')).json()).toEqual({
      data: [
        { path: 'a', files: 0 },
        { path: 'a/b', files: 0 },
        { path: 'a/b/c', files: 2 },
        { path: 'a b', files: 1 },
        { path: 'a-b', files: 0 },
        { path: 'a-b/x', files: 1 },
      ],
      meta: { more: false },
    });
  });
});

describe('the description', () => {
  test('takes a name and a folder, and the address stays', async () => {
    await using app = await serveApp();
    const { upload, put } = await libraryOf(app);
    const file = await upload();
    const { data } = (
      await put(file.id, { originalName: ' Am Strand.gif ', folder: 'a/b' })
    ).json();
    expect(data).toMatchObject({
      originalName: 'Am Strand.gif',
      folder: 'a/b',
      url: file.url,
      filename: file.filename,
    });
    const { headers } = await app.request(pathOf(file.url));
    expect(headers.get('content-disposition')).toContain('Am%20Strand.gif');
    for (const originalName of ['', ' ', 'a/b.gif', 'a\u202eb.gif', 'x'.repeat(256)]) {
      expect((await put(file.id, { originalName })).status, originalName).toBe(400);
    }
    expect((await put(file.id, { folder: '../up' })).json().code).toBe('invalid_folder');
  });

  test('takes a crop, which changes all smaller versions, and not the original', async () => {
    await using app = await serveApp({
      core: { ports: { imageResizer: new SharpImageResizer() } },
    });
    const { upload, put } = await libraryOf(app);
    const file = await upload({ bytes: await blue(), name: 'quarters.png' });
    const size = async (query: string) => {
      const { bytes, headers } = await app.request(`${pathOf(file.url)}${query}`);
      const { width, height, corner } = await lookAtImage(bytes);
      return { size: [width, height], corner: corner.slice(0, 3), headers };
    };
    const before = await size('?w=160&format=png');
    expect(before.headers.get('cache-control')).toContain('immutable');
    const crop = { x: 0.5, y: 0, width: 0.5, height: 0.5 };
    expect((await put(file.id, { crop })).json().data).toMatchObject({ crop, width: 600 });
    const after = await size('?w=160&format=png');
    expect(after.size).toEqual([160, 107]);
    expect(after.corner).toEqual([255, 0, 0]);
    expect(after.headers.get('cache-control')).toBe('public, max-age=300');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await size('?w=640&format=png')).size).toEqual([300, 200]);
    expect((await size('')).size).toEqual([600, 400]);
    await put(file.id, { focus: { x: 1, y: 0.25 } });
    expect((await size('?w=160&h=160&format=png')).size).toEqual([160, 160]);
    expect((await put(file.id, { crop: null })).json().data).not.toHaveProperty('crop');
    expect((await size('?w=160&format=png')).corner).toEqual(before.corner);
  });

  test('rejects a crop that is not inside the image', async () => {
    await using app = await serveApp();
    const { upload, put } = await libraryOf(app);
    const { id } = await upload();
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    for (const part of [{ x: -0.1 }, { width: 0 }, { x: 0.5 }, { y: 0.2, height: 0.9 }]) {
      expect((await put(id, { crop: { ...whole, ...part } })).status).toBe(400);
    }
    expect((await put(id, { crop: { x: 0.7, y: 0.1, width: 0.3, height: 0.9 } })).status).toBe(200);
  });
});

describe('many files at once', () => {
  test('are moved and deleted, each with a result of its own', async () => {
    await using app = await serveApp();
    const author = await libraryOf(app, 'author');
    const editor = await libraryOf(app);
    const own = await author.upload();
    const foreign = await editor.upload();
    const ids = [own.id, foreign.id, 'none', own.id];
    const moved = await author.post('/api/media/bulk', { action: 'move', ids, folder: 'a/b' });
    expect(moved.json().data.results).toMatchObject([
      { id: own.id, status: 200 },
      { id: foreign.id, status: 403, code: 'forbidden' },
      { id: 'none', status: 404, code: 'not_found' },
    ]);
    const files = (await editor.get('/api/media?folder=a/b')).json().data;
    expect(idsOf(files)).toEqual([own.id]);
    const deleted = await editor.post('/api/media/bulk', { action: 'delete', ids: [own.id] });
    expect(deleted.json().data.results).toEqual([{ id: own.id, status: 200 }]);
    expect((await editor.get(`/api/media/${own.id}`)).status).toBe(404);
    for (const body of [
      { action: 'move', ids: [own.id] },
      { action: 'move', ids: [own.id], folder: '../a' },
      { action: 'delete', ids: [] },
    ]) {
      expect((await editor.post('/api/media/bulk', body)).status).toBe(400);
    }
  });
});

describe('a replacement', () => {
  test('keeps the address, which returns the new bytes with a brief life', async () => {
    await using app = await serveApp({
      core: { ports: { imageResizer: new SharpImageResizer() } },
    });
    const { upload, replace, put, get } = await libraryOf(app);
    const file = await upload({ bytes: await blue(), name: 'pool.png' });
    await put(file.id, { alt: 'A pool', focus: { x: 0, y: 1 } });
    const path = pathOf(file.url);
    const before = await app.request(path);
    expect(before.headers.get('cache-control')).toContain('immutable');
    await app.request(`${path}?w=160`);
    const replaced = await replace(file.id, { bytes: await other(), name: 'IMG_1.jpeg' });
    expect(replaced.status).toBe(200);
    expect(replaced.json()).toEqual({
      data: expect.objectContaining({
        id: file.id,
        url: file.url,
        originalName: 'pool.jpg',
        mimeType: 'image/jpeg',
        width: 300,
        height: 300,
        alt: 'A pool',
        focus: { x: 0, y: 1 },
      }),
    });
    const after = await app.request(path);
    expect(after.headers.get('content-type')).toBe('image/jpeg');
    expect(after.headers.get('cache-control')).toBe('public, max-age=300');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(Buffer.from(after.bytes).equals(Buffer.from(await other()))).toBe(true);
    const small = await app.request(`${path}?w=160&format=png`);
    expect(small.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await lookAtImage(small.bytes)).height).toBe(160);
    const again = { headers: { 'If-None-Match': after.headers.get('etag')! } };
    expect((await app.request(path, again)).status).toBe(304);
    expect((await get(`/api/media?q=pool`)).json().data).toHaveLength(1);
    // Nothing of the former bytes is left.
    const keys = (await app.ports.blobs.list(undefined, 100)).map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith(path.slice('/files/'.length)))).toEqual([]);
    expect(keys).toHaveLength(2);
  });

  test('with another kind of file is rejected, and changes nothing', async () => {
    await using app = await serveApp();
    const { upload, replace, get } = await libraryOf(app);
    const file = await upload();
    const answer = await replace(file.id, { bytes: Buffer.from('A text'), name: 'a.txt' });
    expect(answer.status).toBe(400);
    expect(answer.json().code).toBe('media_type_refused');
    expect((await get(`/api/media/${file.id}`)).json().data).toEqual(file);
    expect(await app.ports.blobs.list(undefined, 100)).toHaveLength(1);
  });

  test('of files of others is for editors', async () => {
    await using app = await serveApp();
    const file = await (await libraryOf(app)).upload();
    expect((await (await libraryOf(app, 'author')).replace(file.id)).status).toBe(403);
  });

  test('cannot keep an address that does not lead to the service', async () => {
    await using app = await serveApp({ mediaBaseUrl: 'https://media.test/public' });
    const { upload, replace } = await libraryOf(app);
    const file = await upload();
    const kept = await replace(file.id);
    expect(kept.status).toBe(409);
    expect(kept.json()).toMatchObject({ code: 'address_not_kept' });
    expect(kept.json().details).toContain('address=new');
    const renewed = await replace(file.id, { name: 'new.gif' }, '?address=new');
    expect(renewed.json().data.url).toMatch(/^https:\/\/media\.test\/public\/.*\/new\.gif$/);
  });

  test('with a new address writes it into all uses, and keeps the former file', async () => {
    await using app = await serveApp();
    const { upload, replace, get, post } = await libraryOf(app);
    const file = await upload();
    const all: readonly Named[] = (await get('/api/collections')).json().data;
    const posts = all.find(({ name }) => name === 'blog-posts')!;
    const data = { featuredImage: file.url, content: `![A](${file.url}?w=640) and ${file.url}.` };
    const create = { title: 'Pools', slug: 'pools', collectionId: posts.id, data };
    const item = (await post('/api/content', create)).json().data;
    const answer = (await replace(file.id, { name: 'dune.gif' }, '?address=new')).json();
    expect(answer.uses).toEqual({ changed: 1, failed: [], next: null });
    expect(answer.data).toMatchObject({ id: file.id, originalName: file.originalName });
    expect(answer.data.url).not.toBe(file.url);
    expect(answer.former).toEqual({ ...file, id: answer.former.id });
    const { url } = answer.data;
    expect((await get(`/api/content/${item.id}`)).json().data.data).toEqual({
      featuredImage: url,
      content: `![A](${url}?w=640) and ${url}.`,
    });
    for (const address of [url, file.url]) {
      const { status, headers } = await app.request(pathOf(address));
      expect([status, headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    expect((await get(`/api/media/${answer.former.id}/usage`)).json().data).toEqual([]);
    expect((await get(`/api/media/${file.id}/usage`)).json().data).toHaveLength(2);
  });
});
