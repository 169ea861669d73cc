import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin-world.ts';
import { paintedPng } from '../support/painted-png.ts';

const script = '<img src=x onerror=alert(1)>';
const scriptFile = `${script}.png`;

async function* chunksOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/** A text file for the file chooser. */
const text = (name: string, bytes = 500_000) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'a'),
});

const choose = async (page: Page, files: readonly ReturnType<typeof text>[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
  await (await chooser).setFiles([...files]);
};

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

withAdmin(({ open, cms, url }) => {
  const store = (originalName: string, body: Uint8Array, folder?: string) =>
    cms().media.upload(operator, { originalName, body: chunksOf(body), folder: () => folder });
  const stored = () => cms().media.list(operator, { limit: 100 });

  describe('the upload queue', () => {
    test('shows progress, cancels and retries, and survives the change of screens', async () => {
      const page = await open('/admin/media?folder=notes/2026');
      await page.getByRole('heading', { name: 'No files match' }).waitFor();
      const limit = await uploadSpeed(page);
      await limit(30_000);
      await choose(page, [text('a.txt'), text('b.txt'), text('c.txt'), text('d.txt')]);

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
      await page.getByRole('main').getByRole('button', { name: 'Alt texts (2)' }).click();
      expect(await both.getByRole('textbox', { name: scriptFile }).inputValue()).toBe(script);
      await inspect(page, 'media-alt-texts');
      await both.getByRole('button', { name: /^Skip Pasted/ }).click();
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

      await page.getByLabel('Type').selectOption('Images');
      await page.getByRole('button', { name: 'List' }).click();
      await page.getByRole('row').nth(2).waitFor();
      await inspect(page, 'media-list');
      await page.getByLabel('Folder').selectOption('blog/2026');
      await page.getByRole('row', { name: /img src/ }).waitFor({ state: 'hidden' });
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe('/admin/media?folder=blog%2F2026&type=image&view=list');
      await page.reload();
      await page.getByRole('row', { name: /tall/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);

      await page.getByLabel('Folder').selectOption('Another folder …');
      await page.getByLabel('Name of the folder').fill('../etc');
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .getByText(/letters, digits, hyphens/)
        .waitFor();
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

    test('offers each role what it may do', async () => {
      await store('shared.txt', new TextEncoder().encode('Low tide'));
      const author = await open('/admin/media', 'author');
      await choose(author, [text('mine.txt', 10)]);
      await author.getByRole('button', { name: /^mine\.txt/ }).click();
      await author.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
      await author.keyboard.press('Escape');
      await author.getByRole('button', { name: /^shared\.txt/ }).click();
      const shared = author.getByRole('dialog', { name: 'shared.txt' });
      await shared.getByRole('button', { name: 'Copy URL' }).waitFor();
      expect(await shared.getByRole('button', { name: /Delete|Save/ }).count()).toBe(0);
      expect(await shared.getByLabel('Caption').isEditable()).toBe(false);

      const viewer = await open('/admin/media', 'viewer');
      await viewer.getByRole('button', { name: /^shared\.txt/ }).waitFor();
      expect(await viewer.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    });
  });
});
