import { describe, expect, test } from 'vitest';
import { thumbnailUrl } from '../../adapters/admin/media/thumbnail.ts';
import { operator } from '../../core/index.ts';
import { withAdmin } from '../support/admin/admin-world.ts';
import { chunks } from '../support/media/media-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';

describe('the URL of a thumbnail', () => {
  const url = 'https://cdn.example.com/media/ro8x5GdjYb3LsDDTdz3PuOfrMIs/pool.png';

  test('is that of a smaller version at this service, wherever the originals are', () => {
    expect(thumbnailUrl({ mimeType: 'image/png', url }, 320)).toBe(
      '/files/ro8x5GdjYb3LsDDTdz3PuOfrMIs/pool.png?w=320',
    );
  });

  test('is that of the original for an image that cannot be resized, and missing for other files', () => {
    expect(thumbnailUrl({ mimeType: 'image/svg+xml', url }, 320)).toBe(url);
    expect(thumbnailUrl({ mimeType: 'image/heic', url }, 320)).toBe(undefined);
    expect(thumbnailUrl({ mimeType: 'application/pdf', url }, 320)).toBe(undefined);
  });
});

withAdmin(({ open, cms }) => {
  test('the media library does not load the original of a large image', async () => {
    const { key } = await cms().media.upload(operator, {
      originalName: 'large.png',
      body: chunks(paintedPng(1_600, 1_200)),
      folder: () => undefined,
    });
    const page = await open('/admin');
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/files/')) requested.push(pathname + search);
    });
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    const shown = 'document.querySelector("main img")?.naturalWidth';
    await expect.poll(() => page.evaluate(shown)).toBe(320);
    expect(requested).toEqual([`/files/${key}?w=320`]);

    await page.getByRole('button', { name: /large\.png/ }).click();
    const preview = 'document.querySelector("dialog img")?.naturalWidth';
    await expect.poll(() => page.evaluate(preview)).toBe(1_080);
    expect(requested).toEqual([`/files/${key}?w=320`, `/files/${key}?w=960`]);
  });
});
