import { describe, expect, test } from 'vitest';
import { markup, writeItems } from '../../support/admin/admin-content.ts';
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
      await page.getByText(`The view “${markup}” is saved.`).waitFor();
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

    test('are shared with others, updated with what is shown, and not offered to who may not', async () => {
      await writeItems(cms(), ['Tides']);
      await writeItems(cms(), ['Ebb'], { status: 'published' });
      const page = await open('/admin/content?status=draft', 'editor');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('button', { name: 'Save this view' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('To do');
      await page.getByRole('checkbox', { name: 'Others can use it' }).check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'To do', exact: true }).waitFor();

      const viewer = await open('/admin/content', 'viewer');
      await viewer.getByRole('button', { name: 'Views' }).click();
      const link = viewer.getByRole('link', { name: 'To do editor' });
      await link.waitFor();
      await inspect(viewer, 'content-shared-views');
      await link.click();
      await viewer.getByRole('button', { name: 'To do', exact: true }).click();
      expect(await link.getAttribute('aria-current')).toBe('true');
      const entries = viewer.getByRole('navigation', { name: 'Views' }).getByRole('button');
      expect(await entries.allTextContents()).toEqual(['Save this view']);
      await entries.click();
      await viewer.getByRole('textbox', { name: 'Name' }).waitFor();
      expect(await viewer.getByRole('checkbox').count()).toBe(0);

      // The list is another one now: the view takes that over, and others get it.
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
      await page.getByRole('button', { name: 'To do (changed)' }).click();
      await page.getByRole('button', { name: 'Update “To do”' }).click();
      await page.getByText('The view “To do” shows this list now.').waitFor();
      await page.getByRole('button', { name: 'To do', exact: true }).waitFor();
      await viewer.goto('/admin/content');
      await viewer.getByRole('button', { name: 'Views' }).click();
      await link.click();
      await viewer.getByRole('link', { name: 'Ebb' }).waitFor();
      expect(queryOf(viewer.url())).toEqual({ status: 'published' });
    });

    test('of this browser are offered once to be kept in the account', async () => {
      const page = await open('/admin');
      await page.evaluate(`(async () => {
        const { user } = await (await fetch('/auth/me')).json();
        localStorage.setItem('quoin-views:' + user.id, '[{"name":"Old","query":"status=draft"}]');
      })()`);
      await page.goto('/admin/content');
      await page.getByRole('region', { name: 'Views' }).waitFor();
      await inspect(page, 'content-move-views');
      await page.getByRole('button', { name: 'Keep your view for all your browsers' }).click();
      await page.getByText('The view is in your account.').waitFor();
      expect(await page.getByRole('region', { name: 'Views' }).count()).toBe(0);
      await page.evaluate('localStorage.clear()');
      await page.reload();
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('link', { name: 'Old', exact: true }).waitFor();
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
      // Both show this list: the one that was saved last is named.
      await page.getByRole('button', { name: 'Two', exact: true }).click();
      await page.getByRole('button', { name: 'Rename and delete views' }).click();
      await page.getByRole('textbox', { name: 'Name of Two' }).fill('One');
      await page.keyboard.press('Enter');
      await page.getByText('Another view has this name.').waitFor();
    });
  });
});
