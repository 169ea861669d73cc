import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { has, openHtml, showMode, sourceOf } from '../../support/admin/open-text.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';
import { pasteInto } from '../../support/admin/paste-into.ts';
import { wordDocument } from '../../support/admin/pasted-html.ts';

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await saved(page);
};

const everything = `<!-- first -->
<h2 id=tides onclick="window.ran = 1">Tides</h2>
<p class="lead">Some <b>bold</b> &amp; <i>soft</i> <a href="/guide">words</a>,
over two lines.<p>Unclosed
<ul><li>one<li>two<ol><li>inner</ol></ul>
<blockquote><p>Quoted</p></blockquote>
<table>
<tr>
<th>A</th>
<th>B</th>
</tr>
<tr><td>1</td><td>2</td></tr>
</table>
<pre><code>a
  b</code></pre>
<script>window.ran = true;</script>
<x-card a='b'>Card</x-card><img src=x onerror="window.ran = 2">
<iframe src="https://example.com/video"></iframe>
<p>https://www.youtube.com/watch?v=1</p>`;

/** What a reader sees of a text: without the tags that are hidden. */
const shown = (area: Locator): Promise<string> => area.innerText();

withAdmin((world) => {
  const { cms, tolerate } = world;

  describe('formatted HTML', () => {
    test('is written from nothing by keyboard, and published as valid HTML', async () => {
      const { page, area, id } = await openHtml(world);
      const { keyboard } = page;
      await keyboard.type('First ');
      await keyboard.press('Control+b');
      await keyboard.type('bold');
      await keyboard.press('ArrowRight');
      await keyboard.type(' 1 < 2 & 3');
      await keyboard.press('Enter');
      await keyboard.type('/head');
      await page.getByRole('option', { name: 'Heading 2' }).waitFor();
      await keyboard.press('Enter');
      await keyboard.type('Tides');
      await keyboard.press('Enter');
      await keyboard.type('/bul');
      await page.getByRole('option', { name: 'Bulleted list' }).waitFor();
      await keyboard.press('Enter');
      await keyboard.type('one');
      await keyboard.press('Enter');
      await keyboard.type('two');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await keyboard.press('Enter');
      await keyboard.type('three');
      await keyboard.press('Enter');
      await keyboard.press('Enter');
      await keyboard.type('last');
      const made =
        '<p>First <strong>bold</strong> 1 &lt; 2 &amp; 3</p>\n<h2>Tides</h2>\n' +
        '<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n<li>three</li>\n</ul>\n<p>last</p>';
      await has(area, made);
      await page.getByText('10 words · 1 min to read').waitFor();
      // With the title.
      await save(page);
      expect((await cms().content.getInfo(operator, { id, client: 'test' })).words).toBe(11);
      await keyboard.press('Control+Enter');
      await page.getByText('Published', { exact: true }).first().waitFor();
      expect((await dataOf(cms(), id))['body']).toBe(made);
    });

    test('looks as it will be read, runs nothing, and is stored byte for byte', async () => {
      tolerate(/Content.Security.Policy|ERR_/);
      const stored = everything.replaceAll('\n', '\r\n');
      const { page, area, id } = await openHtml(world, stored);
      await page.getByLabel('Summary').focus();
      const text = await shown(area);
      expect(text).not.toMatch(/<(?!script|!--|\/script|\/?x-card)/);
      expect(text).toContain('words, over two lines.');
      expect(text).toContain('<script>window.ran = true;</script>');
      expect(text).toContain("<x-card a='b'>Card</x-card>");
      await area.getByText('Video on YouTube').waitFor();
      await area.getByText('example.com', { exact: true }).waitFor();
      const lefts = await area
        .locator('.text-cell')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
      expect(lefts).toHaveLength(4);
      expect(lefts.slice(2)).toEqual(lefts.slice(0, 2));
      for (const place of ['Tides', 'soft', 'inner', 'Quoted', 'Card']) {
        await area.getByText(place).first().click();
        await page.keyboard.type('x');
        await page.keyboard.press('Backspace');
      }
      await has(area, everything);
      await area.press('Control+Home');
      await page.keyboard.type('x');
      await page.keyboard.press('Control+z');
      await has(area, everything);
      await page.getByLabel('Summary').fill('changed');
      await save(page);
      expect((await dataOf(cms(), id))['body']).toBe(stored);
      expect(await page.evaluate('window.ran')).toBeUndefined();
      await inspect(page, 'formatted-html');
    });

    test('is formatted by the toolbar, a line at a time, and undone as one step', async () => {
      const { page, area } = await openHtml(world, '<p>One</p>\n<p>two</p>');
      const { keyboard } = page;
      await page.setViewportSize({ width: 1700, height: 900 });
      const tools = page.getByRole('toolbar', { name: 'Body: formatting' });
      await keyboard.press('Control+a');
      await keyboard.press('Control+i');
      await has(area, '<p><em>One</em></p>\n<p><em>two</em></p>');
      await keyboard.press('Control+i');
      await has(area, '<p>One</p>\n<p>two</p>');
      await tools.getByRole('button', { name: 'Numbered list' }).click();
      await has(area, '<ol>\n<li>One</li>\n<li>two</li>\n</ol>');
      await keyboard.press('Control+z');
      await has(area, '<p>One</p>\n<p>two</p>');
      await keyboard.press('Control+Home');
      await tools.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Heading 3' }).click();
      await has(area, '<h3>One</h3>\n<p>two</p>');
      await tools.getByRole('button', { name: 'Quote' }).click();
      await has(area, '<blockquote>\n<h3>One</h3>\n</blockquote>\n<p>two</p>');
      expect(await tools.getByRole('button', { name: 'Task list' }).count()).toBe(0);
      await keyboard.press('End');
      await keyboard.press('ArrowRight');
      await keyboard.press('Backspace');
      await has(area, '<blockquote>\n<h3>Onetwo</h3>\n</blockquote>');
      await keyboard.press('Control+z');
      await keyboard.press('Control+a');
      await keyboard.type('x');
      await has(area, '<blockquote>\n<h3>x</h3>\n</blockquote>');
    });

    test('has links to addresses and items, which are changed and removed at the caret', async () => {
      const pools = { title: 'Tidal pools', collection: 'pages' };
      const item = await cms().content.create(operator, pools);
      const { page, area } = await openHtml(world, '<p>See here</p>');
      const { keyboard } = page;
      await keyboard.press('Control+Shift+ArrowLeft');
      await keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Address or title of an item' });
      await field.fill('tidal');
      await page.getByRole('option', { name: /Tidal pools/ }).waitFor();
      await field.press('Enter');
      await has(area, `<p>See <a href="quoin:${item.id}">here</a></p>`);
      await page.getByText('Links to Tidal pools').waitFor();
      await keyboard.press('ArrowLeft');
      await area.locator('.text-address').getByText('Tidal pools').waitFor();
      await keyboard.press('Control+k');
      await field.fill('/about?a&b');
      await field.press('Enter');
      await has(area, '<p>See <a href="/about?a&amp;b">here</a></p>');
      await keyboard.press('Control+k');
      await page.getByRole('button', { name: 'Remove the link' }).click();
      await has(area, '<p>See here</p>');
    });

    test('has pictures with their texts, tables and embeds', async () => {
      const { page, area, id } = await openHtml(world, '<p>Before</p>');
      const { keyboard } = page;
      const png = Buffer.from(paintedPng(60, 40)).toString('base64');
      await area.evaluate((element, content) => {
        const files = new DataTransfer();
        const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
        files.items.add(new File([bytes], 'pool.png', { type: 'image/png' }));
        const options = { clipboardData: files, bubbles: true, cancelable: true };
        element.dispatchEvent(new ClipboardEvent('paste', options));
      }, png);
      await expect
        .poll(() => sourceOf(area))
        .toMatch(/<p>Before<\/p>\n<p><img src="[^"]+" alt=""><\/p>/);
      const [, url = ''] = /src="([^"]+)"/.exec(await sourceOf(area)) ?? [];
      await area.getByLabel('Alternative text').fill('A "pool"');
      await area.getByLabel('Caption').fill('Low & calm');
      const picture = `<p><img src="${url}" alt="A &quot;pool&quot;" title="Low &amp; calm"></p>`;
      await has(area, `<p>Before</p>\n${picture}`);
      await keyboard.press('Enter');
      await keyboard.press('Enter');
      await keyboard.type('/table');
      await page.getByRole('option', { name: 'Table' }).waitFor();
      await keyboard.press('Enter');
      await keyboard.type('A');
      for (const typed of ['B', '1', '2', '3']) {
        await keyboard.press('Tab');
        await keyboard.type(typed);
      }
      await has(
        area,
        `<p>Before</p>\n${picture}\n<table>\n<thead>\n<tr><th>A</th><th>B</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td>2</td></tr>\n<tr><td>3</td><td></td></tr>\n</tbody>\n</table>`,
      );
      await keyboard.press('Control+End');
      await keyboard.type('After');
      await keyboard.press('Enter');
      await keyboard.type('/embed');
      await keyboard.press('Enter');
      await page.getByLabel('Address').fill('https://vimeo.com/1');
      await keyboard.press('Enter');
      await expect
        .poll(() => sourceOf(area))
        .toMatch(/<\/table>\n<p>After<\/p>\n<p>https:\/\/vimeo\.com\/1<\/p>$/);
      await save(page);
      const references = (await dataOf(cms(), id))['body'];
      expect(references).toContain(picture);
    });

    test('takes what Word and others copy as clean HTML, and plain text as its characters', async () => {
      const { page, area } = await openHtml(world);
      await pasteInto(area, wordDocument.html, wordDocument.text ?? '');
      const clean =
        '<h1>Title</h1>\n<h2>Part</h2>\n<p><strong>Bold</strong>, <em>italic</em>, <strong>more</strong></p>\n' +
        '<ul>\n<li>one\n<ul>\n<li>inner</li>\n</ul></li>\n<li>two</li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>';
      await has(area, clean);
      await page.getByRole('button', { name: 'Use plain text' }).click();
      await expect.poll(() => sourceOf(area)).toMatch(/^<p>Title<br>\nPart<br>\nBold, italic/);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await pasteInto(area, '', '1 < 2 & <b>\n\nnext');
      await expect
        .poll(() => sourceOf(area))
        .toContain('1 &lt; 2 &amp; &lt;b&gt;</p>\n<p>next</p>');
      await pasteInto(
        area,
        '<p onclick="alert(1)" style="color:red">a <a href="javascript:alert(1)">b</a><img src=x onerror="window.ran=1"></p><script>window.ran=1</script><ul><li>c</li></ul>',
        'a b\nc',
      );
      await expect.poll(() => sourceOf(area)).toContain('<p>a b</p>\n<ul>\n<li>c</li>\n</ul>');
      expect(await page.evaluate('window.ran')).toBeUndefined();
    });

    test('is written as its source, with a preview that runs nothing', async () => {
      tolerate(/Content.Security.Policy|ERR_/);
      const { page, area } = await openHtml(
        world,
        '<p>One</p><script>window.ran = 1</script><p onclick="window.ran = 2"><a href="/x">two</a></p>',
      );
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'Source' }).click();
      const selection = () =>
        page.evaluate('[document.activeElement.tagName, document.activeElement.selectionStart]');
      await expect.poll(selection).toEqual(['TEXTAREA', 4]);
      await page.keyboard.type('<');
      await page.keyboard.press('Enter');
      await expect.poll(() => sourceOf(area)).toContain('<p>O<\nne</p>');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('region', { name: 'Body: preview' });
      await preview.getByRole('link', { name: 'two' }).waitFor();
      expect(await preview.locator('script, [onclick]').count()).toBe(0);
      expect(await page.evaluate('window.ran')).toBeUndefined();
      await inspect(page, 'formatted-html-preview');
      await page.getByRole('button', { name: 'Preview' }).click();
      await showMode(page, 'formatted');
    });

    test('leaves words that are composed to the input method, also the first ones', async () => {
      const { page, area } = await openHtml(world);
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
      await has(area, '<p>坂</p>');
      await page.keyboard.press('Enter');
      await page.keyboard.type('שלום');
      await has(area, '<p>坂</p>\n<p>שלום</p>');
      const direction =
        'getComputedStyle([...document.querySelectorAll(".cm-line")].at(-1)).direction';
      expect(await page.evaluate(direction)).toBe('rtl');
    });
  });
});
