import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { withAdmin } from '../../support/admin/admin-world.ts';
import { openText } from '../../support/admin/open-text.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';

/** Of the pictures in the preview: their boxes, and whether they are loaded. */
const pictures = (page: Page) =>
  page.getByRole('region', { name: 'Body: preview' }).evaluate((box) =>
    [...box.querySelectorAll('img')].map((image) => ({
      width: image.getBoundingClientRect().width,
      ratio: image.getBoundingClientRect().width / image.getBoundingClientRect().height,
      isLoaded: image.naturalWidth > 0,
      room: box.clientWidth,
    })),
  );

withAdmin(({ open, cms, url }) => {
  const upload = async (width: number, height: number): Promise<string> => {
    async function* image(): AsyncGenerator<Uint8Array> {
      yield paintedPng(width, height);
    }
    const file = await cms().media.upload(operator, {
      originalName: 'tide.png',
      body: image(),
      folder: () => undefined,
    });
    return `${url()}/files/${file.key}`;
  };

  test('a picture in the preview has its measures before it is loaded, and is never larger', async () => {
    const [wide, small] = [await upload(2_000, 500), await upload(40, 30)];
    const body = `![Tide](${wide})\n\n![Pool](${small})\n\nEnd`;
    const { page, area } = await openText({ open, cms }, body, 'source');
    const held = Promise.withResolvers<void>();
    await page.route('**/files/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('region', { name: 'Body: preview' }).getByText('End').waitFor();
    await expect
      .poll(async () => (await pictures(page)).map(({ ratio }) => Math.round(ratio * 100)))
      .toEqual([400, 133]);
    const before = await pictures(page);
    expect(before.map(({ isLoaded }) => isLoaded)).toEqual([false, false]);
    expect(before[0]?.width).toBeLessThan(before[0]?.room ?? 0);
    expect(before[1]?.width).toBe(40);

    held.resolve();
    await expect
      .poll(async () => (await pictures(page)).map(({ isLoaded }) => isLoaded))
      .toEqual([true, true]);
    const sizes = (shown: Awaited<ReturnType<typeof pictures>>) =>
      shown.map(({ width, ratio }) => [Math.round(width), Math.round(ratio * 100)]);
    expect(sizes(await pictures(page))).toEqual(sizes(before));

    // The pictures of the next preview are new elements.
    await area.press('Control+End');
    await page.keyboard.type(' of it');
    await page.getByRole('region', { name: 'Body: preview' }).getByText('End of it').waitFor();
    expect(sizes(await pictures(page))).toEqual(sizes(before));
  });
});
