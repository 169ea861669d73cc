import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../support/access/fingerprint.ts';
import { libraryWorld, type LibraryWorld } from '../support/media/library-world.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';
import { statusesIn, sendRaw } from '../support/http/raw-socket.ts';

let world: LibraryWorld;

beforeAll(async () => {
  world = await libraryWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

describe('a file name or a folder cannot change the path of a file (CVE-2026-34750)', () => {
  const names = [
    '../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'C:\\a.gif',
    '....//....//a.gif',
    '%2e%2e%2fa.gif',
    '..%c0%afa.gif',
    '.',
    '..',
    '',
    '.htaccess',
    'a.gif\u0000.php',
    'a.gif/',
    'a\r\nSet-Cookie: a=b',
    'a"; filename="b.html',
    "a'; DROP TABLE media; --",
    '<script>alert(1)</script>.gif',
    '\u202Efig.exe',
    'CON',
    'aux.gif',
    'a'.repeat(5_000),
    '👋.gif',
  ].filter((name) => name !== '');

  test.each(names)('%j', async (filename) => {
    const { status, data } = await world.upload({ filename });
    expect(status).toBe(201);
    const path = new URL(data.url).pathname;
    expect(path).toMatch(/^\/files\/[A-Za-z0-9_-]{22,}\/[a-z0-9][a-z0-9-]*\.gif$/);
    expect(world.blobs.keys.at(-1)).toBe(path.slice('/files/'.length));
    expect(data.originalName).not.toMatch(/[/\\\p{C}]/u);
    const { headers, status: served } = await world.fetchFile(data.url);
    expect([served, headers['set-cookie']]).toEqual([200, undefined]);
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[^"\\]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
    );
  });

  test.each([
    '..',
    '.',
    'a/../b',
    '/a',
    'a//b',
    'a\\b',
    '.hidden',
    'a/.b',
    '%2e%2e',
    '~',
    'a\u0000b',
    'a\nb',
    'a:b',
    '*',
    'a/b/c/d/e/f/g/h/i',
    'a'.repeat(65),
    '‥/a',
    '．．',
    'a/ b',
    'http://a',
  ])('folder %j is rejected', async (folder) => {
    const before = await fingerprint(world.ports);
    expect((await world.upload({ folder })).status).toBe(400);
    expect(await fingerprint(world.ports)).toBe(before);
    const stat = await world.blobs.stat(world.blobs.keys.at(-1) ?? '');
    expect(stat).toBe(undefined);
  });

  test('a file is found only by its exact key', async () => {
    const { data } = await world.upload({});
    const key = new URL(data.url).pathname.slice('/files/'.length);
    const [random = '', name = ''] = key.split('/');
    const others = [
      `${random}/../${random}/${name}`,
      `./${key}`,
      `${key}/`,
      `/${key}`,
      `${key}/..`,
      random,
      `${random}/`,
      `../api/users`,
      `%2e%2e/${key}`,
      `${random}%2f${name}%2f`,
      `${key}%00`,
      `${key}.gif`,
      `${key}%20`,
      key.toUpperCase(),
      '..%2f..%2fetc%2fpasswd',
      '%5c..%5c..',
      'a/b',
      '',
      '*',
      `${random}/*`,
      `${random}\\${name}`,
    ];
    for (const other of others) {
      const head = `GET /files/${other} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const [status] = statusesIn(await sendRaw(world.url, head));
      expect([other, status]).toEqual([other, 404]);
    }
    expect((await world.fetchFile(data.url)).status).toBe(200);
  });
});

describe('nothing is overwritten (CVE-2025-55746, CVE-2026-35412)', () => {
  test('by another file with the same name, or by requests to the URL of a file', async () => {
    const first = await world.upload({ filename: 'same.gif', folder: 'same' });
    const second = await world.upload({
      filename: 'same.gif',
      folder: 'same',
      bytes: `${Buffer.from(tinyGif).toString('latin1')}x`,
    });
    expect(second.data.url).not.toBe(first.data.url);
    const path = new URL(first.data.url).pathname;
    const { bearer } = await world.signIn('admin');
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE', 'MOVE', 'MKCOL']) {
      const headers = {
        ...bearer,
        'Content-Range': 'bytes 0-1/2',
        'Upload-Offset': '0',
        'Tus-Resumable': '1.0.0',
      };
      expect((await world.send({ method, path, headers, body: 'evil' })).status).toBe(405);
    }
    const record = JSON.stringify({
      id: world.ports.ids.next(),
      originalName: 'same.gif',
      key: path.slice('/files/'.length),
    });
    const file = {
      name: 'file',
      filename: 'same.gif',
      contentType: 'image/gif',
      bytes: Buffer.from(`${Buffer.from(tinyGif).toString('latin1')}evil`),
    };
    const parts = [{ name: 'record', text: record }, file];
    const taken = await world.send({
      method: 'POST',
      path: '/api/transfer/media',
      headers: bearer,
      parts,
    });
    expect([taken.status, JSON.parse(taken.text).code]).toEqual([409, 'id_taken']);
    expect((await world.fetchFile(first.data.url)).bytes).toEqual(tinyGif);
  });
});
