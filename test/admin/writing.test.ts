import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { dataOf } from '../support/admin/admin-articles.ts';
import { saved } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { has, openText } from '../support/admin/open-text.ts';

withAdmin((world) => {
  const { cms, tolerate } = world;

  test('a list goes on, moves by Tab, and keeps the line endings of the document', async () => {
    const { page, area, id } = await openText(world, 'Text\r\n\r\n- one');
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
    const { page, area } = await openText(world, 'See this page');
    await cms().content.create(operator, { title: 'Tidal pools', collection: 'pages' });
    await area.press('Control+Home');
    for (let n = 0; n < 4; n += 1) await area.press('ArrowRight');
    for (let n = 0; n < 4; n += 1) await area.press('Shift+ArrowRight');
    await area.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Address or title of an item' });
    await field.fill('tidal');
    const option = page.getByRole('option', { name: /Tidal pools.*pages.*Draft/ });
    await option.waitFor();
    await inspect(page, 'writing-link');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.selectionEnd')).toBe(8);
    await page.keyboard.press('Control+k');
    await field.fill('tidal');
    await option.waitFor();
    await field.press('Enter');
    await has(area, 'See [this](/pages/tidal-pools) page');
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

  test('the toolbar is one tab stop, shows what the caret is in, and its commands are undone', async () => {
    const { page, area } = await openText(world, 'A **bold** word');
    const bar = page.getByRole('toolbar', { name: 'Body: formatting' });
    await area.press('Shift+Tab');
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    expect(await focused()).toBe('Text');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Preview');
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
    await bar.getByRole('button', { name: 'Mono' }).click();
    await page.reload();
    await bar.getByRole('button', { name: 'Mono', pressed: true }).waitFor();
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
});
