import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem, saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { duplicateTab, reloadOnceKept, untilKept } from '../../support/admin/unsaved-copies.ts';
import { mergeTexts, withMembers } from '../../../adapters/admin/screens/editor/model/item-text.ts';
import { keepBoth } from '../../../adapters/admin/screens/editor/saving/keep-both.ts';

withAdmin(({ open, cms, closeProfile }) => {
  /** Archived items are saved only on command. */
  const archivedArticle = async (title: string) => {
    const item = await createArticle(cms(), title, { summary: 'stored', body: 'stored' });
    return cms().content.update(operator, item.id, { status: 'archived' });
  };

  const saveOnCommand = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+s');
    await saved(page);
  };

  // Browsers have locks only on HTTPS and on the machine itself.
  test.each(['with', 'without'])(
    'a save in one tab keeps the unsaved work of another tab, %s locks',
    async (locks) => {
      const item = await archivedArticle('Shared');
      const first = await open('/admin');
      if (locks === 'without') {
        closeProfile();
        await first.context().addInitScript('delete Navigator.prototype.locks');
      }
      await first.goto(`/admin/content/${item.id}`);
      await first.getByLabel('Summary').fill('typed in the first tab');
      await untilKept(first, 'typed in the first tab');
      const second = await duplicateTab(first);
      await second.getByText('One unsaved version').waitFor();
      await second.getByRole('textbox', { name: 'Body' }).fill('saved in the second tab');
      await untilKept(second, 'saved in the second tab');
      await saveOnCommand(second);
      await reloadOnceKept(first, 'typed in the first tab');
      expect(await first.getByLabel('Summary').inputValue()).toBe('typed in the first tab');
      await saveOnCommand(first);
      // Before the save, or by it.
      await first
        .getByText(/^(?:You, in another tab, saved|Also new, from another window: Body\.)$/)
        .first()
        .waitFor();
      expect(await dataOf(cms(), item.id)).toEqual({
        summary: 'typed in the first tab',
        body: 'saved in the second tab',
      });
    },
  );

  test('versions of closed tabs are compared, restored and discarded, and each step can be undone', async () => {
    const item = await archivedArticle('Several');
    const page = await open('/admin');
    for (const text of ['one more', 'two more words']) {
      const tab = await page.context().newPage();
      await tab.goto(`/admin/content/${item.id}`);
      await tab.getByLabel('Summary').fill(`stored ${text}`);
      await untilKept(tab, text);
      await tab.close();
    }
    await page.goto(`/admin/content/${item.id}`);
    const versions = page.getByRole('region', { name: 'Unsaved versions' });
    await versions.getByText('2 unsaved versions').waitFor();
    const rows = versions.getByRole('listitem');
    await rows.filter({ hasText: '+3 words' }).getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: /^The version of/ });
    await dialog.locator('ins', { hasText: 'two' }).waitFor();
    await inspect(page, 'other-versions');
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('stored two more words');
    await rows.getByText('+2 words').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('stored');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: '+2 words' }).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await versions.getByText('One unsaved version').waitFor();
    await rows.getByRole('button', { name: 'Restore' }).click();
    await reloadOnceKept(page, 'two more words');
    expect(await versions.count()).toBe(0);
  });

  test('unsaved work of a deleted item is not lost', async () => {
    const item = await archivedArticle('Deleted');
    const page = await open(`/admin/content/${item.id}`);
    await page.getByLabel('Summary').fill('only here');
    await untilKept(page, 'only here');
    await cms().content.delete(operator, item.id);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Somebody has deleted this item.').waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('only here');
    await page.keyboard.press('Control+s');
    await saved(page);
    const id = await idOfNewItem(page, item.id);
    expect(await dataOf(cms(), id)).toEqual({ summary: 'only here', body: 'stored' });
  });

  test('new items in two tabs keep their own text, and the dashboard leads to it', async () => {
    const first = await open('/admin/content/new?collection=pages');
    const second = await first.context().newPage();
    await second.goto('/admin/content/new?collection=pages');
    for (const [tab, title] of [
      [first, 'Tides'],
      [second, 'Dunes'],
    ] as const) {
      await tab.getByLabel('Title (required)').fill(title);
      await untilKept(tab, title);
    }
    await second.close();
    const page = await first.context().newPage();
    await first.close();
    await page.goto('/admin');
    const card = page.getByRole('region', { name: 'Unfinished in this browser' });
    await card.getByRole('link', { name: 'New: Tides' }).waitFor();
    await inspect(page, 'dashboard-unfinished');
    const row = await card.getByRole('listitem').first().boundingBox();
    const discard = await card.getByRole('button').first().boundingBox();
    const middle = (box: typeof row): number => (box?.y ?? 0) + (box?.height ?? 0) / 2;
    expect(Math.abs(middle(row) - middle(discard))).toBeLessThan(4);
    await card.getByRole('button', { name: 'Discard: New: Tides' }).click();
    await expect.poll(() => card.getByRole('listitem').count()).toBe(1);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await card.getByRole('link', { name: 'New: Tides' }).waitFor();
    await card.getByRole('link', { name: 'New: Dunes' }).click();
    await page.getByText('were restored').waitFor();
    expect(await page.getByLabel('Title (required)').inputValue()).toBe('Dunes');
    await page.keyboard.press('Control+s');
    await saved(page);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await card.getByRole('link', { name: 'New: Tides' }).waitFor();
    expect(await card.getByRole('listitem').count()).toBe(1);
  });
});

describe('the text of two people', () => {
  const item = (title: string, data: Record<string, string | number | readonly string[]>) => ({
    title,
    slug: 'a',
    data,
  });
  const base = item('A', { body: 'old', tags: ['x'], extra: 1 });

  test('has mine until I decide, and then what I chose', () => {
    const mine = item('A', { body: 'mine', tags: ['x', 'y'], extra: 1 });
    const theirs = item('Theirs', { body: 'theirs', tags: ['x', 'y'], extra: 1, more: 2 });
    const { merged, conflicts } = mergeTexts({ base, mine, theirs }, undefined);
    expect(conflicts).toEqual([{ path: 'data.body', mine: 'mine', theirs: 'theirs' }]);
    const data = { body: 'mine', tags: ['x', 'y'], extra: 1, more: 2 };
    expect(merged).toEqual(item('Theirs', data));
    const taken = withMembers(merged, new Map(conflicts.map((each) => [each.path, each.theirs])));
    expect(taken).toEqual(item('Theirs', { ...data, body: 'theirs' }));
  });

  test('has both versions of a passage, if I keep both', () => {
    expect(keepBoth('a\r\nmine\r\nz', 'a\ntheirs\nz')).toBe('a\r\nmine\r\n\r\ntheirs\r\nz');
    expect(keepBoth('a\n\nmine', 'a')).toBe('a\n\nmine');
    expect(keepBoth('one', 'two')).toBe('one\n\ntwo');
    expect(keepBoth('a\nb', 'a\nx\nb')).toBe('a\nx\nb');
  });

  test('lacks a member that I removed, unless they changed it', () => {
    const mine = item('A', { tags: ['x'], extra: 1 });
    expect(mergeTexts({ base, mine, theirs: base }, undefined).merged).toEqual(mine);
    const theirs = item('A', { body: 'new', tags: ['x'], extra: 1 });
    const { merged, conflicts } = mergeTexts({ base, mine, theirs }, undefined);
    expect(conflicts).toEqual([{ path: 'data.body', mine: undefined, theirs: 'new' }]);
    expect(withMembers(merged, new Map([['data.body', undefined]]))).toEqual(mine);
  });
});
