import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { createArticle, dataOf } from '../support/admin/admin-articles.ts';
import { saved } from '../support/admin/admin-content.ts';
import { withAdmin } from '../support/admin/admin-world.ts';

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

withAdmin(({ open, cms }) => {
  test('every text field undoes and redoes as the browser does', async () => {
    const data = { summary: 'old', body: 'One\r\ntwo', tags: ['a'], settings: { a: 1 }, rating: 1 };
    const item = await createArticle(cms(), 'Pools', data);
    const page = await open(`/admin/content/${item.id}`);
    const words = ' hello world again';
    await expectOneStep(page.getByLabel('Title (required)'), words);
    await expectOneStep(page.getByLabel('Slug'), words);
    await expectOneStep(page.getByLabel('Summary'), words);
    await expectOneStep(page.getByRole('textbox', { name: 'Body' }), words);
    await expectOneStep(page.getByLabel('Tags 1', { exact: true }), words);
    await expectOneStep(page.getByLabel('Name'), words);
    await expectOneStep(page.getByLabel('Settings'), words);
    await expectOneStep(page.getByLabel('Rating'), words);
    await page.goto('/admin/collections/articles');
    await page
      .getByRole('button', { name: /^Summary/, expanded: false })
      .first()
      .click();
    for (const name of ['Label', 'Hint', 'Description']) {
      await expectOneStep(page.getByLabel(name, { exact: true }).first(), 'hello');
    }
  });

  test('commands of Markdown are undone, also after a save; a text from elsewhere replaces it', async () => {
    const item = await createArticle(cms(), 'Pools', { summary: 's', body: 'One' });
    const page = await open(`/admin/content/${item.id}`);
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
