import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { chooseFiles, textFile } from '../support/admin/choose-files.ts';
import { paintedPng } from '../support/admin/painted-png.ts';

const script = '<img src=x onerror=alert(1)>';
const scriptFile = `${script}.png`;

/** An expression for the data of a drop or a paste with one PNG. */
const dataWith = (name: string): string => {
  const content = Buffer.from(paintedPng(90, 60)).toString('base64');
  return `(() => {
    const bytes = Uint8Array.from(atob('${content}'), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
    return data;
  })()`;
};

/** Limits how fast the page can send. @param bytesPerSecond -1 for no limit. */
const uploadSpeed = async (page: Page): Promise<(bytesPerSecond: number) => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  return async (uploadThroughput) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
};

const shareOf = async (bar: Locator): Promise<number> => Number(await bar.getAttribute('value'));

withAdmin(({ open, cms }) => {
  const stored = () => cms().media.list(operator, { limit: 100 });

  describe('the upload queue', () => {
    test('shows progress, cancels and retries, and survives the change of screens', async () => {
      const page = await open('/admin/media?folder=notes/2026');
      await page.getByRole('heading', { name: 'No files match' }).waitFor();
      const limit = await uploadSpeed(page);
      await limit(30_000);
      await chooseFiles(page, [
        textFile('a.txt'),
        textFile('b.txt'),
        textFile('c.txt'),
        textFile('d.txt'),
      ]);

      const queue = page.getByRole('region', { name: 'Upload queue' });
      const row = (name: string) => queue.getByRole('listitem').filter({ hasText: name });
      const bar = queue.getByRole('progressbar', { name: 'Upload of a.txt' });
      await expect.poll(() => shareOf(bar)).toBeGreaterThan(0);
      expect(await shareOf(bar)).toBeLessThan(1);
      expect(await queue.getByRole('progressbar').count()).toBe(3);
      await row('d.txt').getByText('Waiting').waitFor();

      await queue.getByRole('button', { name: 'Cancel a.txt' }).click();
      await row('a.txt').getByText('Cancelled').waitFor();
      await queue.getByRole('progressbar', { name: 'Upload of d.txt' }).waitFor();
      await queue.getByRole('button', { name: 'Retry a.txt' }).click();
      await row('a.txt').getByText('Waiting').waitFor();
      for (const name of ['a.txt', 'd.txt']) {
        await queue.getByRole('button', { name: `Cancel ${name}` }).click();
        await row(name).getByText('Cancelled').waitFor();
      }
      expect(await queue.getByRole('button', { name: 'Retry all' }).count()).toBe(0);

      await page.getByRole('button', { name: 'Administration' }).click();
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      const question = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const dialog = await question;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();

      await limit(-1);
      await queue.getByText('2 of 4 files stored', { exact: true }).waitFor();
      await inspect(page, 'media-uploads');
      await queue.getByRole('button', { name: 'Retry all' }).click();
      await queue.getByText('4 of 4 files stored', { exact: true }).waitFor();
      const files = await stored();
      expect(files.map(({ originalName }) => originalName).toSorted()).toEqual([
        'a.txt',
        'b.txt',
        'c.txt',
        'd.txt',
      ]);
      expect(new Set(files.map(({ folder }) => folder))).toEqual(new Set(['notes/2026']));

      await queue.getByRole('button', { name: 'Close the upload queue' }).click();
      await queue.waitFor({ state: 'hidden' });
    });

    test('keeps what the service rejects until it is removed, and closes after a success', async () => {
      const page = await open('/admin/media');
      await page.getByRole('heading', { name: 'No files yet' }).waitFor();
      // Timers of 5 seconds run when the test says so.
      await page.evaluate(`{
        const start = globalThis.setInterval;
        globalThis.waiting = [];
        globalThis.setInterval = (run, ms, ...rest) =>
          ms === 5000 ? -globalThis.waiting.push(run) : start(run, ms, ...rest);
      }`);
      const html = Buffer.from('<!doctype html><p>Hello</p>');
      await chooseFiles(page, [
        textFile('a.txt'),
        { name: 'b.html', mimeType: 'text/html', buffer: html },
      ]);
      const queue = page.getByRole('region', { name: 'Upload queue' });
      const rejected = queue.getByRole('listitem').filter({ hasText: 'b.html' });
      await queue.getByText('1 of 2 files stored').waitFor();
      await rejected.getByText(/not allowed|type/).waitFor();
      expect(await queue.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
      const waiting = () => page.evaluate('globalThis.waiting.length');
      expect(await waiting()).toBe(0);

      await queue.getByRole('button', { name: 'Remove b.html' }).click();
      await queue.getByText('1 of 1 file stored').waitFor();
      await expect.poll(waiting).toBe(1);
      // It stays while the pointer is above it.
      await queue.hover();
      await page.evaluate('globalThis.waiting[0]()');
      expect(await queue.count()).toBe(1);
      await page.mouse.move(0, 0);
      await page.evaluate('globalThis.waiting[0]()');
      await queue.waitFor({ state: 'detached' });
    });

    test('takes dropped and pasted files, then asks for their alt texts', async () => {
      const page = await open('/admin/media');
      await page.getByRole('heading', { name: 'No files yet' }).waitFor();
      const dropped = await page.evaluateHandle(dataWith(scriptFile));
      await page.dispatchEvent('h1', 'dragover', { dataTransfer: dropped });
      await page.getByText('Drop the files to upload them to uploads').waitFor();
      // The session ends: the upload waits for a new one.
      await page.context().clearCookies();
      await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });
      await page.getByLabel('Password').fill(adminPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();

      const dialog = page.getByRole('dialog', { name: 'Describe the image' });
      await dialog.getByRole('textbox', { name: scriptFile }).fill(script);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      const paste = `new ClipboardEvent('paste', { bubbles: true, clipboardData: ${dataWith('image.png')} })`;
      await page.evaluate(`document.body.dispatchEvent(${paste})`);
      const both = page.getByRole('dialog', { name: 'Describe 2 images' });
      await both.waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('main').getByRole('button', { name: 'Describe 2 new files' }).click();
      await both.locator('input:focus').waitFor();
      expect(await both.getByRole('textbox', { name: scriptFile }).inputValue()).toBe(script);
      await inspect(page, 'media-alt-texts');
      await both.getByRole('button', { name: /^Skip Pasted/ }).click();
      await dialog.locator('input:focus').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Alt text saved.').waitFor();
      await page
        .getByRole('button', { name: scriptFile })
        .getByText('No alt text')
        .waitFor({ state: 'hidden' });
      await dialog.waitFor({ state: 'hidden' });
      expect((await stored()).map(({ originalName, alt }) => ({ originalName, alt }))).toEqual([
        { originalName: expect.stringMatching(/^Pasted 20.*\.png$/), alt: '' },
        { originalName: scriptFile, alt: script },
      ]);
    });
  });
});
