import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../support/access/fingerprint.ts';
import { libraryWorld, type LibraryWorld } from '../support/media/library-world.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';
import { sendRaw, statusesIn } from '../support/http/raw-socket.ts';

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

describe('active content is rejected or served inert (CVE-2022-27952, CVE-2022-29894)', () => {
  const programs: readonly (readonly [string, string])[] = [
    ['an HTML page', '<!DOCTYPE html><script>alert(1)</script>'],
    ['an HTML page after a byte order mark', '\uFEFF<html><script>alert(1)</script>'],
    ['an HTML page after white space', `${' \n'.repeat(500)}<script>alert(1)</script>`],
    ['an HTML page after a comment', '<!-- <svg> --><html><script>alert(1)</script>'],
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
    ['XML with a style sheet', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
    ['a body element', '<body onload=alert(1)>'],
    ['an img element', '<img src=x onerror=alert(1)>'],
    ['a shell script', '#!/bin/sh\nid'],
    ['PHP', '<?php system($_GET["x"]);'],
    ['an executable', 'MZ\u0090\u0000'],
    ['another executable', '\u007fELF\u0002\u0001\u0001'],
  ];
  const claims = [
    { filename: 'a.gif', contentType: 'image/gif' },
    { filename: 'a.html', contentType: 'text/html' },
    { filename: 'a.html.txt', contentType: 'text/plain' },
    { filename: 'a.svg', contentType: 'image/svg+xml' },
    { filename: 'a.pdf', contentType: 'application/pdf' },
  ];

  test.each(programs)('%s is rejected under every name and type', async (_, bytes) => {
    const before = await fingerprint(world.ports);
    for (const claim of claims) expect((await world.upload({ ...claim, bytes })).status).toBe(400);
    expect(await fingerprint(world.ports)).toBe(before);
  });

  const gif = Buffer.from(tinyGif).toString('latin1');
  const polyglots: readonly (readonly [string, string, string])[] = [
    ['an image that is also HTML', `${gif}<html><script>alert(1)</script>`, 'image/gif'],
    ['an image that is also a script', `${gif}=1;alert(1)//`, 'image/gif'],
    [
      'a PDF that is also HTML',
      '%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF',
      'application/pdf',
    ],
    ['text that contains markup', 'Hello <script>alert(1)</script>', 'text/plain'],
    ['CSV with formulas', '=cmd|"/c calc"!A1,b\n1,2', 'text/csv'],
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'image/svg+xml',
    ],
  ];

  test.each(polyglots)('%s is served inert', async (_, text, mimeType) => {
    let served = 0;
    for (const filename of ['a.html', 'a.svg', 'a.csv', 'a.js', 'a.php', 'a.txt', 'a']) {
      const bytes = Buffer.from(text, 'latin1');
      const { status, data } = await world.upload({ bytes, filename, contentType: 'text/html' });
      expect([filename, status]).toEqual([filename, expect.toBeOneOf([201, 400])]);
      // The name can change the type of a text, but only to another type of plain text.
      if (data.mimeType !== mimeType) {
        expect(['rejected', 'text/plain', 'text/csv']).toContain(data.mimeType ?? 'rejected');
        continue;
      }
      served += 1;
      const { headers } = await world.fetchFile(data.url);
      expect(headers['content-type']).toMatch(
        new RegExp(`^${mimeType.replace('+', '.')}(?:; charset=utf-8)?$`),
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
      const isShown = mimeType === 'image/gif' || mimeType === 'application/pdf';
      expect(headers['content-disposition']?.startsWith('attachment')).toBe(!isShown);
      expect(headers['content-disposition']).not.toMatch(/\.(?:html|js|php)"/);
      expect(new URL(data.url).pathname).not.toMatch(/\.(?:html|js|php)$/);
      expect(headers['set-cookie']).toBe(undefined);
    }
    expect(served).toBeGreaterThan(0);
  });
});

test.each([
  ['4,294,967,295 pixels wide', [0xff, 0xff, 0xff, 0xff], undefined],
  ['0 pixels wide', [0, 0, 0, 0], undefined],
  ['1,000,000,000 pixels wide', [0x3b, 0x9a, 0xca, 0x00], 1_000_000_000],
])('an image that claims to be %s is not decoded', async (_, side, width) => {
  const head = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
  ];
  const end = [8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0];
  const bytes = Uint8Array.from([...head, ...side, ...side, ...end]);
  const { status, data } = await world.upload({ bytes, filename: 'bomb.png' });
  expect([status, data.mimeType, data.width]).toEqual([201, 'image/png', width]);
});
