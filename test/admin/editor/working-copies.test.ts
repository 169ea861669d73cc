import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem, namedUser } from '../../support/admin/admin-content.ts';
import { adminPassword, inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act, actionNames } from '../../support/admin/editor-page.ts';

withAdmin(({ open, cms }) => {
  const publishedArticle = async (title: string, data: Record<string, unknown>) => {
    const item = await createArticle(cms(), title, data);
    return cms().content.update(operator, item.id, { status: 'published' });
  };

  const storedCopy = async (id: string) => JSON.parse((await cms().drafts.get(operator, id)).data);

  const hasCopy = async (id: string): Promise<boolean> =>
    (await cms().drafts.list(operator, {})).some((entry) => entry.contentId === id);

  /** Waits until the editor says that the working copy is saved. */
  const savedBeside = (page: Page): Promise<void> =>
    page.getByText(/^Saved \d.*, not published$/).waitFor();

  const publish = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const question = page.getByRole('dialog', { name: 'Change the published text?' });
    await question.getByRole('button', { name: 'Publish changes' }).click();
  };

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
      const item = await publishedArticle('Public', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('typed');
      await savedBeside(page);
      expect(await storedCopy(item.id)).toEqual({ summary: 'typed' });
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
      expect(await hasCopy(item.id)).toBe(false);
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

    test('may lack a required field until it is published', async () => {
      const item = await publishedArticle('Required', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('');
      await page.getByLabel('Rating').fill('9');
      await page.getByText('Not saved: 1 field needs attention').waitFor();
      expect(await hasCopy(item.id)).toBe(false);
      await page.getByLabel('Rating').fill('3');
      await savedBeside(page);
      await publish(page);
      await page.getByRole('link', { name: 'Summary is missing.' }).waitFor();
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });
    });

    test('has its changes compared with the published text, discarded, and brought back', async () => {
      const item = await publishedArticle('Compared', {
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
      expect(await hasCopy(item.id)).toBe(false);
      await undo.click();
      await savedBeside(page);
      expect(await summary.inputValue()).toBe('the new words');
      expect((await storedCopy(item.id)).summary).toBe('the new words');

      // Also once the form is closed.
      await act(page, 'Discard changes');
      await page.getByText('The changes were discarded.').waitFor();
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      await undo.click();
      await expect.poll(() => hasCopy(item.id)).toBe(true);
      expect((await storedCopy(item.id)).summary).toBe('the new words');
    });

    test('keeps its changes in the form when it is unpublished', async () => {
      const item = await publishedArticle('Withdrawn', { summary: 'stored', rating: 1 });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('typed');
      await savedBeside(page);
      await act(page, 'Unpublish');
      await page.getByText('Now a draft.').waitFor();
      expect(await page.getByLabel('Summary').inputValue()).toBe('typed');
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored', rating: 1 });
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await savedBeside(page);
      await act(page, 'Unpublish');
      await page.getByLabel('Rating').fill('2');
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'typed', rating: 2 });
      await expect.poll(() => hasCopy(item.id)).toBe(false);
    });
  });

  test('changes that were left when the item was archived are offered, and get into the form', async () => {
    const item = await publishedArticle('Archived', { summary: 'stored' });
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
    expect(await hasCopy(item.id)).toBe(false);
  });

  describe('two people', () => {
    test('who begin to edit a published item at the same time share one working copy', async () => {
      const item = await publishedArticle('Shared', { summary: 'old', body: 'old', kind: 'news' });
      const first = await open(`/admin/content/${item.id}`);
      const second = await open(`/admin/content/${item.id}`, 'editor');
      await first.getByLabel('Summary').fill('of the first');
      await second.getByRole('textbox', { name: 'Body' }).fill('of the second');
      await Promise.all([savedBeside(first), savedBeside(second)]);
      await expect
        .poll(() => storedCopy(item.id))
        .toEqual({ summary: 'of the first', body: 'of the second', kind: 'news' });

      await first.getByLabel('Kind').selectOption('essay');
      await first.getByLabel('Summary').fill('again of the first');
      await expect.poll(async () => (await storedCopy(item.id)).summary).toBe('again of the first');
      await second.getByLabel('Summary').fill('also of the second');
      await second.getByText('Not saved: somebody else changed the same text').waitFor();
      await second.getByRole('button', { name: 'Decide' }).click();
      const dialog = second.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByLabel('Take theirs').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await savedBeside(second);
      expect(await storedCopy(item.id)).toEqual({
        summary: 'again of the first',
        body: 'of the second',
        kind: 'essay',
      });
    });

    test('decide field by field if the published text has changed meanwhile', async () => {
      const item = await publishedArticle('Outdated', {
        summary: 'old',
        body: 'old',
        kind: 'news',
      });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('mine');
      await page.getByRole('textbox', { name: 'Body' }).fill('my body');
      await savedBeside(page);
      await cms().content.update(operator, item.id, {
        data: { summary: 'theirs', body: 'their body', kind: 'essay' },
      });
      await publish(page);
      const dialog = page.getByRole('dialog', { name: 'The published version has changed' });
      await dialog.getByText(/^Someone else, or you in another tab, published at/).waitFor();
      await inspect(page, 'copy-outdated');
      await dialog.getByRole('button', { name: 'Decide later' }).click();
      expect((await dataOf(cms(), item.id))['summary']).toBe('theirs');
      // What is typed until then is saved.
      await page.getByLabel('Rating').fill('4');
      await expect.poll(async () => (await storedCopy(item.id)).rating).toBe(4);
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
      expect(await hasCopy(item.id)).toBe(false);
    });

    test('find what they typed in a new item if the other one deletes the published one', async () => {
      const item = await publishedArticle('Deleted', { summary: 'stored' });
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
      expect(await storedCopy(item.id)).toEqual({ summary: 'half a sent' });

      // The other way round, what is typed stays in the draft.
      await page.getByLabel('Summary').fill('half a sentence');
      await cms().content.update(operator, item.id, { status: 'draft' });
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'half a sentence' });
      await expect.poll(() => hasCopy(item.id)).toBe(false);
    });
  });

  test('a working copy is saved once the session or the connection is back', async () => {
    const item = await publishedArticle('Interrupted', { summary: 'stored' });
    const page = await open(`/admin/content/${item.id}`);
    await page.getByLabel('Summary').fill('typed without a session');
    await page.context().clearCookies();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await savedBeside(page);
    expect(await storedCopy(item.id)).toEqual({ summary: 'typed without a session' });
    await page.context().setOffline(true);
    await page.getByLabel('Summary').fill('typed without a connection');
    await page.getByText('Offline: kept in this browser').waitFor();
    await page.waitForRequest((request) => request.url().endsWith('/draft'));
    await page.context().setOffline(false);
    await savedBeside(page);
    expect(await storedCopy(item.id)).toEqual({ summary: 'typed without a connection' });
  });

  test('lists and the dashboard show which items have unpublished changes', async () => {
    const actor = await namedUser(cms(), 'editor', 'Eva');
    const item = await publishedArticle('Tides', { summary: 'old' });
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
