import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import {
  longTitle,
  markup,
  namedUser,
  notes,
  writeItems,
} from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { isOnTop } from '../../support/admin/on-top.ts';

withAdmin(({ open, cms, url }) => {
  const statusCount = async (status: 'draft' | 'published' | 'archived'): Promise<number> => {
    const of = { list: { status, limit: 1_000 } };
    return (await cms().content.readPage(operator, { of, client: 'test' })).value.count;
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

      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.fill('!');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await search.fill('note 5');
      await status.getByText('11 matches').waitFor();
      await search.fill('cafe');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await inspect(page, 'content-no-match');
      await page.getByText('0 in Pages, Published · 1 in all content').waitFor();
      await page.getByRole('link', { name: 'Search all content' }).click();
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

    test('phones have the filters behind a button that says how many are set', async () => {
      await writeItems(cms(), ['Tides']);
      await writeItems(cms(), ['Ebb'], { status: 'published' });
      const page = await open('/admin/content');
      await page.setViewportSize({ width: 360, height: 740 });
      const status = page.getByLabel('Status', { exact: true });
      expect(await status.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await status.selectOption('draft');
      await page.getByRole('link', { name: 'Ebb' }).waitFor({ state: 'detached' });
      await inspect(page, 'content-filters-phone');
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await status.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Filters (1)' }).click();
      expect(await status.inputValue()).toBe('draft');
    });

    test.each([[1440], [700], [360]])(
      'keeps the actions for the selected items in sight, %i px wide',
      async (width) => {
        await writeItems(cms(), notes(60));
        const page = await open('/admin/content');
        await page.setViewportSize({ width, height: 700 });
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.getByText('50 selected').waitFor();
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
        for (const name of ['Publish', 'Archive']) {
          expect(await isOnTop(page.getByRole('button', { name, exact: true })), name).toBe(true);
        }
      },
    );

    test.each([1280, 900, 700, 360])(
      'what gets the focus by keyboard is not behind the bar, %i pixels wide',
      async (width) => {
        await writeItems(cms(), notes(30));
        const page = await open('/admin/content');
        await page.setViewportSize({ width, height: 740 });
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        const last = page.getByRole('checkbox', { name: 'Select Note 1', exact: true });
        await last.focus();
        const focused = page.locator(':focus');
        while ((await focused.and(page.locator('tbody *')).count()) > 0) {
          expect(await isOnTop(focused)).toBe(true);
          const gap = await focused.evaluate((element) => {
            const bar = document.querySelector('[aria-label="Selected items"]')!.parentElement!;
            const row = element.closest('tr')!;
            return row.getBoundingClientRect().top - bar.getBoundingClientRect().bottom;
          });
          expect(gap).toBeGreaterThan(-1);
          await page.keyboard.press('Shift+Tab');
        }
      },
    );

    const selectAll = async (page: Page, count: number): Promise<void> => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: `Select all ${count} matches` }).click();
      await page.getByText(`${count} selected, 50 on this page`).waitFor();
    };

    test('deletes all matches of a filter, stops when it is cancelled, and takes it back', async () => {
      await writeItems(cms(), notes(150));
      await writeItems(cms(), ['Home'], { status: 'published' });
      const page = await open('/admin/content?status=draft');
      const held = Promise.withResolvers<void>();
      let requests = 0;
      await page.route('**/api/content/bulk', async (route) => {
        requests += 1;
        await held.promise;
        await route.continue();
      });
      await selectAll(page, 150);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const question = page.getByRole('dialog', { name: 'Delete 150 items?' });
      await question.getByText('Note 150').waitFor();
      await question.getByText('and 145 more').waitFor();
      await question.getByText('They can be restored from the trash for 30 days.').waitFor();
      await inspect(page, 'content-delete');
      await question.getByRole('button', { name: 'Delete 150 items' }).click();
      const progress = page.getByRole('dialog', { name: 'Deleting 150 items' });
      await progress.getByText('0 of 150 done').waitFor();
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await progress.getByText('waiting for the current step').waitFor();
      held.resolve();
      await page.getByText('100 items deleted.').waitFor();
      await page.getByText('50 selected').waitFor();
      expect(await statusCount('draft')).toBe(50);
      expect(requests).toBe(1);

      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('100 items restored.').waitFor();
      expect(await statusCount('draft')).toBe(150);
    });

    test('says that restored items are drafts, and what could not be restored', async () => {
      await writeItems(cms(), ['Tides', 'Harbour'], { status: 'published' });
      const page = await open('/admin/content');
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const question = page.getByRole('dialog', { name: 'Delete 2 items?' });
      await question.getByText('2 of them are published.').waitFor();
      await question.getByRole('button', { name: 'Delete 2 items' }).click();
      await page.getByText('2 items deleted.').waitFor();
      await writeItems(cms(), ['Harbour']);
      await page.getByRole('button', { name: 'Undo' }).click();
      const report = page.getByRole('dialog', { name: '1 item could not be restored' });
      await report.getByText(/1 item: .*slug/i).waitFor();
      const link = report.getByRole('link', { name: 'Harbour' });
      expect(await link.getAttribute('href')).toBe('/admin/trash');
      await report.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('1 item restored. What was published is a draft now.').waitFor();
      expect(await statusCount('published')).toBe(0);

      await cms().settings.update(operator, { trashDays: 0 });
      await page.getByRole('checkbox', { name: 'Select Tides' }).check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const last = page.getByRole('dialog', { name: 'Delete “Tides”?' });
      await last.getByText('A deletion cannot be undone.').waitFor();
      await last.getByRole('button', { name: 'Delete 1 item' }).click();
      await page.getByText('1 item deleted.').waitFor();
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    });

    test('moves items to another collection, and back', async () => {
      await writeItems(cms(), ['Tides', 'Harbour']);
      await writeItems(cms(), ['Walk'], { collection: 'blog-posts' });
      const page = await open('/admin/content');
      const collectionOf = (title: string) =>
        page
          .getByRole('row', { name: new RegExp(title) })
          .getByRole('cell')
          .nth(2)
          .textContent();
      const choose = async (name: string): Promise<void> => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.getByRole('button', { name: 'Move', exact: true }).click();
        const question = page.getByRole('dialog', { name: 'Move 3 items to another collection' });
        await question.getByRole('combobox', { name: 'Collection' }).selectOption(name);
        await inspect(page, 'content-move');
        await question.getByRole('button', { name: 'Move 3 items' }).click();
        await page.getByText('3 items moved.').waitFor();
      };
      await choose('Blog posts');
      await expect.poll(() => collectionOf('Tides')).toBe('Blog posts');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('3 items restored.').waitFor();
      await expect.poll(() => collectionOf('Tides')).toBe('Pages');
      expect(await collectionOf('Walk')).toBe('Blog posts');

      // There is no other collection in which this editor may create content.
      const editor = await namedUser(cms(), 'editor', 'Eva');

      if (editor.kind !== 'user') throw new Error('No user');
      await cms().users.setPermissions(operator, editor.userId, [
        { collection: 'pages', role: 'viewer' },
      ]);
      const others = await open('/admin/content?collection=blog-posts', 'editor');
      await others.getByRole('checkbox', { name: 'Select Walk' }).check();
      await others.getByRole('button', { name: 'Delete', exact: true }).waitFor();
      expect(await others.getByRole('button', { name: 'Move', exact: true }).count()).toBe(0);
    });

    test('stops when the connection is lost, keeps the rest selected, and goes on later', async () => {
      await writeItems(cms(), notes(210));
      const page = await open('/admin/content');
      let writes = 0;
      await page.route('**/api/**', (route) => {
        if (route.request().method() === 'POST') writes += 1;
        return writes > 1 ? route.abort('connectionfailed') : route.continue();
      });
      await selectAll(page, 210);
      const publish = async (count: number): Promise<void> => {
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
        const question = page.getByRole('dialog', { name: `Publish ${count} items?` });
        await question.getByRole('button', { name: `Publish ${count} items` }).click();
      };
      await publish(210);
      const report = page.getByRole('dialog', { name: '100 items could not be published' });
      await report.getByText('100 items published. 10 items not attempted.').waitFor();
      await report.getByText('100 items: The request did not arrive').waitFor();
      await report.getByText('And 50 more.').waitFor();
      await report.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('Unsaved work stays in this browser').waitFor();
      expect(await statusCount('published')).toBe(100);

      // The failed list loads again by itself.
      await page.unroute('**/api/**');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await page.getByText('110 selected').waitFor();
      await publish(110);
      await page.getByText('110 items published.').waitFor();
      expect(await statusCount('published')).toBe(210);
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
      const choice = page.getByRole('main').getByRole('link', { name: 'Blog posts' });
      expect(await choice.getAttribute('href')).toBe('/admin/content/new?collection=blog-posts');
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Pages');
      await page.getByRole('link', { name: 'New item' }).click();
      await page.waitForURL('**/admin/content/new/*?collection=pages');
    });
  });
});
