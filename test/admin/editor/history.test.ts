import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { namedUser, saved } from '../../support/admin/admin-content.ts';
import { copyDataOf, savedBeside } from '../../support/admin/admin-copies.ts';
import { adminPassword, inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act } from '../../support/admin/editor-page.ts';

withAdmin(({ open, cms }) => {
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'History' });

  const versionsOf = (page: Page) =>
    drawerOf(page).getByRole('list', { name: 'Versions' }).getByRole('button');

  const openHistory = async (page: Page) => {
    await act(page, 'History');
    await versionsOf(page).first().waitFor();
    return { drawer: drawerOf(page), versions: versionsOf(page) };
  };

  /** Of the undo of the latest message. */
  const undo = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' });

  describe('the history', () => {
    test('says who changed what and why, and shows what is different', async () => {
      const eva = await namedUser(cms(), 'editor', 'Eva');
      const item = await createArticle(cms(), 'Pools', { summary: 'the old words', tags: ['a'] });
      await cms().content.update(eva, item.id, { title: 'Tidal pools' }, undefined, {
        note: 'As in the booklet',
      });
      const data = { summary: 'the new words', tags: ['a', 'b'], rating: 3, unknown: 1 };
      await cms().content.update(eva, item.id, { data }, undefined, { isAutosave: true });
      await cms().content.update(eva, item.id, { status: 'published' });
      const page = await open(`/admin/content/${item.id}`);
      const { drawer, versions } = await openHistory(page);
      const texts = await versions.allTextContents();
      expect(texts).toHaveLength(4);
      expect(texts[0]).toMatch(/PublishedEva$/);
      expect(texts[1]).toMatch(/Eva, autosavedSummary, Tags, Rating and 1 more$/);
      expect(texts[2]).toMatch(/EvaTitle“As in the booklet”$/);
      expect(texts[3]).toMatch(/No authorCreated$/);
      // The newest one is chosen, with what it changed.
      expect(await versions.first().getAttribute('aria-pressed')).toBe('true');
      await drawer.getByText('Status: Draft → Published').waitFor();

      await versions.nth(3).click();
      const region = (name: string) => drawer.getByRole('region', { name, exact: true });
      await region('Title').locator('del', { hasText: 'Tidal' }).waitFor();
      await region('Summary').locator('del', { hasText: 'new' }).waitFor();
      await region('Summary').locator('ins', { hasText: 'old' }).waitFor();
      await region('unknown: removed').getByText('1', { exact: true }).waitFor();
      await inspect(page, 'history-now');
      await versions.nth(1).click();
      await drawer.getByText('The form shows the same.').waitFor();
      await drawer.getByRole('tab', { name: 'What it changed' }).click();
      await region('Summary').locator('ins', { hasText: 'new' }).waitFor();
      expect(await region('Title').count()).toBe(0);
      await inspect(page, 'history-changed');
      await page.setViewportSize({ width: 360, height: 740 });
      await drawer.getByRole('button', { name: 'All versions' }).click();
      await versions.first().waitFor();
      expect(await drawer.getByRole('tab').count()).toBe(0);
    });

    test('contains what has just been typed, in the place of the autosave before it', async () => {
      const item = await createArticle(cms(), 'Typed', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('typed');
      await saved(page);
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'typed' });
      await page.getByLabel('Summary').fill('typed more');
      const { drawer, versions } = await openHistory(page);
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'typed more' });
      expect(await versions.count()).toBe(2);
      await drawer.getByRole('tab', { name: 'Since then' }).click();
      await drawer.getByText('The form shows the same.').waitFor();
    });

    test('is read page by page', async () => {
      const item = await createArticle(cms(), 'Long', { summary: 'version 1' });
      for (let version = 2; version <= 40; version += 1) {
        const data = { summary: `version ${version}` };
        await cms().content.update(operator, item.id, { data });
      }
      const page = await open(`/admin/content/${item.id}`);
      const { drawer, versions } = await openHistory(page);
      expect(await versions.count()).toBe(30);
      // A save moves the list: nothing of it comes twice.
      await cms().content.update(operator, item.id, { data: { summary: 'version 41' } });
      await drawer.getByRole('button', { name: 'Show older versions' }).click();
      await expect.poll(() => versions.count()).toBe(40);
      await versions.last().getByText('Created').waitFor();
      expect(await drawer.getByRole('button', { name: 'Show older versions' }).count()).toBe(0);
      await inspect(page, 'history-list');
    });

    test('is read again once the connection or the session is back', async () => {
      const item = await createArticle(cms(), 'Interrupted', { summary: 'stored' });
      await cms().content.update(operator, item.id, { data: { summary: 'stored again' } });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').waitFor();
      await page.context().setOffline(true);
      await act(page, 'History');
      await drawerOf(page).getByText('It loads by itself once').waitFor();
      await page.context().setOffline(false);
      await versionsOf(page).first().waitFor();
      await page.context().clearCookies();
      // Another request may have opened the dialog already.
      await versionsOf(page).last().dispatchEvent('click');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByLabel('Password').fill(adminPassword);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await drawerOf(page).getByRole('region', { name: 'Summary' }).waitFor();
    });

    test('can be read by a viewer, who restores nothing', async () => {
      const item = await createArticle(cms(), 'Read only', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`, 'viewer');
      const { drawer, versions } = await openHistory(page);
      await versions.first().click();
      await drawer.getByRole('tab', { name: 'Since then' }).click();
      await drawer.getByText('The form shows the same.').waitFor();
      expect(await drawer.getByRole('button', { name: /^Restore/ }).count()).toBe(0);
    });
  });

  describe('a version is restored', () => {
    test('as a new one in a draft, without a mouse, and the step can be undone', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'the first text' });
      await cms().content.update(operator, item.id, { data: { summary: 'the second text' } });
      const page = await open(`/admin/content/${item.id}`);
      const summary = page.getByLabel('Summary');
      await summary.fill('the third text');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('history of');
      await page.getByRole('option', { name: 'History of this item' }).waitFor();
      await page.keyboard.press('Enter');
      await versionsOf(page).last().press('Enter');
      const restore = drawerOf(page).getByRole('button', { name: 'Restore this version' });
      await restore.press('Enter');
      await page.getByText(/^The version of .* was restored\.$/).waitFor();
      await drawerOf(page).waitFor({ state: 'detached' });
      expect(await summary.inputValue()).toBe('the first text');
      // The focus is where it was before.
      expect(await page.evaluate('document.activeElement.id')).toBe('field-summary');
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'the first text' });
      await undo(page).press('Enter');
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'the third text' });
      // Nothing is gone from the history.
      const revisions = await cms().history.list(operator, item.id, {});
      expect(revisions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    });

    test('of a published item as unpublished changes, which readers do not see', async () => {
      const item = await createArticle(cms(), 'Public', { summary: 'the first text' });
      await cms().content.update(operator, item.id, {
        status: 'published',
        data: { summary: 'the second text' },
      });
      const page = await open(`/admin/content/${item.id}`);
      const summary = page.getByLabel('Summary');
      const copies = async () => (await cms().drafts.list(operator, {})).length;
      const restore = async () => {
        const { drawer, versions } = await openHistory(page);
        await versions.last().click();
        await drawer.getByRole('button', { name: 'Restore as unpublished changes' }).click();
        await page.getByText(/ is in your unpublished changes\.$/).waitFor();
        await savedBeside(page);
        expect(await summary.inputValue()).toBe('the first text');
      };
      await restore();
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'the second text' });
      expect(await copies()).toBe(1);
      await undo(page).click();
      await expect.poll(copies).toBe(0);
      await expect.poll(() => summary.inputValue()).toBe('the second text');

      // What was in the working copy is in no history: it stays in the browser.
      await summary.fill('the third text');
      await page.keyboard.press('Control+s');
      await savedBeside(page);
      await restore();
      const versions = page.getByRole('region', { name: 'Unsaved versions' });
      await versions.getByText('One unsaved version').waitFor();
      await page.reload();
      await versions.getByRole('button', { name: /^Restore the version/ }).click();
      expect(await summary.inputValue()).toBe('the third text');
      await page.keyboard.press('Control+s');
      await savedBeside(page);
      expect(await copyDataOf(cms(), item.id)).toEqual({ summary: 'the third text' });
    });

    test('while the form has text that cannot be saved, which stays in the browser', async () => {
      const item = await createArticle(cms(), 'Mistake', { summary: 'the first text', rating: 2 });
      await cms().content.update(operator, item.id, { data: { summary: 'the second text' } });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('only here');
      await page.getByLabel('Rating').fill('nine');
      const { drawer, versions } = await openHistory(page);
      await versions.last().click();
      await drawer.getByRole('button', { name: 'Restore this version' }).click();
      await saved(page);
      expect(await page.getByLabel('Summary').inputValue()).toBe('the first text');
      expect(await page.getByLabel('Rating').inputValue()).toBe('2');
      const others = page.getByRole('region', { name: 'Unsaved versions' });
      await others.getByRole('button', { name: /^Restore the version/ }).click();
      expect(await page.getByLabel('Summary').inputValue()).toBe('only here');
      expect(await page.getByLabel('Rating').inputValue()).toBe('nine');
    });

    test('only if nobody else has saved meanwhile', async () => {
      const item = await createArticle(cms(), 'Raced', { summary: 'the first text' });
      await cms().content.update(operator, item.id, { data: { summary: 'the second text' } });
      const page = await open(`/admin/content/${item.id}`);
      const { drawer, versions } = await openHistory(page);
      await versions.last().click();
      await cms().content.update(operator, item.id, { data: { summary: 'of somebody else' } });
      await drawer.getByRole('button', { name: 'Restore this version' }).click();
      await drawer
        .getByRole('alert')
        .getByText(/^Not restored: /)
        .waitFor();
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'of somebody else' });
      // The comparison is with what somebody else has saved.
      await drawer.locator('del', { hasText: 'somebody' }).waitFor();
      await drawer.getByRole('button', { name: 'Restore this version' }).click();
      await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 'the first text' });
    });
  });

  test('a save by the form is an autosave, one by the user is not, and a note goes with the next one', async () => {
    const item = await createArticle(cms(), 'Notes', { summary: 'stored' });
    const page = await open(`/admin/content/${item.id}`);
    const newest = async () => (await cms().history.list(operator, item.id, { limit: 1 }))[0];
    const requests: Record<string, string>[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') requests.push(request.headers());
    });
    await page.getByLabel('Summary').fill('typed');
    await expect.poll(async () => (await newest())?.isAutosave).toBe(true);
    await page.getByLabel('Summary').fill('typed and saved');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await newest())?.isAutosave).toBe(false);

    await act(page, 'Add a note');
    const dialog = page.getByRole('dialog', { name: 'Note for the history' });
    await dialog.waitFor();
    await page.keyboard.type('Öffnungszeiten, „neu“ 🌊');
    await inspect(page, 'history-note');
    await page.keyboard.press('Enter');
    await page.getByLabel('Summary').fill('typed with a note');
    await expect.poll(async () => (await newest())?.note).toBe('Öffnungszeiten, „neu“ 🌊');
    // The next autosave leaves the note where it is.
    await page.getByLabel('Summary').fill('typed after the note');
    await expect.poll(async () => (await newest())?.isAutosave).toBe(true);
    expect((await cms().history.list(operator, item.id, {}))[1]?.note).toMatch(/^Öffnungszeiten/);

    await act(page, 'Add a note');
    await dialog.getByLabel('What did you change, and why?').fill('Reviewed');
    await dialog.getByRole('button', { name: 'Keep the note' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published.').waitFor();
    expect((await newest())?.note).toBe('Reviewed');
    expect(requests.every((headers) => headers['if-match'] !== undefined)).toBe(true);
    expect(requests.at(-1)?.['prefer']).toBe('handling=strict, merge=blocks');
  });
});
