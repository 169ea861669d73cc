import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { chooseFiles, textFile } from '../support/admin/choose-files.ts';
import { paintedPng } from '../support/admin/painted-png.ts';
import { cropPosition, focusAt } from '../../adapters/admin/screens/media/focus.ts';
import { thumbnailUrl } from '../../adapters/admin/media/thumbnail.ts';
import { chunks } from '../support/media/media-world.ts';

const script = '<img src=x onerror=alert(1)>';

const scriptFile = `${script}.png`;

async function* chunksOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

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

describe('the focus of an image', () => {
  test('is where the image is clicked, in whole percent and inside of it', () => {
    const image = { left: 100, top: 50, width: 300, height: 200 };
    expect(focusAt({ clientX: 200, clientY: 200 }, image)).toEqual({ x: 0.33, y: 0.75 });
    expect(focusAt({ clientX: 99, clientY: 251 }, image)).toEqual({ x: 0, y: 1 });
  });

  test('is in the middle of a crop, or as near to it as the edges permit', () => {
    // The box shows half of the width: from 30 % to 80 %, which is 60 % of what is left.
    expect(cropPosition({ x: 0.55, y: 0 }, 2, 1)).toMatch(/^60(\.0+\d)?% 50%$/);
    expect(cropPosition({ x: 0.1, y: 0 }, 2, 1)).toBe('0% 50%');
    expect(cropPosition({ x: 0.9, y: 0 }, 2, 1)).toBe('100% 50%');
    expect(cropPosition({ x: 0.9, y: 1 }, 1, 2)).toBe('50% 100%');
  });
});

withAdmin(({ open, cms, url }) => {
  const store = (originalName: string, body: Uint8Array, folder?: string) =>
    cms().media.upload(operator, { originalName, body: chunksOf(body), folder: () => folder });

  const stored = () => cms().media.list(operator, { limit: 100 });

  describe('the media library', () => {
    test('filters files, shows them as a grid or a list, and keeps that in the URL', async () => {
      for (let number = 1; number <= 51; number += 1) {
        await store(`note ${number}.txt`, new TextEncoder().encode(String(number)));
      }
      await store('tall.png', paintedPng(60, 200, [200, 60, 60], [250, 220, 220]), 'blog/2026');
      await store(scriptFile, paintedPng(320, 200));
      await store(
        'A walk along the coast of Northumberland in the last days of winter, second draft.txt',
        new TextEncoder().encode('Low tide is at noon.'),
      );
      const page = await open('/admin/media');
      const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
      await files.first().waitFor();
      expect(await files.count()).toBe(50);
      const shown = 'document.querySelector("main img").naturalWidth';
      await expect.poll(() => page.evaluate(shown)).toBe(320);
      await inspect(page, 'media');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: /^note 1\.txt/ }).waitFor();
      expect(await files.count()).toBe(4);

      await page.getByText('54 files').waitFor();
      await page.getByRole('button', { name: 'Images' }).click();
      await page.getByText('2 files').waitFor();
      await page.getByRole('button', { name: 'List' }).click();
      await page.getByRole('row').nth(2).waitFor();
      await inspect(page, 'media-list');
      const folders = page.getByRole('navigation', { name: 'Folders' });
      await folders.getByRole('button', { name: '2026' }).click();
      await page.getByRole('row', { name: /img src/ }).waitFor({ state: 'hidden' });
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe('/admin/media?folder=blog%2F2026&type=image&view=list');
      await page.reload();
      await page.getByRole('row', { name: /tall/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);

      await page.goto(`${url()}/admin/media?folder=..%2Fetc`);
      await page
        .getByRole('alert')
        .getByText(/letters, digits, hyphens/)
        .waitFor();
    });

    test('a GIF is shown in a smaller version, which moves as the original does', async () => {
      const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
      await store('wave.gif', Buffer.from(pixel, 'base64'));
      const page = await open('/admin/media');
      await page.getByRole('button', { name: /wave\.gif/ }).click();
      const image = page.getByRole('dialog').getByRole('figure').first().locator('img').first();
      expect(await image.getAttribute('src')).toMatch(/\?w=\d+$/);
    });

    test('edits the texts of a file, copies its URL, and deletes it', async () => {
      const { id } = await store(scriptFile, paintedPng(320, 200));
      const page = await open('/admin/media');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: scriptFile }).click();
      const dialog = page.getByRole('dialog', { name: scriptFile });
      await dialog.getByLabel('Alt text').fill(script);
      await dialog.getByLabel('Caption').fill(`${script} at noon`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await inspect(page, 'media-file');
      const { alt, caption, key } = await cms().media.get(operator, id);
      expect({ alt, caption }).toEqual({ alt: script, caption: `${script} at noon` });
      await dialog.getByRole('button', { name: 'Copy URL' }).click();
      await page.getByText('Copied.').waitFor();
      // A message can be used while a dialog is open.
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByText('Copied.').waitFor({ state: 'detached' });
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${url()}/files/${key}`);

      await dialog.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: `Delete ${scriptFile}?` });
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No files yet' }).waitFor();
      expect(await stored()).toEqual([]);
    });

    test('sets the focus of an image by a click and with the keyboard, and resets it', async () => {
      const { id } = await store('pool.png', paintedPng(640, 320));
      const focus = async () => (await cms().media.get(operator, id)).focus;
      const page = await open('/admin/media');
      await page.getByRole('button', { name: /pool\.png/ }).click();
      const dialog = page.getByRole('dialog', { name: 'pool.png' });
      const [left, top] = [dialog.getByLabel('From the left'), dialog.getByLabel('From the top')];
      expect([await left.inputValue(), await top.inputValue()]).toEqual(['50', '50']);
      const reset = dialog.getByRole('button', { name: 'Reset to the middle' });
      expect(await reset.isDisabled()).toBe(true);
      const image = dialog.getByRole('figure').first().locator('img').first();
      await expect.poll(async () => (await image.boundingBox())?.width).toBeGreaterThan(100);
      const { width, height } = (await image.boundingBox())!;
      await image.click({ position: { x: width * 0.8, y: height * 0.25 } });
      expect([await left.inputValue(), await top.inputValue()]).toEqual(['80', '25']);
      await left.press('ArrowLeft');
      await top.press('ArrowUp');
      const crops = '[...document.querySelectorAll("dialog fieldset img")]';
      const positions = `${crops}.map((img) => getComputedStyle(img).objectPosition)`;
      const shown = await page.evaluate<readonly string[]>(positions);
      expect(shown.map((position) => Math.round(Number.parseFloat(position)))).toEqual([100, 100]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await dialog.getByLabel('Alt text').fill('A pool');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await focus()).toEqual({ x: 0.79, y: 0.26 });
      await inspect(page, 'media-focus');

      // Texts alone leave the focus that somebody else has set.
      await cms().media.update(operator, id, { focus: { x: 0, y: 1 } });
      await dialog.getByLabel('Alt text').fill('A tidal pool');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => left.inputValue()).toBe('0');
      expect(await focus()).toEqual({ x: 0, y: 1 });

      await reset.click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect.poll(focus).toBe(undefined);
      expect([await left.inputValue(), await top.inputValue()]).toEqual(['50', '50']);
    });

    test('offers each role what it may do', async () => {
      await store('shared.txt', new TextEncoder().encode('Low tide'));
      await store('shared.png', paintedPng(320, 200));
      const author = await open('/admin/media', 'author');
      await chooseFiles(author, [textFile('mine.txt', 10)]);
      await author.getByRole('button', { name: /^mine\.txt/ }).click();
      await author.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
      await author.keyboard.press('Escape');
      await author.getByRole('button', { name: /^shared\.txt/ }).click();
      const shared = author.getByRole('dialog', { name: 'shared.txt' });
      await shared.getByRole('button', { name: 'Copy URL' }).waitFor();
      expect(await shared.getByRole('button', { name: /Delete|Save/ }).count()).toBe(0);
      expect(await shared.getByLabel('Caption').isEditable()).toBe(false);
      await author.keyboard.press('Escape');
      await author.getByRole('button', { name: /shared\.png/ }).click();
      const image = author.getByRole('dialog', { name: 'shared.png' });
      await image.locator('img').waitFor();
      expect(await image.getByRole('slider').count()).toBe(0);

      const viewer = await open('/admin/media', 'viewer');
      await viewer.getByRole('button', { name: /^shared\.txt/ }).waitFor();
      expect(await viewer.getByRole('button', { name: /^Upload( to|$)/ }).count()).toBe(0);
    });
  });

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
