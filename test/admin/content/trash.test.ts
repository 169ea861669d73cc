import { describe, expect, test } from 'vitest';
import { operator, type Actor } from '../../../core/index.ts';
import {
  longTitle,
  markup,
  namedUser,
  notes,
  writeItems,
} from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act } from '../../support/admin/editor-page.ts';
import { untilKept } from '../../support/admin/unsaved-copies.ts';

withAdmin(({ open, cms }) => {
  const idOf = async (title: string): Promise<string> => {
    const query = { title, client: 'test' };
    return (await cms().content.find(operator, query))[0]!.id;
  };

  const deleteAll = async (titles: readonly string[], actor: Actor = operator): Promise<void> => {
    for (const title of titles) await cms().content.delete(actor, await idOf(title));
  };

  const trashed = async (): Promise<readonly string[]> =>
    (await cms().trash.list(operator, {})).map(({ title }) => title);

  describe('the trash', () => {
    test('shows who deleted what and how long it stays, and restores and deletes it', async () => {
      const admin = await namedUser(cms(), 'admin', 'Ada');
      const editor = await namedUser(cms(), 'editor', markup);
      await writeItems(cms(), ['Tides', 'Harbour', longTitle], { status: 'published' });
      await writeItems(cms(), [markup], { collection: 'blog-posts', status: 'archived' });
      await deleteAll(['Tides', 'Harbour', 'Donau'], admin);
      await deleteAll(['img'], editor);
      const page = await open('/admin/trash');
      const row = (name: string) => page.getByRole('row').filter({ hasText: name });
      await row('Tides').getByRole('cell', { name: 'in 30 days' }).waitFor();
      await row('Tides').getByRole('cell', { name: 'You' }).waitFor();
      // Names of people and collections come later than the rows.
      await expect
        .poll(() => row('onerror').getByRole('cell').allTextContents())
        .toEqual(expect.arrayContaining([markup, 'Blog posts', markup]));
      await page.getByRole('status').getByText('4 items').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await inspect(page, 'trash');

      await page.getByRole('button', { name: 'Restore: Tides' }).click();
      await page.getByText('“Tides” was restored as a draft.').waitFor();
      await page.locator('#main:focus').waitFor();
      await row('Tides').waitFor({ state: 'detached' });
      await page.locator('.toast').getByRole('button', { name: 'Open' }).click();
      await page.waitForURL(`**/admin/content/${await idOf('Tides')}`);
      await page.goBack();

      await page.getByRole('button', { name: 'Delete permanently: Harbour' }).click();
      const question = page.getByRole('dialog', { name: 'Delete “Harbour” permanently?' });
      await question.getByText('all its versions').waitFor();
      await question.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('“Harbour” was deleted permanently.').waitFor();
      expect(await trashed()).toEqual([markup, longTitle]);

      // A filter is in the URL, and what is emptied is what the list shows.
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Blog posts (1)');
      await row('Donau').waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('button', { name: 'Delete all of these' }).click();
      const empty = page.getByRole('dialog', { name: 'Empty the trash of Blog posts?' });
      await empty.getByRole('button', { name: 'Delete 1 item permanently' }).click();
      await page.getByRole('heading', { name: 'Nothing of this collection' }).waitFor();
      expect(await trashed()).toEqual([longTitle]);
      await page.getByRole('link', { name: 'Show all collections' }).click();
      await page.getByRole('button', { name: 'Empty the trash' }).click();
      await page.getByRole('button', { name: 'Delete 1 item permanently' }).click();
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
      await inspect(page, 'trash-empty');
      await cms().settings.update(operator, { trashDays: 0 });
      await page.reload();
      await page.getByRole('heading', { name: 'There is no trash' }).waitFor();
    });

    test('restores with another slug, by the keyboard', async () => {
      await writeItems(cms(), ['Tides']);
      await deleteAll(['Tides']);
      await writeItems(cms(), ['Tides', 'Ebb']);
      const page = await open('/admin/trash');
      await page.getByRole('button', { name: 'Restore: Tides' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Restore with another slug' });
      const slug = dialog.getByRole('textbox', { name: 'Slug' });
      await expect.poll(() => slug.inputValue()).toBe('tides-2');
      await inspect(page, 'trash-slug');
      await slug.fill('ebb');
      await slug.press('Enter');
      await dialog.getByText('Other content has this slug, too.').waitFor();
      await slug.fill('Tides at night');
      await slug.press('Enter');
      await page.getByText('“Tides” was restored as a draft.').waitFor();
      await expect.poll(trashed).toEqual([]);
      const { value } = await cms().content.readPage(operator, {
        of: { list: { slug: 'tides-at-night' } },
        client: 'test',
      });
      expect(value.count).toBe(1);
    });

    test('has pages, and offers to each role only what it may do', async () => {
      const author = await namedUser(cms(), 'author', 'Ada');
      await writeItems(cms(), ['Own'], { actor: author });
      await writeItems(cms(), notes(51));
      await deleteAll(['Own']);
      const { summaries } = await cms().content.listSummaries(operator, {
        limit: 99,
        client: 'test',
      });
      for (const { id } of summaries) await cms().content.delete(operator, id);
      const page = await open('/admin/trash');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('row', { name: /Own/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(3);

      // Not only administrators see who deleted an item.
      await writeItems(cms(), ['By the author'], { actor: author });
      await deleteAll(['By the author'], author);
      const editors = await open('/admin/trash', 'editor');
      await editors.getByRole('row', { name: /By the author.*Ada/ }).waitFor();

      const authors = await open('/admin/trash', 'author');
      await authors.getByRole('row', { name: /Own/ }).waitFor();
      expect(await authors.getByRole('row').count()).toBe(3);
      expect(await authors.getByRole('button', { name: /Empty|Delete all/ }).count()).toBe(0);
      await authors.getByRole('button', { name: 'Restore: By the author' }).click();
      await authors.getByText('“By the author” was restored').waitFor();
      await authors.getByRole('button', { name: 'Restore: Own' }).click();
      await authors.getByRole('heading', { name: 'The trash is empty' }).waitFor();

      const readers = await open('/admin/trash', 'viewer');
      await readers.getByRole('heading', { name: 'Your role does not include this' }).waitFor();
      const rail = readers.getByRole('navigation', { name: 'Screens' });
      await rail.getByRole('link', { name: 'Schedule' }).waitFor();
      expect(await rail.getByRole('link', { name: 'Trash' }).count()).toBe(0);
    });
  });

  describe('an item that is deleted in the editor', () => {
    test('goes to the trash, and comes back as a draft', async () => {
      await writeItems(cms(), ['Tides'], { status: 'published' });
      const id = await idOf('Tides');
      const page = await open(`/admin/content/${id}`);
      await act(page, 'Delete');
      const question = page.getByRole('dialog', { name: 'Delete “Tides”?' });
      await question
        .getByText(
          'Readers no longer find the item. It can be restored from the trash for 30 days.',
        )
        .waitFor();
      await inspect(page, 'editor-delete');
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/admin\/content(\?|$)/);
      expect(await trashed()).toEqual(['Tides']);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('“Tides” was restored, as a draft.').waitFor();
      await page.waitForURL(`**/admin/content/${id}`);
      const { value } = await cms().content.readItem(operator, { of: { id }, client: 'test' });
      expect(value.item.status).toBe('draft');
    });

    test('comes back with what was unsaved', async () => {
      await writeItems(cms(), ['Tides'], { status: 'archived' });
      const id = await idOf('Tides');
      const page = await open(`/admin/content/${id}`);
      await page.getByLabel('Excerpt').fill('Typed');
      await untilKept(page, 'Typed');
      await act(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/admin\/content(\?|$)/);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.waitForURL(`**/admin/content/${id}`);
      await expect.poll(() => page.getByLabel('Excerpt').inputValue()).toBe('Typed');
    });

    test('leads to the trash when its slug is taken meanwhile', async () => {
      await writeItems(cms(), ['Tides']);
      const page = await open(`/admin/content/${await idOf('Tides')}`);
      await act(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('“Tides” was deleted.').waitFor();
      await writeItems(cms(), ['Tides']);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.getByText(/^Not restored: /).waitFor();
      await page.getByRole('button', { name: 'Open the trash' }).click();
      await page.getByRole('button', { name: 'Restore: Tides' }).waitFor();
    });

    test('is gone at once without a trash, as the question says', async () => {
      await cms().settings.update(operator, { trashDays: 0 });
      await writeItems(cms(), ['Tides']);
      const page = await open(`/admin/content/${await idOf('Tides')}`);
      await act(page, 'Delete');
      await page
        .getByText('The item is removed for everybody. It cannot be brought back.')
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('“Tides” was deleted.').waitFor();
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    });
  });
});
