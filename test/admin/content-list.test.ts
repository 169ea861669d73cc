import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { longTitle, markup, namedUser, notes, writeItems } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms, url }) => {
  const statusCount = async (status: 'draft' | 'published' | 'archived'): Promise<number> => {
    const query = { status, limit: 1_000, client: 'test' };
    return (await cms().content.list(operator, query)).value.count;
  };

  const idOf = async (title: string): Promise<string> => {
    const query = { title, client: 'test' };
    return (await cms().content.find(operator, query))[0]!.id;
  };

  describe('the content list', () => {
    test('filters, finds and pages, and keeps all of it in the URL', async () => {
      await writeItems(cms(), notes(60), { status: 'published' });
      await writeItems(cms(), ['Café in the harbour'], { collection: 'blog-posts' });
      const page = await open('/admin/content');
      const status = page.getByRole('status');
      await status.getByText('61 items').waitFor();
      expect(await page.getByRole('row').count()).toBe(51);

      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Pages');
      await status.getByText('60 items').waitFor();
      // The links of the old page count for the new filter while its page is read.
      const held = Promise.withResolvers<void>();
      await page.route('**/api/content/summaries?*status=published*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
      await page.getByRole('link', { name: 'Next' }).click();
      held.resolve();
      await page.getByText('51–60 of 60').waitFor();
      await page.getByRole('link', { name: 'Note 1', exact: true }).waitFor();
      expect(page.url()).toBe(`${url()}/admin/content?collection=pages&status=published&page=2`);
      await page.reload();
      await page.getByText('51–60 of 60').waitFor();
      await page.goBack();
      await page.getByText('1–50 of 60').waitFor();

      const search = page.getByRole('searchbox', { name: 'Find by title' });
      await search.fill('!');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await search.fill('note 5');
      await status.getByText('11 matches').waitFor();
      await search.fill('cafe');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await inspect(page, 'content-no-match');
      await page.getByRole('link', { name: 'Clear the filters' }).click();
      await status.getByText('61 items').waitFor();
      await search.fill('cafe');
      await status.getByText('1 match').waitFor();
      await page.getByRole('link', { name: 'Café in the harbour' }).waitFor();
      expect(page.url()).toBe(`${url()}/admin/content?q=cafe`);
      await page.reload();
      await status.getByText('1 match').waitFor();
      expect(await search.inputValue()).toBe('cafe');

      await page.goto('/admin/content?page=9');
      await page.getByText('1–50 of 61').waitFor();
      expect(page.url()).toBe(`${url()}/admin/content`);
    });

    test('publishes a page of items, reports the failure, and undoes it', async () => {
      const author = await namedUser(cms(), 'author', markup);
      await cms().collections.update(operator, 'blog-posts', { displayName: markup });
      await writeItems(cms(), [longTitle, markup, 'Tides'], {
        collection: 'blog-posts',
        actor: author,
      });
      await writeItems(cms(), ['Retired'], { status: 'archived' });
      await writeItems(cms(), ['Home'], { status: 'published' });
      const page = await open('/admin/content');
      await page.getByRole('row', { name: /Retired/ }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByText('5 selected').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await inspect(page, 'content-selected');

      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const report = page.getByRole('dialog', { name: '1 item could not be published' });
      await report.getByText('3 items published.').waitFor();
      await report.getByText('1 item: Content cannot go from archived to published').waitFor();
      await report.getByRole('link', { name: 'Retired' }).waitFor();
      await inspect(page, 'content-report');
      await report.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('1 selected').waitFor();
      expect(await statusCount('published')).toBe(4);

      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('3 items restored.').waitFor();
      expect(await statusCount('draft')).toBe(3);
      expect(await statusCount('published')).toBe(1);

      await page.getByRole('checkbox', { name: 'Select Home' }).check();
      await page.getByRole('button', { name: 'Archive' }).click();
      await page.getByText('1 item archived.').waitFor();
      await page.locator('#main:focus').waitFor();
      expect(await statusCount('archived')).toBe(2);
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await page.getByText('1 item restored.').waitFor();
      expect(await statusCount('published')).toBe(1);
    });

    test('deletes all matches of a filter, and stops when it is cancelled', async () => {
      await writeItems(cms(), notes(60));
      await writeItems(cms(), ['Home'], { status: 'published' });
      const page = await open('/admin/content?status=draft');
      const selectAll = async (count: number): Promise<void> => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.getByRole('button', { name: `Select all ${count} matches` }).click();
        await page.getByText(`${count} selected, 50 on this page`).waitFor();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        const question = page.getByRole('dialog', { name: `Delete ${count} items?` });
        await question.getByText('Note 60').waitFor();
        await question.getByText(`and ${count - 5} more`).waitFor();
        await question.getByRole('button', { name: `Delete ${count} items` }).click();
      };

      const held = Promise.withResolvers<void>();
      await page.route('**/api/content/*', async (route) => {
        if (route.request().method() === 'DELETE') await held.promise;
        await route.continue();
      });
      await selectAll(60);
      const progress = page.getByRole('dialog', { name: 'Deleting 60 items' });
      await progress.getByText('0 of 60 done').waitFor();
      await progress.getByRole('button', { name: 'Cancel' }).click();
      held.resolve();
      await page.getByText('3 items deleted.').waitFor();
      await page.getByText('57 selected').waitFor();
      expect(await statusCount('draft')).toBe(57);
    });

    test('stops when the connection is lost, keeps the rest selected, and goes on later', async () => {
      await writeItems(cms(), notes(9));
      const page = await open('/admin/content');
      let writes = 0;
      await page.route('**/api/**', (route) => {
        if (route.request().method() === 'PUT') writes += 1;
        return writes > 4 ? route.abort('connectionfailed') : route.continue();
      });
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const report = page.getByRole('dialog', { name: /could not be published/ });
      await report.getByText('4 items published.').waitFor();
      await report.getByText(/not attempted/).waitFor();
      await report.getByText(/items?: The request did not arrive/).waitFor();
      await report.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('Unsaved work stays in this browser').waitFor();
      expect(await statusCount('published')).toBe(4);

      // The failed list loads again by itself.
      await page.unroute('**/api/**');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await page.getByText('5 selected').waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('5 items published.').waitFor();
      expect(await statusCount('published')).toBe(9);
    });

    test('selects a range with Shift, with the mouse and the keyboard', async () => {
      await writeItems(cms(), notes(8));
      const page = await open('/admin/content?collection=pages');
      const box = (number: number) =>
        page.getByRole('checkbox', { name: `Select Note ${number}`, exact: true });
      // The latest change is first.
      await box(7).check();
      await box(5).click({ modifiers: ['Shift'] });
      await page.getByText('3 selected').waitFor();
      expect(await box(6).isChecked()).toBe(true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Space');
      await page.getByText('5 selected').waitFor();
      expect(await box(4).isChecked()).toBe(true);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      await page.getByText('4 selected').waitFor();
      await box(7).click({ modifiers: ['Shift'] });
      await page.getByText('1 selected').waitFor();
      expect(await box(3).isChecked()).toBe(true);
      expect(await page.evaluate('getSelection().toString()')).toBe('');

      // The filter names the collection.
      expect(await page.getByRole('columnheader', { name: 'Collection' }).count()).toBe(0);
    });

    test('offers to each role only what it may do', async () => {
      const author = await namedUser(cms(), 'author', 'Ada');
      await writeItems(cms(), ['Own'], { actor: author });
      await writeItems(cms(), ['Of another']);
      const page = await open('/admin/content', 'author');
      await page.getByRole('row', { name: /Of another/ }).waitFor();
      expect(await page.getByRole('checkbox', { name: 'Select Of another' }).count()).toBe(0);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByText('1 selected').waitFor();
      await page.getByRole('combobox', { name: 'Author' }).selectOption('Only mine');
      await page.getByText('Of another').waitFor({ state: 'hidden' });
      await cms().content.delete(operator, await idOf('Own'));
      await page.goto('/admin/content');
      await page.getByRole('row', { name: /Of another/ }).waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(0);

      const readers = await open('/admin/content', 'viewer');
      await readers.getByRole('row', { name: /Of another/ }).waitFor();
      expect(await readers.getByRole('checkbox').count()).toBe(0);
      expect(await readers.getByText('New item').count()).toBe(0);
    });

    test('explains an empty service', async () => {
      const page = await open('/admin/content');
      await page.getByRole('heading', { name: 'No content yet' }).waitFor();
      await page.getByText('With the API').click();
      await page.getByText('/api/content').waitFor();
      await inspect(page, 'content-empty');
      await page.getByRole('button', { name: 'New item' }).click();
      const choice = page.getByRole('link', { name: 'Blog posts' });
      expect(await choice.getAttribute('href')).toBe('/admin/content/new?collection=blog-posts');
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Pages');
      await page.getByRole('link', { name: 'New item' }).click();
      await page.waitForURL('**/admin/content/new/*?collection=pages');
    });
  });
});
