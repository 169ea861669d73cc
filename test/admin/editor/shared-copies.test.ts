import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem } from '../../support/admin/admin-content.ts';
import {
  copyDataOf,
  hasCopy,
  publishChanges,
  publishedArticle,
  savedBeside,
} from '../../support/admin/admin-copies.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  describe('two people', () => {
    test('decide field by field if the published text has changed meanwhile', async () => {
      const item = await publishedArticle(cms(), 'Outdated', {
        summary: 'old',
        body: 'old',
        kind: 'news',
      });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('mine');
      await page.getByRole('textbox', { name: 'Body' }).fill('my body');
      await page.keyboard.press('Control+s');
      await savedBeside(page);
      await cms().content.update(operator, item.id, {
        data: { summary: 'theirs', body: 'their body', kind: 'essay' },
      });
      await publishChanges(page);
      const dialog = page.getByRole('dialog', { name: 'The published version has changed' });
      await dialog.getByText(/^Somebody else published just now\./).waitFor();
      await inspect(page, 'copy-outdated');
      await dialog.getByRole('button', { name: 'Decide later' }).click();
      expect((await dataOf(cms(), item.id))['summary']).toBe('theirs');
      // What is typed until then is saved.
      await page.getByLabel('Rating').fill('4');
      await expect.poll(async () => (await copyDataOf(cms(), item.id))['rating']).toBe(4);
      await page.getByRole('button', { name: 'Decide' }).click();
      const conflict = (name: string) => dialog.getByRole('group', { name });
      await conflict('Summary').getByLabel('Keep mine').check();
      await conflict('Body').getByLabel('Keep mine').check();
      // Neither text: what was there before both.
      await conflict('Body').getByLabel('Result').fill('old');
      await dialog.getByRole('button', { name: 'Publish changes' }).click();
      await page.getByText('Changes published.').waitFor();
      const published = { summary: 'mine', body: 'old', kind: 'essay', rating: 4 };
      expect(await dataOf(cms(), item.id)).toEqual(published);
      expect(await hasCopy(cms(), item.id)).toBe(false);
    });

    test('find what they typed in a new item if the other one deletes the published one', async () => {
      const item = await publishedArticle(cms(), 'Deleted', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('only here');
      await cms().content.delete(operator, item.id);
      await page.getByRole('button', { name: 'Make it a new item' }).click();
      await page.keyboard.press('Control+s');
      const id = await idOfNewItem(page, item.id);
      expect(await dataOf(cms(), id)).toEqual({ summary: 'only here' });
    });
  });
});
