import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem } from '../../support/admin/admin-content.ts';
import {
  copyDataOf,
  hasCopy,
  publishChanges,
  publishedArticle,
  savedBeside,
} from '../../support/admin/admin-copies.ts';
import { adminPassword, inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  describe('two people', () => {
    test('who begin to edit a published item at the same time share one working copy', async () => {
      const item = await publishedArticle(cms(), 'Shared', {
        summary: 'old',
        body: 'old',
        kind: 'news',
      });
      const first = await open(`/admin/content/${item.id}`);
      const second = await open(`/admin/content/${item.id}`, 'editor');
      await first.getByLabel('Summary').fill('of the first');
      await second.getByRole('textbox', { name: 'Body' }).fill('of the second');
      await Promise.all([first.keyboard.press('Control+s'), second.keyboard.press('Control+s')]);
      await Promise.all([savedBeside(first), savedBeside(second)]);
      await expect
        .poll(() => copyDataOf(cms(), item.id))
        .toEqual({ summary: 'of the first', body: 'of the second', kind: 'news' });

      await first.getByLabel('Kind').selectOption('essay');
      await first.getByLabel('Summary').fill('again of the first');
      await first.keyboard.press('Control+s');
      await expect
        .poll(async () => (await copyDataOf(cms(), item.id))['summary'])
        .toBe('again of the first');
      await second.getByLabel('Summary').fill('also of the second');
      await second.getByText('Not saved: somebody else changed the same text').waitFor();
      await second.getByRole('button', { name: 'Decide' }).click();
      const dialog = second.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByLabel('Take theirs').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await savedBeside(second);
      expect(await copyDataOf(cms(), item.id))['toEqual']({
        summary: 'again of the first',
        body: 'of the second',
        kind: 'essay',
      });
    });

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
      await dialog.getByText(/^Someone else, or you in another tab, published at/).waitFor();
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

    test('never publish what the other one is typing', async () => {
      const item = await createArticle(cms(), 'Typed', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('half a sent');
      await cms().content.update(operator, item.id, { status: 'published' });
      await savedBeside(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });
      expect(await copyDataOf(cms(), item.id))['toEqual']({ summary: 'half a sent' });

      // The other way round, what is typed stays in the draft.
      await page.getByLabel('Summary').fill('half a sentence');
      await cms().content.update(operator, item.id, { status: 'draft' });
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'half a sentence' });
      await expect.poll(() => hasCopy(cms(), item.id)).toBe(false);
    });
  });

  test('a working copy is saved once the session or the connection is back', async () => {
    const item = await publishedArticle(cms(), 'Interrupted', { summary: 'stored' });
    const page = await open(`/admin/content/${item.id}`);
    await page.getByLabel('Summary').fill('typed without a session');
    await page.context().clearCookies();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await savedBeside(page);
    expect(await copyDataOf(cms(), item.id))['toEqual']({ summary: 'typed without a session' });
    await page.context().setOffline(true);
    await page.getByLabel('Summary').fill('typed without a connection');
    await page.getByText('Offline: kept in this browser').waitFor();
    await page.waitForRequest((request) => request.url().endsWith('/draft'));
    await page.context().setOffline(false);
    await savedBeside(page);
    expect(await copyDataOf(cms(), item.id))['toEqual']({ summary: 'typed without a connection' });
  });
});
