import { describe, expect, test } from 'vitest';
import { imageUrl } from '../../../adapters/admin/media/image-url.ts';
import { createArticle } from '../../support/admin/admin-articles.ts';
import { withAdmin } from '../../support/admin/admin-world.ts';
import { showMode } from '../../support/admin/open-text.ts';

describe('the URL of an image in an item', () => {
  const page = 'http://localhost:8787/admin/content/x';
  const url = (text: string, base = '/files') => imageUrl(text, page, base);

  test.each([
    ['/files/key/pool.png', 'http://localhost:8787/files/key/pool.png'],
    ['http://localhost:8787/files/key/pool.png', 'http://localhost:8787/files/key/pool.png'],
    ['https://images.example.com/pool.png', 'https://images.example.com/pool.png'],
    ['//localhost:8787/files/key/pool.png', 'http://localhost:8787/files/key/pool.png'],
  ])('%s may be requested', (text, expected) => expect(url(text)).toBe(expected));

  test.each([
    '',
    'pool.png',
    '/auth/logout?x=.png',
    '/files/../auth/logout?x=.png',
    '/files/%2e%2e/auth/logout?x=.png',
    '/files\\..\\auth\\logout?x=.png',
    '/filesystem/x.png',
    '//images.example.com/x.png',
    'http://images.example.com/x.png',
    'https://localhost:8787/auth/logout?x=.png',
    'javascript:alert(1)//.png',
    'data:image/svg+xml,<svg/>',
    'blob:http://localhost:8787/x.png',
    'ftp://images.example.com/x.png',
    'http://[x.png',
  ])('%j may not', (text) => expect(url(text)).toBe(undefined));

  test('may be at the base of media files, also without https', () => {
    const base = 'http://127.0.0.1:8787/files';
    expect(url(`${base}/key/pool.png`, base)).toBe(`${base}/key/pool.png`);
    expect(url('http://127.0.0.1:8787/auth/logout?x=.png', base)).toBe(undefined);
  });
});

withAdmin(({ open, cms, url }) => {
  test('an item of an author makes the browser of an admin request nothing but files and https images', async () => {
    const logout = '/auth/logout?x=.png';
    const item = await createArticle(cms(), 'Traps', {
      summary: 'x',
      cover: logout,
      body: [
        `![one](${logout})`,
        `<img src="${logout}" alt="two"><img srcset="${logout} 2x" alt="three">`,
        `<picture><source srcset="${logout}"><img src="${logout}" alt="four"></picture>`,
        `<video src="${logout}" poster="${logout}"></video><audio src="${logout}"></audio>`,
        `<table background="${logout}"><tr><td background="${logout}">five</td></tr></table>`,
        `<svg><image href="${logout}"/><feImage href="${logout}"/><rect fill="url(${logout})"/></svg>`,
        `<iframe src="${logout}"></iframe><object data="${logout}"></object><embed src="${logout}">`,
        '<img src="http://other.example/x.png" alt="six">',
        '<img src="data:image/png;base64,AAAA" alt="seven">',
        '<img src="/files/key/fine.png" alt="eight">',
        '<img src="https://images.example/fine.png" alt="nine">',
      ].join('\n\n'),
    });
    const page = await open('/admin');
    await page.route('https://images.example/**', (route) => route.abort());
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`/admin/content/${item.id}`);
    await expect.poll(() => page.getByLabel('Cover', { exact: true }).inputValue()).toBe(logout);
    await page.getByText(`The picture ${logout} cannot be shown here.`).waitFor();
    await showMode(page, 'source');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Body: preview' });
    await preview.getByText('five').waitFor();
    await preview.getByText(`![one](${logout})`).waitFor();
    await expect.poll(() => requested).toContain('https://images.example/fine.png');
    await expect.poll(() => requested).toContain(`${url()}/files/key/fine.png`);
    expect(requested.filter((each) => /logout|other\.example|^data:/.test(each))).toEqual([]);
    await page.reload();
    await page.getByLabel('Summary').waitFor();
  });

  test('the preview of a file that the service stores is shown', async () => {
    const item = await createArticle(cms(), 'Fine', { summary: 'x', cover: '/files/key/fine.png' });
    const page = await open('/admin');
    const seen = page.waitForRequest((request) => request.url().endsWith('/files/key/fine.png'));
    await page.goto(`/admin/content/${item.id}`);
    expect((await seen).resourceType()).toBe('image');
  });
});
