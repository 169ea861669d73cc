import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

const injection = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms }) => {
  describe('the list of collections', () => {
    test('creates, deactivates and deletes a collection, and explains why another stays', async () => {
      await cms().collections.update(operator, 'pages', {
        displayName: `Pages ${injection} ${'that go on and on '.repeat(8)}`,
        description: injection,
      });
      await cms().content.create(operator, {
        collection: 'pages',
        title: 'Home',
        status: 'draft',
        data: {},
      });
      const page = await open('/admin/collections');
      await page.getByRole('link', { name: injection }).waitFor();
      await inspect(page, 'collections');

      await page.getByRole('button', { name: 'New collection' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Display name').fill('Blog posts');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('Another collection has this name').waitFor();
      await dialog.getByLabel('Display name').fill('Café – Notes');
      expect(await dialog.getByLabel('Name in the API').inputValue()).toBe('cafe-notes');
      await dialog.getByLabel('Name in the API').fill('Notes!');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('Must be lower-case letters and digits').waitFor();
      await dialog.getByLabel('Name in the API').fill('notes');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Café – Notes' }).waitFor();
      await page.getByRole('link', { name: 'Collections' }).first().click();

      const row = page.getByRole('row', { name: 'Café – Notes' });
      await row.getByRole('button', { name: 'Deactivate' }).click();
      await dialog.getByText('only signed-in users can read its items').waitFor();
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await row.getByText('Inactive', { exact: true }).waitFor();
      expect(await cms().collections.get(operator, 'notes')).toMatchObject({ isActive: false });
      // Somebody creates an item after the question.
      const createNote = (title: string) =>
        cms().content.create(operator, { collection: 'notes', title });
      await cms().collections.update(operator, 'notes', { isActive: true });
      await row.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText('It has no items').waitFor();
      const { id } = await createNote('Meanwhile');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText(/still has content in it\. The list/).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await cms().content.delete(operator, id);
      await row.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });

      const pages = page.getByRole('row', { name: injection });
      await pages.getByRole('link', { name: '1 item', exact: true }).waitFor();
      await cms().collections.update(operator, 'pages', { isActive: false });
      await page.reload();
      await pages.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText('1 item must be deleted or moved first').waitFor();
      expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Show all items' }).click();
      await page.waitForURL('**/admin/content');
      await page.getByRole('link', { name: 'Home' }).waitFor();
      await cms().collections.update(operator, 'pages', { isActive: true });
      await page.goBack();
      await pages.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Show its items' }).click();
      await page.waitForURL('**/admin/content?collection=pages');
    });

    test('finds a collection by its names among many', async () => {
      const page = await open('/admin/collections');
      await page.getByRole('row', { name: 'Pages' }).waitFor();
      expect(await page.getByRole('searchbox').count()).toBe(0);
      for (let number = 1; number <= 10; number += 1) {
        await cms().collections.create(operator, {
          name: `archive-${number}`,
          displayName: `Yéarbook ${number}`,
        });
      }
      await page.reload();
      await page.getByText('12 collections').waitFor();
      await page.getByRole('searchbox', { name: 'Find a collection' }).fill('YÉARBOOK 1');
      await page.getByText('2 of 12 collections').waitFor();
      expect(await page.getByRole('row').count()).toBe(3);
      await page.reload();
      await page.getByText('2 of 12 collections').waitFor();
    });
  });
});
