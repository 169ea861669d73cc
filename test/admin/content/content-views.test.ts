import { describe, expect, test } from 'vitest';
import { markup } from '../../support/admin/admin-content.ts';
import { createProducts } from '../../support/admin/admin-products.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

withAdmin(({ open, cms }) => {
  describe('the saved views', () => {
    test('hold an address by name, and can be renamed, replaced and deleted', async () => {
      await createProducts(cms(), [
        ['Boots', { price: 90 }],
        ['Hat', { price: 20 }],
      ]);
      const page = await open(
        '/admin/content?collection=products&where[data.price][gte]=50&sort=-data.price&columns=data.price',
      );
      await page.getByRole('link', { name: 'Boots' }).waitFor();
      const save = async (name: string): Promise<void> => {
        await page.getByRole('button', { name: /^Views|Dear/ }).click();
        await page.getByRole('button', { name: 'Save this view' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await page.keyboard.press('Enter');
      };
      await save('  ');
      await page.getByText('A view needs a name.').waitFor();
      await inspect(page, 'content-save-view');
      await page.getByRole('textbox', { name: 'Name' }).fill(markup);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(`The view “${markup}” is saved in this browser.`).waitFor();
      const saved = page.url();

      await page.goto('/admin/content');
      await page.getByRole('button', { name: 'Views' }).click();
      await inspect(page, 'content-views');
      await page.getByRole('link', { name: markup }).click();
      await page.getByText('1 item', { exact: true }).waitFor();
      await page.getByRole('cell', { name: '90' }).waitFor();
      expect(queryOf(page.url())).toEqual(queryOf(saved));
      // The button names the view that is shown.
      await page.getByRole('button', { name: markup, exact: true }).click();
      await page.getByRole('button', { name: 'Rename and delete views' }).click();
      const dialog = page.getByRole('dialog', { name: 'Views' });
      await dialog.getByRole('textbox', { name: `Name of ${markup}` }).fill('Dear products');
      await page.keyboard.press('Enter');
      await dialog.getByRole('textbox', { name: 'Name of Dear products' }).waitFor();
      await inspect(page, 'content-manage-views');
      await dialog.getByRole('button', { name: 'Done' }).click();
      expect(await page.locator('main img').count()).toBe(0);

      await page.getByRole('button', { name: 'Remove the filter: Price is at least 50' }).click();
      await page.getByText('2 items', { exact: true }).waitFor();
      await save('Dear products');
      await page.reload();
      await page.getByRole('button', { name: 'Dear products' }).click();
      expect(await page.getByRole('link', { name: 'Dear products' }).count()).toBe(1);
      await page.getByRole('button', { name: 'Rename and delete views' }).click();
      await dialog.getByRole('button', { name: 'Delete the view Dear products' }).click();
      await dialog.getByText('There are no saved views.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await dialog.getByRole('textbox', { name: 'Name of Dear products' }).waitFor();

      // Somebody else sees the same list at the same address, with other views.
      const address = page.url();
      const other = await open(address, 'editor');
      await other.getByRole('cell', { name: '90' }).waitFor();
      await other.getByRole('button', { name: 'Views' }).click();
      expect(await other.getByRole('link', { name: 'Dear products' }).count()).toBe(0);
    });

    test('keep their names apart', async () => {
      const page = await open('/admin/content?status=draft');
      for (const name of ['One', 'Two']) {
        await page.getByRole('button', { name: /^(Views|One)$/ }).click();
        await page.getByRole('button', { name: 'Save this view' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText(`The view “${name}” is saved`).waitFor();
      }
      await page.getByRole('button', { name: 'One', exact: true }).click();
      await page.getByRole('button', { name: 'Rename and delete views' }).click();
      await page.getByRole('textbox', { name: 'Name of Two' }).fill('One');
      await page.keyboard.press('Enter');
      await page.getByText('Another view has this name.').waitFor();
    });
  });
});
