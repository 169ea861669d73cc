import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../support/fingerprint.ts';
import { libraryWorld, type LibraryWorld } from '../support/library-world.ts';
import { tinyGif } from '../support/tiny-gif.ts';

let world: LibraryWorld;

beforeAll(async () => {
  world = await libraryWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

describe('what could act as a program is refused or served harmless (CVE-2022-27952, CVE-2022-29894)', () => {
  const programs: readonly (readonly [string, string])[] = [
    ['a page', '<!DOCTYPE html><script>alert(1)</script>'],
    ['a page with a mark before it', '\uFEFF<html><script>alert(1)</script>'],
    ['a page after blanks', `${' \n'.repeat(500)}<script>alert(1)</script>`],
    ['a page after a comment', '<!-- <svg> --><html><script>alert(1)</script>'],
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
    ['XML with a style', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
    ['a body', '<body onload=alert(1)>'],
    ['an element', '<img src=x onerror=alert(1)>'],
    ['a script', '#!/bin/sh\nid'],
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

  test.each(programs)('%s is refused, whatever it is called', async (_, bytes) => {
    const before = await fingerprint(world.ports);
    for (const claim of claims) expect((await world.upload({ ...claim, bytes })).status).toBe(400);
    expect(await fingerprint(world.ports)).toBe(before);
  });

  const gif = Buffer.from(tinyGif).toString('latin1');
  const polyglots: readonly (readonly [string, string, string])[] = [
    ['a picture that is a page too', `${gif}<html><script>alert(1)</script>`, 'image/gif'],
    ['a picture that is a script too', `${gif}=1;alert(1)//`, 'image/gif'],
    [
      'a document that is a page too',
      '%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF',
      'application/pdf',
    ],
    ['a text with markup in it', 'Hello <script>alert(1)</script>', 'text/plain'],
    ['a table with formulas', '=cmd|"/c calc"!A1,b\n1,2', 'text/csv'],
    [
      'a drawing with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'image/svg+xml',
    ],
  ];

  test.each(polyglots)('%s is served as nothing but a file', async (_, text, mimeType) => {
    let served = 0;
    for (const filename of ['a.html', 'a.svg', 'a.csv', 'a.js', 'a.php', 'a.txt', 'a']) {
      const bytes = Buffer.from(text, 'latin1');
      const { status, data } = await world.upload({ bytes, filename, contentType: 'text/html' });
      expect([filename, status]).toEqual([filename, expect.toBeOneOf([201, 400])]);
      // What a text is can depend on its name; it is never more than it would be without.
      if (data.mimeType !== mimeType) {
        expect(['refused', 'text/plain', 'text/csv']).toContain(data.mimeType ?? 'refused');
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
  ['as large as numbers go', [0xff, 0xff, 0xff, 0xff], undefined],
  ['of nothing', [0, 0, 0, 0], undefined],
  ['of a thousand million', [0x3b, 0x9a, 0xca, 0x00], 1_000_000_000],
])('a picture that says it is %s costs no more than its bytes', async (_, side, width) => {
  const head = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
  ];
  const end = [8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0];
  const bytes = Uint8Array.from([...head, ...side, ...side, ...end]);
  const { status, data } = await world.upload({ bytes, filename: 'bomb.png' });
  expect([status, data.mimeType, data.width]).toEqual([201, 'image/png', width]);
});
