import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { writeItems } from '../support/admin/admin-content.ts';
import { createReports, noItem, storeImage } from '../support/admin/admin-references.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { receiverEnv } from '../support/webhooks/receiver.ts';

/** What screen readers get of the table of the screen. */
const structure = `(() => {
  const [table, ...others] = document.querySelectorAll('#main table');
  const heads = [...table.tHead.rows[0].cells];
  return {
    caption: table.caption?.textContent,
    others: others.length,
    heads: heads.filter(({ tagName, scope, textContent }) =>
      tagName === 'TH' && scope === 'col' && textContent !== '').length,
    columns: heads.length,
    cells: [...new Set([...table.tBodies[0].rows].map(({ cells }) => cells.length))],
  };
})()`;

withAdmin(({ open, cms }) => {
  describe('every table', () => {
    test('has a caption, and names each of its columns', async () => {
      const { report } = await createReports(cms());
      await report('Broken', { author: noItem });
      await storeImage(cms(), 'pool.png');
      await writeItems(cms(), ['Tides'], { status: 'published' });
      const [item] = await cms().content.find(operator, { title: 'Tides', client: 'test' });
      await cms().content.update(operator, item?.id ?? '', { slug: 'ebb' });
      await writeItems(cms(), ['Gone']);
      const [gone] = await cms().content.find(operator, { title: 'Gone', client: 'test' });
      await cms().content.delete(operator, gone?.id ?? '');
      await cms().apiTokens.create(operator, { name: 'Site' });
      const { webhook } = await cms().webhooks.create(operator, {
        name: 'Search',
        url: 'http://127.0.0.1:9/hook',
      });
      await cms().webhooks.test(operator, webhook.id);
      const { user } = await cms().users.create(operator, {
        email: 'ada@example.com',
        password: 'correct horse battery',
        role: 'viewer',
      });
      await cms().users.setPermissions(operator, user.id, [
        { collection: 'pages', role: 'editor' },
      ]);

      const page = await open('/admin/nothing');
      for (const [path, caption, columns] of [
        ['content', 'Content', 6],
        ['content/redirects', 'Redirects', 4],
        ['trash', 'Deleted items', 6],
        ['media?view=list', 'Files', 6],
        ['health', 'References', 5],
        ['collections', 'Collections', 7],
        ['users', 'Users', 6],
        [`users/${user.id}`, 'Roles in single collections', 3],
        ['api-tokens', 'API tokens', 6],
        ['webhooks', 'Webhooks', 4],
        [`webhooks/${webhook.id}`, 'Deliveries', 5],
        ['audit', 'Audit', 5],
      ] as const) {
        await page.goto(`/admin/${path}`);
        await page
          .getByRole('table', { name: caption, exact: true })
          .getByRole('row')
          .nth(1)
          .waitFor();
        expect(await page.evaluate(structure), path).toEqual({
          caption,
          others: 0,
          heads: columns,
          columns,
          cells: [columns],
        });
      }
    });

    test('fits a window of 768 px, with a first column that can be read', async () => {
      await cms().collections.create(operator, {
        name: 'walks',
        displayName: 'Guided walks along the coast of the northern islands',
      });
      const { id } = await cms().content.create(operator, {
        collection: 'walks',
        title: 'What the storm changed along the whole coast between the harbours',
      });
      await cms().content.delete(operator, id);
      await cms().users.create(operator, {
        email: 'mara.oberlechner@publishing.example.com',
        password: 'correct horse battery',
        firstName: 'Mara Katharina',
        lastName: 'Lindqvist-Oberlechner von Hohenstein',
      });
      const page = await open('/admin/nothing');
      await page.setViewportSize({ width: 768, height: 900 });
      for (const path of ['collections', 'trash', 'users', 'audit']) {
        await page.goto(`/admin/${path}`);
        const table = page.getByRole('table').first();
        await table.getByRole('row').nth(1).waitFor();
        const { room, width, first } = await table.evaluate((shown) => ({
          room: shown.parentElement?.clientWidth ?? 0,
          width: shown.getBoundingClientRect().width,
          first: shown.querySelector('td')?.getBoundingClientRect().width ?? 0,
        }));
        expect(width, path).toBeLessThanOrEqual(room);
        expect(first, path).toBeGreaterThanOrEqual(150);
      }
    });

    test('keeps the focus in its row when the rows are read again', async () => {
      const page = await open('/admin/collections');
      const toggle = page.getByRole('button', { name: 'Deactivate Pages' });
      await toggle.waitFor();
      // Other rows move down and up.
      await cms().collections.create(operator, { name: 'albums', displayName: 'Albums' });
      await toggle.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter');
      const changed = page.getByRole('button', { name: 'Activate Pages', exact: true });
      await changed.waitFor();
      expect(await page.getByRole('row').allTextContents()).toHaveLength(4);
      await expect
        .poll(() => page.locator(':focus').getAttribute('aria-label'))
        .toBe('Activate Pages');
    });

    test('is in the place of what says that it is read, cannot be read, or has no rows', async () => {
      const page = await open('/admin/profile');
      const held = Promise.withResolvers<void>();
      let status = 200;
      await page.route('**/api/tokens', async (route) => {
        await held.promise;
        if (status === 200) await route.continue();
        else await route.fulfill({ status, json: { error: 'Some reason', code: 'some_code' } });
      });
      const table = page.getByRole('table');
      await page.getByRole('button', { name: 'Administration' }).click();
      const link = page.getByRole('link', { name: 'API tokens' });
      await link.click();
      await page.getByText('Loading the API tokens …').waitFor();
      expect(await table.count()).toBe(0);
      status = 500;
      held.resolve();
      await page.getByRole('alert').getByText('Some reason').waitFor();
      expect(await table.count()).toBe(0);
      status = 200;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
      expect(await table.count()).toBe(0);
      expect(await page.getByRole('main').getByRole('button', { name: 'New token' }).count()).toBe(
        2,
      );

      await cms().apiTokens.create(operator, { name: 'Site' });
      await page.reload();
      await table.getByRole('cell', { name: 'Site', exact: true }).waitFor();
      expect(await page.getByRole('heading', { name: 'No API tokens yet' }).count()).toBe(0);
      await inspect(page, 'table');
    });

    test('leads back from a page without rows', async () => {
      await writeItems(cms(), ['Tides']);
      const page = await open('/admin/trash?page=3');
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await pages.getByRole('button', { name: 'Previous' }).click();
      await page.waitForURL('**/admin/trash?page=2');
      await pages.getByRole('button', { name: 'Previous' }).click();
      await page.waitForURL('**/admin/trash');
      await pages.waitFor({ state: 'detached' });
    });
  });
}, receiverEnv);
