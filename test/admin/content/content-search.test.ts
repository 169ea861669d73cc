import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { markup, writeItems } from '../../support/admin/admin-content.ts';
import { createProducts } from '../../support/admin/admin-products.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  const writeNote = (title: string, note: string) =>
    cms().content.create(operator, { collection: 'products', title, data: { note } });

  describe('the search of the content list', () => {
    test('finds words in texts, and shows where they are, as text', async () => {
      await createProducts(cms(), []);
      await writeNote('Boots', `${markup} for the 🥾 harbour, and the Hárbour wall`);
      await writeNote('Harbour guide', 'Nothing else.');
      await writeNote('Hat', 'Wool');
      const page = await open('/admin/content?collection=products&where[data.price][gte]=5');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('harbour');
      await page.getByRole('status').getByText('2 matches').waitFor();
      await page.getByText('apply again without a search').waitFor();
      const titles = page.locator('tbody td.main a');
      expect(await titles.allTextContents()).toEqual(['Harbour guide', 'Boots']);
      const row = page.getByRole('row', { name: /Boots/ });
      expect(await row.locator('mark').allTextContents()).toEqual(['harbour', 'Hárbour']);
      expect(await row.locator('td.main p').textContent()).toContain(`${markup} for the 🥾`);
      expect(await page.locator('main img').count()).toBe(0);
      await inspect(page, 'content-search');
      expect(new URL(page.url()).searchParams.get('q')).toBe('harbour');
      await page.reload();
      await row.locator('mark').first().waitFor();
      // What was found can be changed, like the rest of the list.
      await row.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('1 item published.').waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
      await page.getByRole('button', { name: 'Price is at least 5', exact: true }).waitFor();
    });

    test('says that it has the items of all authors, and gives the choice back', async () => {
      await writeItems(cms(), ['Of nobody here']);
      const page = await open('/admin/content?author=me');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.fill('nobody');
      await page.getByRole('link', { name: 'Of nobody here' }).waitFor();
      const authors = page.getByRole('combobox', { name: 'Author' });
      expect(await authors.isDisabled()).toBe(true);
      expect(await authors.getAttribute('title')).toBe('A search has the items of all authors.');
      expect(await authors.inputValue()).toBe('');
      await search.fill('');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      expect(await authors.inputValue()).toBe('me');
    });

    test('has pages, and says if there are more matches than it ranks', async () => {
      await writeItems(
        cms(),
        Array.from({ length: 52 }, (_, n) => `Tide ${n + 1}`),
      );
      const page = await open('/admin/content?q=tide');
      await page.getByText('1–50 of 52').waitFor();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('51–52 of 52').waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      expect(await page.getByRole('button', { name: /^Select all/ }).count()).toBe(0);
      await page.route('**/api/search?*', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { meta: object };
        const meta = { ...body.meta, search: { ranked: 10_000, more: true } };
        await route.fulfill({ response, json: { ...body, meta } });
      });
      await page.goto('/admin/content?q=tide');
      await page.getByText('10,000+ matches').waitFor();
      await page.getByText('These are matches among the newest 10,000').waitFor();
    });

    test('explains what the service rejects', async () => {
      await writeItems(cms(), ['Tides']);
      const page = await open(`/admin/content?q=${'a+'.repeat(40)}`);
      await page.getByRole('alert').getByText('The search must have at most 32 words').waitFor();
      await page.getByRole('link', { name: 'Clear the search' }).click();
      await page.getByRole('link', { name: 'Tides' }).waitFor();
    });
  });

  describe('the palette', () => {
    test('finds items by their title first, then by their text, without markup', async () => {
      await createProducts(cms(), []);
      const { id } = await writeNote(
        'Boots',
        `${'Before it. '.repeat(8)}made at the harbour ${markup}`,
      );
      await writeNote('Harbour guide', 'Nothing else.');
      const page = await open('/admin/media');
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('harb');
      const options = page.getByRole('dialog').getByRole('option');
      await options.nth(1).waitFor();
      const texts = await options.allTextContents();
      expect(texts.map((text) => text.slice(0, 5))).toEqual(['Harbo', 'Boots']);
      expect(await options.nth(1).locator('mark').allTextContents()).toEqual(['harbour']);
      // Where the word is, not where the text begins.
      const snippet = '… Before it. made at the harbour';
      await options.nth(1).getByText(snippet).waitFor();
      expect(await page.locator('dialog img').count()).toBe(0);
      await inspect(page, 'palette-search');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/admin/content/${id}`);
    });

    test('ends older requests, and keeps what was found until there is something else', async () => {
      await writeItems(cms(), ['Tides', 'Tidal pools']);
      const page = await open('/admin/media');
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('tid');
      await page.getByRole('option', { name: /Tidal pools/ }).waitFor();
      const held = Promise.withResolvers<void>();
      await page.route(/\/api\/(search|content\/find)\?.*=tida$/, async (route) => {
        await held.promise;
        await route.continue().catch(() => undefined);
      });
      const ended: string[] = [];
      page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname));
      const asked = page.waitForRequest(/\/api\/content\/find\?title=tida$/);
      await page.keyboard.type('a');
      await asked;
      expect(await page.getByRole('option', { name: /Tides/ }).count()).toBe(1);
      expect(await page.getByText('Nothing has this name').count()).toBe(0);
      await page.keyboard.type('l');
      await page.getByRole('option', { name: /Tides/ }).waitFor({ state: 'detached' });
      await page.getByRole('option', { name: /Tidal pools/ }).waitFor();
      expect(ended).toContain('/api/content/find');
      held.resolve();
      await page.keyboard.type('x');
      await page.getByText('Nothing has this name, and no item these words.').waitFor();
    });
  });
});
