import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { namedUser } from '../../support/admin/admin-content.ts';
import {
  copyDataOf,
  hasCopy,
  publishedArticle,
  savedBeside,
} from '../../support/admin/admin-copies.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act, actionNames } from '../../support/admin/editor-page.ts';
import { untilNoneKept } from '../../support/admin/unsaved-copies.ts';

withAdmin(({ open, cms }) => {
  /** The entries of the open menu that something else covers: the bar of the text is below it. */
  const coveredActions = (page: Page): Promise<readonly string[]> =>
    page.getByRole('navigation', { name: 'Actions' }).evaluate((menu) =>
      [...menu.querySelectorAll('button')]
        .filter((entry) => {
          const { left, top, height } = entry.getBoundingClientRect();
          return !entry.contains(document.elementFromPoint(left + 20, top + height / 2));
        })
        .map(({ textContent }) => textContent),
    );

  describe('a published item', () => {
    test('saves itself beside the published text, and becomes public on command, without a mouse', async () => {
      const item = await publishedArticle(cms(), 'Public', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('typed');
      await savedBeside(page);
      expect(await copyDataOf(cms(), item.id))['toEqual']({ summary: 'typed' });
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });
      await inspect(page, 'copy-saved');

      // It stays so after leaving, which asks nothing.
      await page.getByLabel('Summary').fill('typed more');
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      await page.goBack();
      await savedBeside(page);
      expect(await page.getByLabel('Summary').inputValue()).toBe('typed more');

      await page.getByLabel('Summary').press('Control+Enter');
      const question = page.getByRole('dialog', { name: 'Change the published text?' });
      await question.getByRole('button', { name: 'Cancel' }).press('Enter');
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });
      await page.keyboard.press('Control+Enter');
      await question.getByRole('button', { name: 'Publish changes' }).press('Enter');
      await page.getByText('Changes published.').waitFor();
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'typed more' });
      expect(await hasCopy(cms(), item.id)).toBe(false);
      expect(await page.getByRole('button', { name: 'Publish changes' }).count()).toBe(0);
      // Without changes there is nothing to save, and nothing to publish.
      const writes: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') writes.push(request.url());
      });
      await page.keyboard.press('Control+s');
      await page.keyboard.press('Control+Enter');
      await page.evaluate("fetch('/api/health')");
      expect(writes).toEqual([]);
    });

    test('has its changes compared with the published text, discarded, and brought back', async () => {
      const item = await publishedArticle(cms(), 'Compared', {
        summary: 'the old words',
        body: `${'An unchanged sentence. '.repeat(60)}End.`,
      });
      const page = await open(`/admin/content/${item.id}`);
      const summary = page.getByLabel('Summary');
      const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
      expect(await actionNames(page)).not.toContain('Discard changes');
      await page.keyboard.press('Escape');
      await page.getByLabel('Rating').fill('2');
      expect(await actionNames(page)).toContain('Discard changes');
      expect(await coveredActions(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await summary.fill('the new words');
      const body = page.getByRole('textbox', { name: 'Body' });
      await body.press('Control+End');
      await body.pressSequentially(' Added.');
      await page.keyboard.press('Control+s');
      await savedBeside(page);
      await act(page, 'Compare with published');
      const dialog = page.getByRole('dialog', { name: 'Unpublished changes' });
      await dialog.locator('del', { hasText: 'old' }).waitFor();
      await dialog.locator('ins', { hasText: 'Added' }).waitFor();
      const after = dialog.getByLabel('Body: Not published yet');
      expect((await after.textContent())?.length).toBeLessThan(400);
      await inspect(page, 'copy-compared');
      await dialog.getByRole('button', { name: 'Show all of Body' }).click();
      await expect.poll(async () => (await after.textContent())?.length).toBeGreaterThan(1_000);
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByText('The changes were discarded.').waitFor();
      expect(await summary.inputValue()).toBe('the old words');
      expect(await hasCopy(cms(), item.id)).toBe(false);
      await undo.click();
      await savedBeside(page);
      expect(await summary.inputValue()).toBe('the new words');
      expect((await copyDataOf(cms(), item.id))['summary']).toBe('the new words');

      // Also once the form is closed.
      await act(page, 'Discard changes');
      await page.getByText('The changes were discarded.').waitFor();
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      await undo.click();
      await expect.poll(() => hasCopy(cms(), item.id)).toBe(true);
      await expect
        .poll(async () => (await copyDataOf(cms(), item.id))['summary'])
        .toBe('the new words');
      // It is saved: nothing of it stays in the browser.
      await untilNoneKept(page);
    });
  });

  test('changes that were left when the item was archived are offered, and get into the form', async () => {
    const item = await publishedArticle(cms(), 'Archived', { summary: 'stored' });
    await cms().drafts.save(operator, item.id, { data: { summary: 'left' } });
    await cms().content.update(operator, item.id, { status: 'archived' });
    const page = await open(`/admin/content/${item.id}`);
    await page.getByText(/were never published/).waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('stored');
    await inspect(page, 'copy-kept');
    await page.getByRole('button', { name: 'Discard the changes' }).click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    const versions = page.getByRole('region', { name: 'Unsaved versions' });
    await versions.getByRole('button', { name: /^Restore the version/ }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('left');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await cms().content.update(operator, item.id, { status: 'draft' });
    await cms().content.update(operator, item.id, { status: 'published' });
    await cms().drafts.save(operator, item.id, { data: { summary: 'left' } });
    await cms().content.update(operator, item.id, { status: 'archived' });
    await page.reload();
    await page.getByRole('button', { name: 'Compare the changes' }).click();
    await page.getByRole('button', { name: 'Put them into the form' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('left');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('stored');
    await page.getByRole('button', { name: 'Compare the changes' }).click();
    await page.getByRole('button', { name: 'Put them into the form' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d/).waitFor();
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 'left' });
    expect(await hasCopy(cms(), item.id)).toBe(false);
  });

  test('lists and the dashboard show which items have unpublished changes', async () => {
    const actor = await namedUser(cms(), 'editor', 'Eva');
    const item = await publishedArticle(cms(), 'Tides', { summary: 'old' });
    const { collectionId } = item;
    await cms().content.create(operator, { collectionId, title: 'Dunes', data: {} });
    await cms().drafts.save(actor, item.id, { title: 'Tides and moons' });
    await cms().content.update(operator, item.id, { data: { summary: 'new' } });
    const page = await open('/admin/content', 'editor');
    const row = (title: string) => page.getByRole('row', { name: title });
    await row('Tides').getByText('Unpublished changes').waitFor();
    expect(await row('Dunes').getByText('Unpublished changes').count()).toBe(0);
    await inspect(page, 'list-copies');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const card = page.getByRole('region', { name: 'My unpublished changes' });
    await card.getByText('The published version has changed since').waitFor();
    await inspect(page, 'dashboard-copies');
    await card.getByRole('link', { name: 'Tides and moons' }).click();
    await savedBeside(page);
    await page.getByRole('heading', { level: 1, name: 'Tides and moons' }).first().waitFor();
  });
});
