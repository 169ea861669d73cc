import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { createArticle, dataOf } from '../support/admin/admin-articles.ts';
import { saved } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms, closeProfile }) => {
  /** Opens an item; the clock of the page moves when the test says so. */
  const openItem = async (id: string): Promise<Page> => {
    const page = await open('/admin/media');
    closeProfile();
    await page.clock.install();
    await page.goto(`/admin/content/${id}`);
    await page.getByLabel('Summary').waitFor();
    return page;
  };

  const state = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  describe('a stored draft', () => {
    test('saves itself after the last key, and the text can still be undone', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'stored' });
      const page = await openItem(item.id);
      const summary = page.getByLabel('Summary');
      await summary.press('End');
      await summary.pressSequentially(' and typed');
      await page.clock.runFor(2_000);
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored and typed' });
      expect(await page.locator('.toast').getByRole('button', { name: 'Undo' }).count()).toBe(0);
      for (let steps = 0; steps < 20 && (await summary.inputValue()) !== 'stored'; steps += 1) {
        await page.keyboard.press('Control+z');
      }
      expect(await summary.inputValue()).toBe('stored');
      await page.clock.runFor(2_000);
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });

      // Leaving saves what waits, without a question.
      await summary.fill('left');
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'left' });
    });

    test('stays under the typing hand when the service rejects it; the next save leads to the mistakes', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'stored' });
      const page = await openItem(item.id);
      await page.getByLabel('Rating').fill('9');
      await page.getByLabel('Accent', { exact: true }).fill('blue');
      await page.getByLabel('Summary').fill('typed');
      await page.clock.runFor(2_000);
      await state(page, 'Not saved: 2 fields need attention');
      expect(await page.evaluate('document.activeElement.id')).toBe('field-summary');
      expect(await page.getByRole('heading', { name: /need a change/ }).count()).toBe(0);
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: 'Rating must be at most 5.' }).waitFor();
      await page.getByLabel('Rating').fill('5');
      await page.getByLabel('Accent', { exact: true }).fill('#112233');
      await page.clock.runFor(2_000);
      await saved(page);
    });

    test('waits for decisions about a conflict without a dialog over the text', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'the old words', kind: 'news' });
      const page = await openItem(item.id);
      await page.getByLabel('Summary').fill('the new words');
      await cms().content.update(operator, item.id, {
        data: { summary: 'the other words', kind: 'essay' },
      });
      await page.clock.runFor(2_000);
      await state(page, 'Not saved: somebody else changed the same text');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.getByRole('button', { name: 'Decide' }).click();
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByText(/^Someone else, or you in another tab, saved at/).waitFor();
      await dialog.locator('del', { hasText: 'new' }).waitFor();
      await dialog.locator('ins', { hasText: 'other' }).waitFor();
      await dialog.getByRole('button', { name: 'Decide later' }).click();
      // A later save decides nothing by itself.
      await page.keyboard.press('Control+s');
      await dialog.getByLabel('Keep mine').check();
      await dialog.getByLabel('Result').fill('the new and other words');
      await inspect(page, 'conflict-result');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({
        summary: 'the new and other words',
        kind: 'essay',
      });
    });
  });

  test('a published item is saved only on command', async () => {
    const item = await createArticle(cms(), 'Public', { summary: 'stored' });
    await cms().content.update(operator, item.id, { status: 'published' });
    const page = await openItem(item.id);
    await page.getByLabel('Summary').fill('typed');
    await page.clock.runFor(20_000);
    await state(page, 'Unsaved changes');
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });
  });

  test('a save without a connection goes on by itself once it is back, and failed lists load again', async () => {
    const item = await createArticle(cms(), 'Offline', { summary: 'stored' });
    const page = await openItem(item.id);
    const banner = page.getByText('Unsaved work stays in this browser');
    await page.context().setOffline(true);
    await banner.waitFor();
    await page.getByLabel('Summary').fill('typed');
    await state(page, 'Offline: kept in this browser');
    await page.clock.runFor(2_000);
    await page.context().setOffline(false);
    await saved(page);
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 'typed' });
    expect(await banner.count()).toBe(0);

    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('link', { name: 'Offline' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('combobox', { name: 'Collection' }).selectOption('Pages');
    await page.getByText('It loads by itself once the connection is back.').waitFor();
    await banner.waitFor();
    expect(await page.getByText(/cannot be reached/).count()).toBe(1);
    // The browser does not say that the service is back: it is asked now and then.
    await page.evaluate(
      "addEventListener('online', (event) => event.stopImmediatePropagation(), true)",
    );
    await page.context().setOffline(false);
    await page.clock.runFor(10_000);
    await page.getByRole('heading', { name: 'No items in Pages yet' }).waitFor();
  });
});
