import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { unfinishedInputs } from '../../../adapters/admin/screens/editor/model/unfinished-inputs.ts';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { withAdmin } from '../../support/admin/admin-world.ts';
import { addField, fieldNames, panelOf } from '../../support/admin/builder-page.ts';
import { act } from '../../support/admin/editor-page.ts';
import { reloadOnceKept } from '../../support/admin/unsaved-copies.ts';

describe('unfinished input', () => {
  test('follows the entries of a list, and ends with a new value around it', () => {
    const inputs = unfinishedInputs();
    const keys = () => [...inputs.all.value.keys()];
    for (const path of [['a', 0], ['a', 1, 'b'], ['a', 2], ['ab', 2], ['c']]) {
      inputs.set(path, { text: '{', message: 'Not JSON' });
    }
    inputs.renumber(['a'], [2, 1]);
    expect(keys()).toEqual(['data.a.1.b', 'data.a.0', 'data.ab.2', 'data.c']);
    inputs.set(['a'], undefined);
    expect(keys()).toEqual(['data.ab.2', 'data.c']);
    inputs.set([], undefined);
    expect(keys()).toEqual([]);
  });
});

withAdmin(({ open, cms }) => {
  describe('unsaved work of an item', () => {
    test('survives a reload, also what is no value yet, and can be discarded', async () => {
      const item = await createArticle(cms(), 'Kept', { summary: 'stored', rating: 3 });
      const page = await open(`/admin/content/${item.id}`);
      const [summary, rating, settings] = ['Summary', 'Rating', 'Settings'].map((name) =>
        page.getByLabel(name),
      ) as [
        ReturnType<Page['getByLabel']>,
        ReturnType<Page['getByLabel']>,
        ReturnType<Page['getByLabel']>,
      ];
      await summary.fill('typed');
      await rating.fill('4,5');
      await settings.fill('{"a": [1, ');
      await reloadOnceKept(page, '{\\"a\\": [1, ');
      expect(await summary.inputValue()).toBe('typed');
      expect(await rating.inputValue()).toBe('4,5');
      expect(await settings.inputValue()).toBe('{"a": [1, ');
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: /^Settings: Line 1: A value is missing/ }).waitFor();
      await page.getByRole('link', { name: 'Rating: Enter a number' }).waitFor();
      await rating.fill('76561198009194284');
      expect(await rating.inputValue()).toBe('76561198009194284');
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: 'Rating: The number has too many digits' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('4.50');
      expect(await rating.inputValue()).toBe('4.50');
      await settings.fill('{"a": [1]}');
      await page.keyboard.press('Control+s');
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({
        summary: 'typed',
        rating: 4.5,
        settings: { a: [1] },
      });

      await rating.fill('five');
      await reloadOnceKept(page, 'five');
      await page.getByRole('button', { name: 'Discard them' }).click();
      expect(await rating.inputValue()).toBe('4.5');
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      expect(await rating.inputValue()).toBe('five');
      await reloadOnceKept(page, 'five');
      await page.getByRole('button', { name: 'Discard them' }).click();
      expect(await rating.inputValue()).toBe('4.5');
      await saved(page);
      await page.reload();
      await saved(page);
      expect(await page.getByText('were restored').count()).toBe(0);
    });

    test('contains the JSON of all data, which waits while the form is shown', async () => {
      const item = await createArticle(cms(), 'Raw', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      const data = page.getByRole('textbox', { name: 'Data' });
      await act(page, 'JSON view');
      await data.fill('{"summary": "ty');
      await reloadOnceKept(page, '\\"ty');
      await page.getByText('The JSON is not finished').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: /^Data: Line 1: This text is not closed/ }).waitFor();
      await page.getByRole('button', { name: 'Go on with the JSON' }).click();
      expect(await data.inputValue()).toBe('{"summary": "ty');
      await data.fill('{\n"summary": "typed",\n"ids": [1, 76561198009194284]}');
      const lost = 'Line 3: ids.1 has more digits than a JSON number keeps; send it as text.';
      await page.getByText(lost).last().waitFor();
      await data.fill('[]');
      await page.getByText('The data must be an object').last().waitFor();
      await page.getByRole('button', { name: 'Form view' }).click();
      await page.getByRole('button', { name: 'Discard the text' }).click();
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Discard the text' }).click();
      expect(await page.getByLabel('Summary').inputValue()).toBe('stored');
    });
  });

  test('unsaved fields of a collection survive a reload, and can be discarded', async () => {
    const { updatedAt } = await cms().collections.get(operator, 'pages');
    const page = await open('/admin/collections/pages');
    await addField(page, 'Mood', 'Menu');
    await panelOf(page, 'Mood').getByLabel('Choices').fill('calm');
    await page.getByLabel('Description').first().fill('Kept in the browser');
    await reloadOnceKept(page, 'Kept in the browser');
    expect(await fieldNames(page)).toContain('Mood');
    await addField(page, 'Tide', 'Number');
    expect(new Set(await fieldNames(page)).size).toBe(6);

    // Somebody else saves meanwhile: the copy knows on which version it is based.
    await cms().collections.update(operator, 'pages', { displayName: 'Their pages' });
    await reloadOnceKept(page, 'Tide');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('Somebody else has saved it').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await page.getByRole('heading', { level: 1, name: 'Their pages' }).waitFor();
    expect(await fieldNames(page)).not.toContain('Mood');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Their pages' }).waitFor();
    expect(await page.getByText('were restored').count()).toBe(0);
    expect((await cms().collections.get(operator, 'pages')).updatedAt).not.toBe(updatedAt);
  });
});
