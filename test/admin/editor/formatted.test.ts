import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { has, openText, showMode, sourceOf } from '../../support/admin/open-text.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';
import { chunks } from '../../support/media/media-world.ts';

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await saved(page);
};

/** What a reader sees of a text: without the marks that are hidden. */
const shown = (area: Locator): Promise<string> => area.innerText();

withAdmin((world) => {
  const { cms, open } = world;

  const uploadPicture = async (): Promise<string> => {
    const { key } = await cms().media.upload(operator, {
      originalName: 'pool.png',
      body: chunks(paintedPng(60, 40)),
      folder: () => undefined,
    });
    return `/files/${key}`;
  };

  describe('a formatted text', () => {
    test('looks as it will be read, with the marks where the caret is', async () => {
      const text =
        '## Tides\n\nSome **bold** words\n\n- one\n\n| A | B |\n| --- | --- |\n| 1 | 2 |';
      const { page, area } = await openText(world, text);
      await page.getByLabel('Summary').focus();
      expect(await shown(area)).not.toMatch(/[#*|]/);
      const size = (name: string) =>
        page.evaluate<number>(
          `parseFloat(getComputedStyle(document.querySelector('.text-${name}')).fontSize)`,
        );
      expect(await size('h2')).toBeGreaterThan(await size('level-1'));
      // The policy of the page lets the styles of CodeMirror in.
      const wrapping = "getComputedStyle(document.querySelector('.cm-content')).whiteSpace";
      expect(await page.evaluate(wrapping)).toBe('break-spaces');
      const cells = await area
        .locator('.text-cell')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
      expect(cells).toHaveLength(4);
      expect(cells.slice(2)).toEqual(cells.slice(0, 2));
      await area.getByText('bold').click();
      await expect.poll(() => shown(area)).toContain('**bold**');
      expect(await shown(area)).not.toContain('#');
      await inspect(page, 'formatted-text');
    });

    test('is written by paragraphs, lists and cells, and keeps the line endings of the document', async () => {
      const { page, area, id } = await openText(world, 'One\r\n\r\n- two');
      const { keyboard } = page;
      await area.press('Enter');
      await keyboard.type('three');
      await keyboard.press('Enter');
      await keyboard.press('Enter');
      await keyboard.press('Control+Home');
      await keyboard.press('End');
      await keyboard.press('Enter');
      await keyboard.type('Next');
      await has(area, 'One\n\nNext\n\n- two\n- three\n');
      await keyboard.press('Home');
      await keyboard.press('Backspace');
      await has(area, 'OneNext\n\n- two\n- three\n');
      await keyboard.press('Control+z');
      await keyboard.press('Control+End');
      await keyboard.type('/tab');
      await page.getByRole('option', { name: 'Table' }).waitFor();
      await keyboard.press('Enter');
      await keyboard.type('A');
      for (const typed of ['B', '1', '2', '3']) {
        await keyboard.press('Tab');
        await keyboard.type(typed);
      }
      await keyboard.press('Shift+Tab');
      await keyboard.type('x');
      const table = '| A | B |\n| --- | --- |\n| 1 | x |\n| 3 |  |';
      await has(area, `One\n\nNext\n\n- two\n- three\n\n${table}`);
      await save(page);
      const stored = `One\n\nNext\n\n- two\n- three\n\n${table}`.replaceAll('\n', '\r\n');
      expect((await dataOf(cms(), id))['body']).toBe(stored);
    });

    test('has a menu for what is put into it, on / and on +', async () => {
      const { page, area } = await openText(world, '');
      const { keyboard } = page;
      const menu = page.getByRole('listbox');
      await keyboard.type('/');
      await menu.waitFor();
      const names = await menu.getByRole('option').allInnerTexts();
      expect(names).toEqual([
        'Heading 2',
        'Heading 3',
        'Heading 4',
        'Bulleted list',
        'Numbered list',
        'Task list',
        'Quote',
        'Table',
        'Picture',
        'File',
        'Embed',
        'Link',
        'Code block',
        'Divider',
      ]);
      await inspect(page, 'formatted-menu');
      await keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await has(area, '/');
      await keyboard.press('Backspace');
      await page.getByRole('button', { name: 'Insert (/)' }).click();
      await menu.waitFor();
      await keyboard.type('check');
      await keyboard.press('Enter');
      await keyboard.type('count limpets');
      await has(area, '- [ ] count limpets');
      await area.getByRole('checkbox', { name: 'Done' }).click();
      await has(area, '- [x] count limpets');
      await keyboard.press('Control+End');
      await keyboard.press('Enter');
      await keyboard.press('Enter');
      await keyboard.type('/embed');
      await keyboard.press('Enter');
      await page.getByLabel('Address').fill('https://www.youtube.com/watch?v=1');
      await keyboard.press('Enter');
      await expect.poll(() => sourceOf(area)).toContain('\n\nhttps://www.youtube.com/watch?v=1');
      await page.getByLabel('Summary').focus();
      await area.getByText('Video on YouTube').waitFor();
      // A slash within a line is a slash.
      await area.press('Control+Home');
      await keyboard.press('End');
      await keyboard.type(' and/or /quote');
      expect(await menu.count()).toBe(0);
    });

    test('shows pictures in their place, with the alternative text and the caption', async () => {
      const url = await uploadPicture();
      const { page, area, id } = await openText(world, `Before\n\n![](${url})\n\nAfter`);
      const image = area.locator('.text-picture img');
      const width = 'document.querySelector(".text-picture img")?.naturalWidth';
      await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(0);
      await area.getByLabel('Alternative text').fill('A "pool" [at noon]');
      await area.getByLabel('Caption').fill('Low "tide"');
      await has(area, `Before\n\n![A "pool" \\[at noon\\]](${url} "Low \\"tide\\"")\n\nAfter`);
      await inspect(page, 'formatted-picture');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.className')).toContain('cm-content');
      await image.click();
      await page.keyboard.press('Delete');
      await has(area, 'Before\n\n\n\nAfter');
      await page.keyboard.press('Control+z');
      await area.getByLabel('Caption').waitFor();
      await save(page);
      expect((await dataOf(cms(), id))['body']).toContain('"Low \\"tide\\""');
    });

    test('changes nothing of an image but what is typed', async () => {
      const text = "![a](/files/x_\\(1\\).png 'b') ![](<https://a.example/c d(e).png>)";
      const { area } = await openText(world, text);
      const alt = area.getByLabel('Alternative text');
      await alt.first().fill('a [pool]');
      await alt.last().fill('c');
      await has(area, text.replace('[a]', '[a \\[pool\\]]').replace('[]', '[c]'));
      await area.getByLabel('Caption').last().fill('d');
      await area.getByLabel('Caption').first().fill('');
      await has(
        area,
        '![a \\[pool\\]](/files/x_\\(1\\).png) ![c](<https://a.example/c d(e).png> "d")',
      );
    });

    test('names the items to which its links lead, whatever they say', async () => {
      const pools = { title: 'Tidal pools', collection: 'pages' };
      const item = await cms().content.create(operator, pools);
      const gone = item.id.replaceAll(/[0-8]/g, '9');
      const text = `See [this](quoin:${item.id}) and [that](quoin:${gone}).`;
      const { page, area } = await openText(world, text);
      const link = area.getByText('this', { exact: true });
      await expect.poll(() => link.getAttribute('title')).toBe('Tidal pools');
      await area.locator('.text-broken-link').waitFor();
      await link.click();
      await area.locator('.text-address').getByText('Tidal pools').waitFor();
      await cms().content.update(operator, item.id, { title: 'Rock pools' });
      await page.reload();
      await expect.poll(() => link.getAttribute('title')).toBe('Rock pools');
      await has(area, text);
    });

    test('takes back a word at a time, a command as one step, and nothing that others wrote', async () => {
      const { page, area, id } = await openText(world, 'One');
      await page.keyboard.type(' two three');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await page.keyboard.press('Control+b');
      await has(area, 'One two **three**');
      await page.keyboard.press('Control+z');
      await has(area, 'One two three');
      await page.keyboard.press('Control+z');
      await has(area, 'One two ');
      await page.keyboard.press('Control+z');
      await has(area, 'One ');
      await page.keyboard.press('Control+y');
      await has(area, 'One two ');
      await save(page);
      const theirs = { data: { summary: 's', body: 'One two and theirs' } };
      await cms().content.update(operator, id, theirs);
      await page.getByLabel('Summary').fill('mine');
      await save(page);
      await has(area, 'One two and theirs');
      await area.press('Control+z');
      await has(area, 'One and theirs');
    });

    test('is written as its source at the same place, which this browser remembers', async () => {
      const { page, area } = await openText(world, 'One **two**\n\nthree');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'Source' }).click();
      const selection = () =>
        page.evaluate('[document.activeElement.tagName, document.activeElement.selectionStart]');
      await expect.poll(selection).toEqual(['TEXTAREA', 1]);
      await page.keyboard.type('x');
      await has(area, 'Oxne **two**\n\nthree');
      await page.reload();
      await area.and(page.locator('textarea')).waitFor();
      await showMode(page, 'formatted');
      await page.keyboard.type('y');
      await expect.poll(() => sourceOf(area)).toContain('y');
      const large = await cms().content.create(operator, {
        title: 'Large',
        collection: 'articles',
        data: { body: 'words '.repeat(170_000) },
      });
      await page.goto(`/admin/content/${large.id}`);
      await area.and(page.locator('textarea')).waitFor();
      expect(await page.getByRole('button', { name: 'Source' }).count()).toBe(0);
    });

    test('takes over what was begun before it was loaded, with the caret', async () => {
      const { id } = await createArticle(cms(), 'Slow', { summary: 's', body: 'One three' });
      const page = await open('/admin');
      const loads = Promise.withResolvers<void>();
      await page.route('**/formatted-text-*.js', async (route) => {
        await loads.promise;
        await route.continue();
      });
      await page.goto(`/admin/content/${id}`);
      const area = page.getByRole('textbox', { name: 'Body' });
      await area.press('Control+Home');
      for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.type('tw');
      loads.resolve();
      await area.and(page.locator('.cm-content')).waitFor();
      await page.keyboard.type('o ');
      await has(area, 'One two three');
    });

    test('is alone on the screen until Escape', async () => {
      const { page, area, id } = await openText(world, 'One **two** [three](/four)');
      await page.getByText('3 words · 1 min to read').waitFor();
      // With the title and the summary.
      expect((await cms().content.getInfo(operator, { id, client: 'test' })).words).toBe(5);
      const { x = 0, y = 0 } = (await page.getByLabel('Title (required)').boundingBox()) ?? {};
      const isCovered = () =>
        page.evaluate<boolean>(
          `document.elementFromPoint(${x + 5}, ${y + 5}).closest('[data-alone]') !== null`,
        );
      expect(await isCovered()).toBe(false);
      await page.getByRole('button', { name: 'Only the text' }).click();
      await expect.poll(isCovered).toBe(true);
      await inspect(page, 'formatted-alone');
      await area.press('Escape');
      await expect.poll(isCovered).toBe(false);
    });

    test('leaves words that are composed to the input method, and is spelled by the browser', async () => {
      const { page, area } = await openText(world, 'One ');
      const session = await page.context().newCDPSession(page);
      const compose = (text: string) =>
        session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await compose('さ');
      await compose('さか');
      await session.send('Input.insertText', { text: '坂' });
      await has(area, 'One 坂');
      expect(await area.getAttribute('spellcheck')).toBe('true');
      await page.keyboard.press('Enter');
      await page.keyboard.type('שלום');
      await area.getByText('שלום').waitFor();
      const direction =
        'getComputedStyle([...document.querySelectorAll(".cm-line")].at(-1)).direction';
      expect(await page.evaluate(direction)).toBe('rtl');
    });

    test('finds words in a text, also in what is not on the screen', async () => {
      const { page, area } = await openText(world, `${'Words.\n\n'.repeat(400)}The needle`);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find' }).pressSequentially('needle');
      await page.keyboard.press('Enter');
      await area.getByText('The needle').waitFor();
      await inspect(page, 'formatted-find');
    });

    test('is read by a viewer, who can change nothing', async () => {
      const url = await uploadPicture();
      const { id } = await createArticle(cms(), 'Read only', { body: `- [ ] one\n\n![](${url})` });
      const page = await open(`/admin/content/${id}`, 'viewer');
      const area = page.getByRole('textbox', { name: 'Body' });
      await area.locator('.text-picture img').waitFor();
      await area.press('Control+Home');
      await page.keyboard.type('x');
      expect(await area.getByRole('checkbox').isDisabled()).toBe(true);
      expect(await area.getByLabel('Caption').isEditable()).toBe(false);
      await has(area, `- [ ] one\n\n![](${url})`);
    });
  });
});
