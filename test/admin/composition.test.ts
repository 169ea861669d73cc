import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { saved } from '../support/admin/admin-content.ts';
import { withAdmin } from '../support/admin/admin-world.ts';

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

withAdmin(({ open, cms }) => {
  test('keys that compose a word are left to the input method, everywhere', async () => {
    const item = await createArticle(cms(), 'Pools', { summary: 's', body: '- one\n- two' });
    const page = await open(`/admin/content/${item.id}`);
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
    const link = page.getByRole('link', { name: 'More' });
    for (const key of ['ArrowDown', 'ArrowUp']) await expectLeft(link, { key });
  });
});
