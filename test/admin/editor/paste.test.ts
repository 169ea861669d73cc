import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { adminPassword, inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { has, openText, showMode, sourceOf } from '../../support/admin/open-text.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';
import { pasteInto } from '../../support/admin/paste-into.ts';
import { convertedHtml, plainHtml } from '../../support/admin/pasted-html.ts';

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Texts full of what Markdown reads as marks, some of them formatted. */
const marksOfMarkdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'b1',
        ' ',
        '.',
        'é',
        '字',
        '1. ',
        '2) ',
        '- ',
        '+ ',
        '* ',
        '# ',
        '> ',
        '=',
        '---',
      ),
      fc.constantFrom(
        '*',
        '_',
        '~',
        '~~',
        '`',
        '``',
        '[',
        ']',
        '(',
        ')',
        '!',
        '|',
        ':',
        '\\',
        '<',
        '>',
        '&',
      ),
      fc.constantFrom(
        '<div>',
        '</p>',
        '<!-- ',
        '<b',
        '&amp;',
        '&#42;',
        '[^1]',
        '[a](b)',
        '![a](b)',
        '```',
      ),
      fc.constantFrom(
        'https://a.example/b_c_d',
        'www.a.example/*b*',
        'a_b@c.example',
        '\u00a0',
        '===',
      ),
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) => escapeHtml(all.join('')));

const pastedTexts = fc
  .array(
    fc.tuple(fc.constantFrom('', '', 'b', 'i', 's', 'sup', 'code', 'span', 'br'), marksOfMarkdown),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all
      .map(([name, text]) =>
        name === '' ? text : name === 'br' ? `${text}<br>` : `<${name}>${text}</${name}>`,
      )
      .join(''),
  );

const image = Buffer.from(paintedPng(90, 60)).toString('base64');

const note = Buffer.from('A note.\n').toString('base64');

interface Given {
  readonly name: string;
  readonly content?: string;
  /** The text that is copied along. */
  readonly text?: string;
}

/** Drops or pastes files. @returns whether the page took them: else the browser opens a dropped file. */
const give = (
  target: Locator,
  type: 'drop' | 'paste',
  files: readonly Given[],
  text = '',
): Promise<boolean> =>
  target.focus().then(() =>
    target.page().evaluate<boolean>(`{
      const data = new DataTransfer();
      for (const { name, content } of ${JSON.stringify(files)}) {
        const bytes = Uint8Array.from(atob(content ?? '${image}'), (each) => each.charCodeAt(0));
        const type = name.endsWith('.png') ? 'image/png' : 'text/plain';
        data.items.add(new File([bytes], name, { type }));
      }
      if (${JSON.stringify(text)} !== '') data.setData('text/plain', ${JSON.stringify(text)});
      const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
      const Kind = ${type === 'drop' ? 'DragEvent' : 'ClipboardEvent'};
      !document.activeElement.dispatchEvent(new Kind('${type}', options));
    }`),
  );

withAdmin((world) => {
  const { cms } = world;

  describe('a paste of formatted text', () => {
    test('becomes Markdown where that keeps more than the plain text', async () => {
      const { area } = await openText(world, '');
      for (const { name, html, text = 'plain', markdown } of convertedHtml) {
        await area.fill('');
        await pasteInto(area, html, text);
        await expect.poll(() => sourceOf(area), { message: name }).toBe(markdown);
      }
      for (const { name, html, text } of plainHtml) {
        await area.fill('');
        await pasteInto(area, html, text);
        await expect.poll(() => sourceOf(area), { message: name }).toBe(text);
      }
    });

    test('shows readers the characters that were copied, whatever they are', async () => {
      const { page, area } = await openText(world, '');
      const words = fc.sample(pastedTexts, { numRuns: 300, seed: 47 });
      const html = [...words, 'The end'].map((each) => `<p>${each}</p>`).join('');
      const copied = await page.evaluate<readonly string[]>(
        `[...new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html').querySelectorAll('p')].map((each) => each.textContent.replace(/\\s+/g, '')).filter(Boolean)`,
      );
      await pasteInto(area, html, 'plain');
      await expect.poll(async () => (await sourceOf(area)).length).toBeGreaterThan(1_000);
      await showMode(page, 'source');
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      const shown = page.getByRole('region', { name: 'Body: preview' });
      await shown.getByText('The end').waitFor();
      const seen = await shown.evaluate((box) =>
        [...box.children]
          .filter((each) => each.localName !== 'span')
          .map((each) => each.textContent.replace(/\s+/g, '')),
      );
      expect(seen).toEqual(copied);
    });

    test('is one step, can become plain text, and is plain text with Shift', async () => {
      const { page, area } = await openText(world, 'One');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
        'text/html': new Blob(['<h2>Two</h2><p><b>three</b></p>'], { type: 'text/html' }),
        'text/plain': new Blob(['Two\\nthree'], { type: 'text/plain' }),
      })])`);
      await area.press('Control+v');
      await has(area, 'One\n\n## Two\n\n**three**');
      await area.press('Control+z');
      await has(area, 'One');
      await area.press('Control+v');
      await has(area, 'One\n\n## Two\n\n**three**');
      await area.press('End');
      await area.pressSequentially('!');
      await page.getByText('Pasted with formatting').waitFor();
      // It stays while it has the focus.
      await area.press('Tab');
      await inspect(page, 'writing-pasted');
      await page.keyboard.press('Enter');
      await has(area, 'One\n\nTwo\nthree!');
      await area.press('Control+z');
      await has(area, 'One\n\n## Two\n\n**three**!');
      await area.fill('');
      await area.press('Control+Shift+v');
      await has(area, 'Two\nthree');
    });
  });

  describe('files', () => {
    test('that are pasted or dropped are stored and shown at the caret, also several', async () => {
      const { page, area, id } = await openText(world, 'One\r\ntwo');
      const held = Promise.withResolvers<void>();
      await page.route('**/api/media/upload', async (route) => {
        await held.promise;
        await route.continue();
      });
      expect(await give(area, 'paste', [{ name: 'harbour.png' }])).toBe(true);
      await has(area, 'One\ntwo\n\n![Uploading harbour.png…]()');
      // The text is saved without the placeholder, and typing goes on.
      await area.press('Control+Home');
      await area.pressSequentially('Zero ');
      await page.keyboard.press('Control+s');
      await saved(page);
      expect(String((await dataOf(cms(), id))['body']).trimEnd()).toBe('Zero One\r\ntwo');
      await page.getByLabel('Summary').focus();
      held.resolve();
      const url = /!\[\]\((http[^)]*harbour\.png)\)/;
      await expect.poll(() => sourceOf(area)).toMatch(url);
      expect(await page.evaluate('document.activeElement.id')).toBe('field-summary');
      // The description goes into the file and into the text.
      await page.getByLabel('What does harbour.png show?').fill('The harbour [at noon]');
      await page.keyboard.press('Enter');
      await expect.poll(() => sourceOf(area)).toContain('![The harbour \\[at noon\\]](http');
      const [file] = await cms().media.list(operator, { limit: 9 });
      expect(file?.alt).toBe('The harbour [at noon]');
      await area.press('Control+z');
      await expect.poll(() => sourceOf(area)).toMatch(url);

      await area.fill('Start');
      const both = [{ name: 'a.png' }, { name: 'note.txt', content: note }];
      expect(await give(area, 'drop', both)).toBe(true);
      await expect
        .poll(() => sourceOf(area))
        .toMatch(/^Start\n\n!\[\]\(http[^)]*\)\n\n\[note\.txt\]\(http[^)]*\)$/);
      await page.keyboard.press('Control+s');
      await saved(page);
      expect((await dataOf(cms(), id))['body']).toBe(await sourceOf(area));
      await inspect(page, 'writing-image');
    });

    test('that fail leave no trace in the text and can be tried again; text with a picture is text', async () => {
      const { page, area } = await openText(world, 'One');
      await page.route('**/api/media/upload', (route) => route.abort());
      await give(area, 'paste', [{ name: 'a.png' }]);
      const toast = page.getByText('a.png was not uploaded');
      await toast.waitFor();
      await has(area, 'One');
      await page.unroute('**/api/media/upload');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => sourceOf(area)).toMatch(/^One\n\n!\[\]\(http[^)]*a\.png\)$/);
      await area.fill('One ');
      await give(area, 'paste', [{ name: 'image.png' }], 'Words of Word');
      await has(area, 'One Words of Word');
      await showMode(page, 'source');
      expect(await give(area, 'paste', [{ name: 'image.png' }], 'Words of Word')).toBe(false);
    });

    test('dropped beside the text do nothing; a user without the right is told why', async () => {
      const { page, area } = await openText(world, 'One');
      const beside = [page.getByLabel('Summary'), page.getByRole('button', { name: 'Source' })];
      for (const each of beside) expect(await give(each, 'drop', [{ name: 'a.png' }])).toBe(true);
      await has(area, 'One');
      const viewer = {
        email: 'viewer@example.com',
        password: adminPassword,
        role: 'viewer',
      } as const;
      const { user } = await cms().users.create(operator, viewer);
      const editing = [{ collection: 'articles', role: 'editor' }] as const;
      await cms().users.setPermissions(operator, user.id, editing);
      const theirs = await world.open(new URL(page.url()).pathname, 'viewer');
      const text = theirs.getByRole('textbox', { name: 'Body' });
      expect(await give(text, 'drop', [{ name: 'a.png' }])).toBe(true);
      await theirs.getByText('Your role does not include uploading files.').waitFor();
      await has(text, 'One');
    });
  });
});
