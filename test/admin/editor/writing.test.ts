import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { has, openText, showMode } from '../../support/admin/open-text.ts';

const composed = [{ isComposing: true }, { keyCode: 229 }];

/** Whether a key does something there: each handler then prevents the default. */
const acts = async (target: Locator, key: object): Promise<boolean> => {
  await target.focus();
  return target.page().evaluate<boolean>(`{
    const key = ${JSON.stringify({ ...key, bubbles: true, cancelable: true })};
    const event = new KeyboardEvent('keydown', key);
    document.activeElement.dispatchEvent(event);
    event.defaultPrevented;
  }`);
};

/** While a word is composed, no handler gets the key; afterwards one does. */
const expectLeft = async (target: Locator, key: object): Promise<void> => {
  for (const state of composed) expect(await acts(target, { ...key, ...state })).toBe(false);
  expect(await acts(target, key)).toBe(true);
};

/** One step back takes back what was typed in one go, as in every text field of the browser. */
const expectOneStep = async (field: Locator, typed: string): Promise<void> => {
  const before = await field.inputValue();
  await field.press('Control+End');
  await field.pressSequentially(typed);
  expect(await field.inputValue()).toBe(before + typed);
  await field.press('Control+z');
  expect(await field.inputValue()).toBe(before);
  await field.press('Control+Shift+z');
  expect(await field.inputValue()).toBe(before + typed);
};

withAdmin((world) => {
  const { cms, tolerate, open } = world;

  test('a list goes on, moves by Tab, and keeps the line endings of the document', async () => {
    const { page, area, id } = await openText(world, 'Text\r\n\r\n- one', 'source');
    await area.press('Enter');
    await area.pressSequentially('two');
    await area.press('Tab');
    await has(area, 'Text\n\n- one\n  - two');
    await area.press('Shift+Tab');
    await area.press('Control+z');
    await has(area, 'Text\n\n- one\n  - two');
    await area.press('End');
    await area.press('Enter');
    await area.press('Enter');
    await area.press('Enter');
    await area.pressSequentially('end');
    await has(area, 'Text\n\n- one\n  - two\nend');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect((await dataOf(cms(), id))['body']).toBe('Text\r\n\r\n- one\r\n  - two\r\nend');
    await area.press('Tab');
    expect(await area.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA');
    await area.focus();
    await area.press('Control+Home');
    await area.press('ArrowDown');
    await area.press('ArrowDown');
    await area.press('ArrowDown');
    await area.press('Escape');
    await area.press('Tab');
    expect(await area.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA');
  });

  test('a link: to an item by its title, to an address, from the keyboard', async () => {
    const { page, area } = await openText(world, 'See this page', 'source');
    const pools = { title: 'Tidal pools', collection: 'pages' };
    const item = await cms().content.create(operator, pools);
    await area.press('Control+Home');
    for (let n = 0; n < 4; n += 1) await area.press('ArrowRight');
    for (let n = 0; n < 4; n += 1) await area.press('Shift+ArrowRight');
    await area.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Address or title of an item' });
    await field.fill('tidal');
    const option = page.getByRole('option', { name: /Tidal pools.*Pages.*Draft/ });
    await option.waitFor();
    await inspect(page, 'writing-link');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.selectionEnd')).toBe(8);
    await page.keyboard.press('Control+k');
    await field.fill('tidal');
    await option.waitFor();
    await field.press('Enter');
    await has(area, `See [this](quoin:${item.id}) page`);
    await page.keyboard.press('Control+z');
    await has(area, 'See this page');
    await area.press('Control+End');
    await area.press('Control+k');
    await field.fill('example.com/a');
    await field.press('Enter');
    await has(area, 'See this page[example.com/a](https://example.com/a)');
    await page.getByLabel('Summary').press('Control+k');
    await page.getByRole('combobox', { name: 'Screen, collection or item' }).waitFor();
  });

  test('a link to an item counts as a use of it, and is shown by its title', async () => {
    const { page, area } = await openText(world, 'See /pages/tidal-pools and ', 'source');
    const item = await cms().content.create(operator, {
      title: 'Tidal pools',
      collection: 'pages',
    });
    await area.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Address or title of an item' });
    await field.fill('tidal');
    await page.getByRole('option', { name: /Tidal pools/ }).waitFor();
    await field.press('Enter');
    await has(area, `See /pages/tidal-pools and [Tidal pools](quoin:${item.id})`);
    await page.getByText('Links to Tidal pools').waitFor();
    await inspect(page, 'writing-linked-items');
    await page.keyboard.press('Control+s');
    await saved(page);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const shown = page.getByRole('region', { name: 'Body: preview' });
    const link = shown.getByRole('link', { name: 'Tidal pools' });
    expect(await link.getAttribute('href')).toBe(`/admin/content/${item.id}`);
    await page.goto(`/admin/content/${item.id}`);
    await page.getByRole('heading', { name: 'Used in 1 item' }).waitFor();
    await page.getByRole('link', { name: 'Pools', exact: true }).waitFor();
  });

  test('the toolbar is one tab stop, shows what the caret is in, and its commands are undone', async () => {
    const { page, area } = await openText(world, 'A **bold** word', 'source');
    const bar = page.getByRole('toolbar', { name: 'Body: formatting' });
    await area.press('Shift+Tab');
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.textContent.trim() || document.activeElement.ariaLabel',
      );
    expect(await focused()).toBe('Source');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('Text');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Only the text');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Text');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await has(area, '## A **bold** word');
    const style = bar.getByRole('button', { name: 'Heading 2' });
    await style.waitFor();
    await area.press('End');
    for (let n = 0; n < 9; n += 1) await area.press('ArrowLeft');
    await bar.getByRole('button', { name: 'Bold (Ctrl+B)', pressed: true }).waitFor();
    await bar.getByRole('button', { name: 'Undo' }).click();
    await has(area, 'A **bold** word');
    await page.reload();
    await bar.getByRole('button', { name: 'Source', pressed: true }).waitFor();
    await area.focus();
    const font = await page.evaluate<string>('getComputedStyle(document.activeElement).fontFamily');
    expect(font).toContain('mono');
  });

  test('the preview is in the place of the text or beside it, at the same place', async () => {
    tolerate(/^Executing inline event handler/);
    const part = (n: number) => `## Part ${n}\n\n${'Words of a paragraph. '.repeat(20)}\n\n`;
    const text = Array.from({ length: 40 }, (_, n) => part(n)).join('');
    const { page, area } = await openText(
      world,
      `- [x] done\n\nA note[^1].\n\n[^1]: The note.\n\n${text}`,
      'source',
    );
    await page.setViewportSize({ width: 1100, height: 800 });
    await area.press('Control+Home');
    await page.evaluate('scrollTo(0, 4000)');
    const preview = page.getByRole('button', { name: 'Preview' });
    // Without the scrolling that comes before a click of Playwright.
    const press = () => preview.dispatchEvent('click');
    await press();
    const shown = page.getByRole('region', { name: 'Body: preview' });
    await shown.getByRole('heading', { name: 'Part 39' }).waitFor();
    const top = () =>
      page.evaluate<string>(
        `[...document.querySelectorAll('[role=region] h2')].find((each) => each.getBoundingClientRect().top > 0).textContent`,
      );
    const number = Number((await top()).slice(5));
    expect(number).toBeGreaterThan(5);
    expect(number).toBeLessThan(35);
    expect(await preview.isVisible()).toBe(true);
    await press();
    await expect.poll(() => page.evaluate('scrollY')).toBe(4000);
    const focusedPlace = `document.caretPositionFromPoint(400, 160).offset`;
    const place = await page.evaluate<number>(focusedPlace);
    await press();
    await shown.getByRole('heading', { name: 'Part 39' }).waitFor();
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 2000);
    await expect.poll(async () => Number((await top()).slice(5))).toBeGreaterThan(number + 2);
    const later = Number((await top()).slice(5));
    await press();
    await expect.poll(() => page.evaluate<number>(focusedPlace)).toBeGreaterThan(place);
    const source = await area.inputValue();
    const at = source.lastIndexOf('## Part', await page.evaluate<number>(focusedPlace));
    const seen = Number(/\d+/.exec(source.slice(at))?.[0]);
    expect(Math.abs(seen - later)).toBeLessThan(2);
    expect(await page.evaluate('document.activeElement.id')).toBe('field-body');
    await page.setViewportSize({ width: 1440, height: 900 });
    await press();
    await shown.getByRole('heading', { name: 'Part 39' }).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    const boxes = await Promise.all([area.boundingBox(), shown.boundingBox()]);
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(() => area.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => area.isVisible()).toBe(true);
    expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0) - 1);
    await shown.getByRole('img', { name: 'Done', exact: true }).waitFor();
    expect(
      await shown.getByRole('heading', { name: 'Part 1', exact: true }).getAttribute('dir'),
    ).toBe('auto');
    const noted = await shown.getByText('The note.').boundingBox();
    const last = await shown.getByRole('heading', { name: 'Part 39' }).boundingBox();
    expect(noted?.y).toBeGreaterThan(last?.y ?? Infinity);
    await shown.getByRole('link', { name: '1', exact: true }).first().click();
    expect(await page.evaluate('location.hash')).toBe('');
    await area.press('Control+Home');
    await area.pressSequentially('Typed beside it. ');
    await shown.getByText('Typed beside it.').waitFor();
    await inspect(page, 'writing-preview');
  });

  test('keys that compose a word are left to the input method, everywhere', async () => {
    const item = await createArticle(cms(), 'Pools', { summary: 's', body: '- one\n- two' });
    const page = await open(`/admin/content/${item.id}`);
    await showMode(page, 'source');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.press('Control+End');
    const ctrlKey = true;
    await expectLeft(body, { key: 'b', ctrlKey });
    await expectLeft(body, { key: 'i', ctrlKey });
    await expectLeft(page.getByLabel('Summary'), { key: 'k', ctrlKey });
    const field = page.getByRole('combobox', { name: 'Screen, collection or item' });
    await field.fill('pools');
    await page.getByRole('option', { name: 'Pools' }).waitFor();
    for (const key of ['ArrowUp', 'ArrowDown']) await expectLeft(field, { key });
    // As the input methods of Safari and Chromium send the Escape that ends a composition.
    const session = await page.context().newCDPSession(page);
    const escape = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...escape });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...escape });
    await page.getByRole('option', { name: 'Pools' }).waitFor();
    await expectLeft(field, { key: 'Enter' });
    await field.waitFor({ state: 'detached' });
    await body.waitFor();
    await expectLeft(body, { key: 's', ctrlKey });
    await saved(page);
    await expectLeft(body, { key: 'Enter', ctrlKey });
    await page.getByText('Published', { exact: true }).waitFor();

    await page.goto('/admin/collections/articles');
    const toggle = page.getByRole('button', { name: /^Summary/, expanded: false }).first();
    await expectLeft(toggle, { key: 'ArrowDown', altKey: true });
    await expectLeft(page.getByRole('tab').first(), { key: 'ArrowRight' });
    await cms().collections.create(operator, { name: 'more', displayName: 'More', schema: {} });
    await page.goto('/admin/content');
    await page.getByRole('button', { name: 'New item' }).click();
    const link = page.getByRole('main').getByRole('link', { name: 'More' });
    for (const key of ['ArrowDown', 'ArrowUp']) await expectLeft(link, { key });
  });

  test('every text field undoes and redoes as the browser does', async () => {
    const data = { summary: 'old', body: 'One\r\ntwo', tags: ['a'], settings: { a: 1 }, rating: 1 };
    const item = await createArticle(cms(), 'Pools', data);
    const page = await open(`/admin/content/${item.id}`);
    await showMode(page, 'source');
    const words = ' hello world again';
    await expectOneStep(page.getByLabel('Title (required)'), words);
    await expectOneStep(page.getByLabel('Slug'), words);
    await expectOneStep(page.getByLabel('Summary'), words);
    await expectOneStep(page.getByRole('textbox', { name: 'Body' }), words);
    await expectOneStep(page.getByLabel('Tags', { exact: true }), words);
    await expectOneStep(page.getByLabel('Name'), words);
    await expectOneStep(page.getByLabel('Settings'), words);
    await expectOneStep(page.getByLabel('Rating'), words);
    await page.goto('/admin/collections/articles');
    await page
      .getByRole('button', { name: /^Summary/, expanded: false })
      .first()
      .click();
    await page.getByText('In the form', { exact: true }).first().click();
    for (const name of ['Label', 'Hint', 'Description']) {
      await expectOneStep(page.getByLabel(name, { exact: true }).first(), 'hello');
    }
  });

  test('commands of Markdown are undone, also after a save; a text from elsewhere replaces it', async () => {
    const item = await createArticle(cms(), 'Pools', { summary: 's', body: 'One' });
    const page = await open(`/admin/content/${item.id}`);
    await showMode(page, 'source');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.press('Control+End');
    await body.pressSequentially(' two three');
    await body.press('Control+Shift+ArrowLeft');
    await body.press('Control+b');
    expect(await body.inputValue()).toBe('One two **three**');
    await body.press('Control+s');
    await saved(page);
    await body.press('Control+z');
    expect(await body.inputValue()).toBe('One two three');
    await body.press('Control+z');
    expect(await body.inputValue()).toBe('One');
    await body.press('Control+y');
    await body.press('Control+s');
    await saved(page);
    expect((await dataOf(cms(), item.id))['body']).toBe('One two three');
    await cms().content.update(operator, item.id, { data: { summary: 's', body: 'Theirs' } });
    await page.getByLabel('Summary').fill('mine');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await body.inputValue()).toBe('Theirs');
  });
});
