import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createReports } from '../support/admin/admin-references.ts';
import { withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  describe('a dialog whose code could not be loaded', () => {
    /** Opens a dialog without the connection, which a toast says, and then with it. */
    const openTwice = async (page: Page, button: string, script: string, dialog: string) => {
      const files = `**/assets/${script}-*.js`;
      await page.route(files, (route) => route.abort());
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('status').getByText('Failed to fetch').waitFor();
      await page.unroute(files);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog', { name: dialog }).waitFor();
    };

    test('can be opened again in the content list', async () => {
      await cms().content.create(operator, { collection: 'pages', title: 'Tides' });
      const page = await open('/admin/content?collection=pages');
      await openTwice(page, 'Columns', 'columns-dialog', 'Columns');
    });

    test('can be opened again in a form', async () => {
      const { report } = await createReports(cms());
      const { id } = await report('Refers');
      const page = await open(`/admin/content/${id}`);
      await openTwice(page, 'Author', 'item-picker', 'Choose: Author');
    });
  });
});
