import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { markup, namedUser, writeItems } from '../../support/admin/admin-content.ts';
import { createProducts } from '../../support/admin/admin-products.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';

const list = '/admin/content?collection=products';

/** The titles of the items on the page, in order. */
const titlesOn = (page: Page): Promise<readonly string[]> =>
  page.locator('tbody td.main a').allTextContents();

const shows = (page: Page, titles: readonly string[]): Promise<void> =>
  expect.poll(() => titlesOn(page)).toEqual(titles);

const queryOf = (page: Page): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(page.url()).searchParams);

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield paintedPng(80, 60);
}

withAdmin(({ open, cms }) => {
  const boots = ['Boots', { category: 'boots', price: 1_200, stock: 3, featured: true }] as const;
  const hat = ['Hat', { category: 'hats, caps', price: 20, released: '2026-02-28' }] as const;
  const cap = ['Cap', { category: 'hats, caps', price: 15, tags: ['wool', markup] }] as const;

  describe('the pictures of a list', () => {
    test('are those of the first field that has an image, read in one request, also among all content', async () => {
      const upload = () =>
        cms().media.upload(operator, {
          originalName: 'boots.png',
          body: bytes(),
          folder: () => undefined,
        });
      const [one, other] = [await upload(), await upload()];
      await createProducts(cms(), [
        ['By URL', { photo: `/files/${one.key}` }],
        ['By id', { photo: other.id }],
        ['Without', { price: 5 }],
        ['Elsewhere', { photo: 'https://example.com/a.png' }],
      ]);
      await writeItems(cms(), ['A page']);
      const page = await open('/admin');
      const requests: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith('/query')) requests.push(pathname.split('/').at(-2) ?? '');
      });
      await page.goto('/admin/content');
      const image = (name: string) => page.getByRole('row', { name }).locator('img');
      await image('By id').waitFor();
      await page.getByRole('row', { name: 'A page' }).waitFor();
      expect(await page.locator('main img').count()).toBe(2);
      expect(requests.splice(0).toSorted()).toEqual(['pages', 'products']);
      await inspect(page, 'content-pictures-of-all');
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Products');
      await page.getByRole('row', { name: 'A page' }).waitFor({ state: 'detached' });
      await image('By id').waitFor();
      for (const [name, { key }] of [
        ['By URL', one],
        ['By id', other],
      ] as const) {
        expect(await image(name).getAttribute('src')).toMatch(`/files/${key}?w=`);
      }
      expect(await page.locator('main img').count()).toBe(2);
      expect(requests).toEqual(['products']);
      const heights = await page
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      // Rows share the lines between them.
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
      await inspect(page, 'content-pictures');
    });
  });

  describe('the columns of a list', () => {
    test('show fields of the collection by their types, in the address and after a return', async () => {
      await writeItems(cms(), ['Ann & Sons']);
      const [maker] = await cms().content.find(operator, { title: 'Ann', client: 'test' });
      const file = await cms().media.upload(operator, {
        originalName: 'boots.png',
        body: bytes(),
        folder: () => undefined,
      });
      await createProducts(cms(), [
        boots,
        [
          'Boat',
          {
            maker: maker?.id,
            photo: `/files/${file.key}`,
            sold: '2026-02-28T12:00:00Z',
            size: { width: 2.5 },
            tags: ['wool', markup],
            note: 'x'.repeat(400),
          },
        ],
      ]);
      const page = await open(list);
      await page.getByRole('button', { name: 'Columns' }).click();
      const dialog = page.getByRole('dialog', { name: 'Columns' });
      await inspect(page, 'content-columns-dialog');
      for (const name of [
        'Price',
        'Featured',
        'Tags',
        'Maker',
        'Photo',
        `Size › ${markup}`,
        'Note',
      ]) {
        await dialog.getByRole('checkbox', { name, exact: true }).check();
      }
      await dialog.getByRole('checkbox', { name: 'Author' }).uncheck();
      await dialog.getByRole('button', { name: 'Done' }).click();

      const boat = page.getByRole('row', { name: /Boat/ });
      const made = page.getByRole('cell', { name: 'Ann & Sons', exact: true });
      await made.waitFor();
      await boat.getByText(`wool, ${markup}`).waitFor();
      await boat.getByText('2.5').waitFor();
      await boat.getByText(/^x{160} …$/).waitFor();
      const image = boat.locator('td:not(.main) img');
      const src = (await image.getAttribute('src')) ?? '';
      expect(src).toMatch(/^\/files\/.*\.png\?w=\d+$/);
      expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
      // The other one is beside the title.
      expect(await page.locator('main img').count()).toBe(2);
      const row = page.getByRole('row', { name: /Boots/ });
      await row.getByText('1,200').waitFor();
      await row.getByText('Yes').waitFor();
      expect(await page.getByRole('columnheader', { name: 'Author' }).count()).toBe(0);
      await inspect(page, 'content-columns');

      // Titles are read once for each page.
      const titleRequests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes(`ids=${maker?.id}`)) titleRequests.push(request.url());
      });
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await page.getByRole('combobox', { name: 'Status' }).selectOption('All statuses');
      await made.waitFor();

      const { columns } = queryOf(page);
      expect(columns?.split(',')).toContain('data.price');
      await page.reload();
      await made.waitFor();
      expect(titleRequests).toHaveLength(2);
      // The collection remembers them; another one has its own.
      await page.goto('/admin/content?collection=pages');
      await head(page, 'Author').waitFor();
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Products');
      await made.waitFor();
      expect(queryOf(page)['columns']).toBe(columns);
      await page.goto(list);
      await made.waitFor();
      expect(queryOf(page)['columns']).toBe(columns);

      await page.getByRole('button', { name: 'Columns' }).click();
      await dialog.getByRole('button', { name: 'Use the usual columns' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await head(page, 'Author').waitFor();
      expect(await made.count()).toBe(0);
    });

    test('of removed fields are left out, with their filters and their order', async () => {
      await createProducts(cms(), [boots, hat]);
      const page = await open(list);
      await page.getByRole('button', { name: 'Columns' }).click();
      for (const name of ['Price', 'Stock']) await page.getByRole('checkbox', { name }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('cell', { name: '1,200' }).waitFor();
      const { schema } = await cms().collections.get(operator, 'products');
      const { stock: _, ...properties } = schema.properties;
      await cms().collections.update(operator, 'products', {
        schema: { ...schema, properties } as never,
      });

      // The remembered columns.
      await page.goto(list);
      await page.getByRole('cell', { name: '1,200' }).waitFor();
      expect(await head(page, 'Stock').count()).toBe(0);
      const { columns } = queryOf(page);
      expect(columns).toBe('status,author,updated_at,data.price');
      const rejected: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 400) rejected.push(response.url());
      });
      await page.goto(list);
      await page.getByRole('cell', { name: '1,200' }).waitFor();
      expect(rejected).toEqual([]);

      // Those in the address.
      await page.goto(
        `${list}&columns=data.stock,data.price&sort=-data.stock&where[data.stock][gte]=1&where[data.price][gte]=1`,
      );
      await shows(page, ['Hat', 'Boots']);
      expect(queryOf(page)).toEqual({
        collection: 'products',
        columns: 'data.price',
        'where[data.price][gte]': '1',
      });
    });

    test('sort the list, and say why they do not', async () => {
      await createProducts(cms(), [boots, hat, cap]);
      const page = await open(`${list}&columns=data.price,data.stock,data.tags,status`);
      await shows(page, ['Cap', 'Hat', 'Boots']);
      const price = head(page, 'Price');
      await price.getByRole('button').click();
      await shows(page, ['Cap', 'Hat', 'Boots']);
      expect(await price.getAttribute('aria-sort')).toBe('ascending');
      expect(queryOf(page)['sort']).toBe('data.price');
      await price.getByRole('button').click();
      await shows(page, ['Boots', 'Hat', 'Cap']);
      expect(await price.getAttribute('aria-sort')).toBe('descending');
      await page.reload();
      await shows(page, ['Boots', 'Hat', 'Cap']);
      await price.getByRole('button').click();
      await expect.poll(() => queryOf(page)['sort']).toBe(undefined);
      await head(page, 'Title').getByRole('button').click();
      await shows(page, ['Boots', 'Cap', 'Hat']);

      for (const [name, reason] of [
        ['Stock', 'To sort by this, mark “Stock” as indexed in the collection.'],
        ['Tags', 'The list cannot be sorted by a field with several values.'],
        ['Status', 'The list cannot be sorted by this.'],
      ] as const) {
        expect(await head(page, name).getAttribute('title')).toBe(reason);
        expect(await head(page, name).getByRole('button').count()).toBe(0);
      }
      await page.goto('/admin/content');
      await head(page, 'Title').waitFor();
      expect(await head(page, 'Title').getAttribute('title')).toContain('Choose a collection');

      // Phones have no heads.
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(list);
      await page.getByRole('combobox', { name: 'Order' }).selectOption('Title, descending');
      await shows(page, ['Hat', 'Cap', 'Boots']);
    });
  });

  describe('the filters of a list', () => {
    const addFilter = async (page: Page, field: string, condition?: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByLabel('Field', { exact: true }).selectOption(field);
      if (condition !== undefined) await page.getByLabel('Condition').selectOption(condition);
    };

    const apply = (page: Page): Promise<void> =>
      page.getByRole('button', { name: 'Apply' }).click();

    test('come from the schema, are in the address, and can be changed and removed', async () => {
      await createProducts(cms(), [boots, hat, cap]);
      const page = await open(list);
      await addFilter(page, 'Price', 'is at least');
      await apply(page);
      await page.getByText('A filter needs a value.').waitFor();
      await inspect(page, 'content-filter-dialog');
      await page.getByLabel('Value').fill('20');
      await page.keyboard.press('Enter');
      await shows(page, ['Hat', 'Boots']);
      await page.getByRole('status').getByText('2 items').waitFor();
      expect(queryOf(page)['where[data.price][gte]']).toBe('20');

      await addFilter(page, 'Category', 'is one of');
      await page.getByRole('checkbox', { name: 'hats, caps' }).check();
      await apply(page);
      await shows(page, ['Hat']);
      expect(queryOf(page)['where[data.category][in]']).toBe('hats%2C caps');
      await inspect(page, 'content-filtered');
      await page.reload();
      await shows(page, ['Hat']);

      await page.getByRole('button', { name: 'Price is at least 20', exact: true }).click();
      await page.getByLabel('Value').fill('1');
      await apply(page);
      await shows(page, ['Cap', 'Hat']);
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
      await page.getByRole('heading', { name: 'No item matches' }).waitFor();
      await page.getByRole('combobox', { name: 'Status' }).selectOption('All statuses');
      await page
        .getByRole('button', { name: 'Remove the filter: Category is one of hats, caps' })
        .click();
      await shows(page, ['Cap', 'Hat', 'Boots']);
      await page.getByRole('button', { name: 'Remove the filter: Price is at least 1' }).click();
      await expect.poll(() => queryOf(page)).toEqual({ collection: 'products' });
    });

    test('offer a control for each type', async () => {
      await writeItems(cms(), ['Ann', 'Bob']);
      const [ann] = await cms().content.find(operator, { title: 'Ann', client: 'test' });
      await createProducts(cms(), [
        boots,
        hat,
        ['Cap', { ...cap[1], maker: ann?.id, sold: '2026-02-28T12:00:00Z', photo: '/a.png' }],
      ]);
      const page = await open(list);
      const cases: readonly (readonly [string, string, () => Promise<unknown>, string[]])[] = [
        ['Featured', 'is', () => page.getByLabel('Value').selectOption('Yes'), ['Boots']],
        ['Featured', 'has no value', async () => undefined, ['Cap', 'Hat']],
        ['Released', 'is', () => page.getByLabel('Value').fill('2026-02-28'), ['Hat']],
        ['Sold', 'is before', () => page.getByLabel('Value').fill('2026-03-02T00:00'), ['Cap']],
        ['Tags', 'includes', () => page.getByLabel('Value').fill(markup), ['Cap']],
        ['Title', 'is one of', () => page.getByLabel('Value').fill('Hat, Boots'), ['Hat', 'Boots']],
        ['Photo', 'has a value', async () => undefined, ['Cap']],
        ['Category', 'is', () => page.getByLabel('Value').selectOption('boots'), ['Boots']],
        [
          'Maker',
          'is',
          async () => {
            await page.getByRole('combobox', { name: 'Title of the item' }).fill('an');
            await page.getByRole('option', { name: 'Ann' }).click();
          },
          ['Cap'],
        ],
      ];
      for (const [field, condition, choose, expected] of cases) {
        await addFilter(page, field, condition);
        await choose();
        await apply(page);
        await shows(page, expected);
        const [remove] = await page.getByRole('button', { name: /^Remove the filter/ }).all();
        if (field === 'Maker') {
          await page.reload();
          await page.getByRole('button', { name: 'Maker is Ann', exact: true }).waitFor();
        }
        await remove?.click();
        await shows(page, ['Cap', 'Hat', 'Boots']);
      }
      expect(await page.locator('main img').count()).toBe(0);
    });

    test('that the service rejects say what to index, and lead to the collection', async () => {
      await createProducts(cms(), [boots, hat, cap]);
      await namedUser(cms(), 'editor', 'Eva');
      // As the service answers in a collection of more than 10,000 items.
      const grow = async (page: Page, ...paths: readonly string[]): Promise<void> => {
        await page.route('**/api/content/counts', async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as {
            data: { counts: Record<string, { count: number; isLowerBound: boolean }> }[];
          };
          for (const { counts } of body.data)
            counts['draft'] = { count: 10_000, isLowerBound: true };
          await route.fulfill({ response, json: body });
        });
        await page.route('**/api/collections/products/query?*', (route) =>
          route.fulfill({
            status: 400,
            json: {
              error: 'The query needs an index',
              code: 'not_indexed',
              issues: paths.map((path) => ({ path, message: 'must be indexed for this query' })),
            },
          }),
        );
      };
      const page = await open(list);
      await grow(page, 'data.stock');
      await page.goto(`${list}&where[data.stock][gte]=1`);
      const sentence = 'Index “Stock” to filter or sort by it.';
      await page.getByRole('alert').getByText(sentence).waitFor();
      await inspect(page, 'content-not-indexed');
      const link = page.getByRole('link', { name: 'Open the collection' });
      expect(await link.getAttribute('href')).toBe('/admin/collections/products');
      await page.getByRole('link', { name: 'Clear the filters' }).click();
      await shows(page, ['Cap', 'Hat', 'Boots']);

      // Only what an index serves is offered.
      await page.getByRole('button', { name: 'Add filter' }).click();
      const field = page.getByLabel('Field', { exact: true });
      const stock = field.getByRole('option', { name: 'Stock (not indexed)' });
      expect(await stock.getAttribute('disabled')).not.toBe(null);
      await field.selectOption('Price');
      const conditions = await page.getByLabel('Condition').locator('option').allTextContents();
      expect(conditions).toContain('is at most');
      expect(conditions).not.toContain('is not');

      const editor = await open(list, 'editor');
      await grow(editor, 'data.price', 'updated_at');
      await editor.goto(`${list}&where[data.price][gte]=1`);
      const alert = editor.getByRole('alert');
      await alert.getByText('To combine “Price” and “Updated”, index the first').waitFor();
      await alert.getByText('An administrator can do this').waitFor();
      const newest = editor.getByRole('link', { name: 'Show the newest first' });
      expect(await newest.getAttribute('href')).toContain('sort=-created_at');
      expect(await editor.getByRole('link', { name: 'Open the collection' }).count()).toBe(0);
    });

    test('with a mistake in the address say what is wrong', async () => {
      await createProducts(cms(), [boots]);
      const page = await open(`${list}&where[data.price][gte]=much`);
      await page.getByRole('alert').getByText('Price must be a number.').waitFor();
      await page.getByRole('link', { name: 'Clear the filters' }).click();
      await shows(page, ['Boots']);
    });
  });

  describe('the pages of a query', () => {
    const items = Array.from({ length: 110 }, (_, n) => {
      const title = `Item ${String(n + 1).padStart(3, '0')}`;
      return [title, { price: n }] as const;
    });

    test('go forward and back, after a reload, too, and all matches can be selected', async () => {
      await createProducts(cms(), items);
      const page = await open(`${list}&sort=title`);
      await page.getByText('1–50 of 110').waitFor();
      const next = page.getByRole('link', { name: 'Next' });
      await next.click();
      await page.getByText('51–100 of 110').waitFor();
      expect((await titlesOn(page))[0]).toBe('Item 051');
      await page.goBack();
      await page.getByText('1–50 of 110').waitFor();
      await page.goForward();
      await page.getByText('51–100 of 110').waitFor();
      await next.click();
      await page.getByText('101–110 of 110').waitFor();
      await page.reload();
      await page.getByText('101–110 of 110').waitFor();
      expect(await next.count()).toBe(0);
      const previous = page.getByRole('link', { name: 'Previous' });
      await previous.click();
      await page.getByText('51–100 of 110').waitFor();
      expect((await titlesOn(page))[0]).toBe('Item 051');
      await previous.click();
      await page.getByText('1–50 of 110').waitFor();
      expect((await titlesOn(page))[0]).toBe('Item 001');

      // The cursor of another order leads to its first page.
      await next.click();
      await page.getByText('51–100 of 110').waitFor();
      const address = new URL(page.url());
      address.searchParams.set('sort', '-title');
      await page.goto(address.href);
      await page.getByText('1–50 of 110').waitFor();
      expect((await titlesOn(page))[0]).toBe('Item 110');

      await page.goto(`${list}&where[data.price][gte]=5`);
      await page.getByText('1–50 of 105').waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Select all 105 matches' }).click();
      await page.getByText('105 selected, 50 on this page').waitFor();
      // Columns do not change what is selected.
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Price' }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('105 selected, 50 on this page').waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('button', { name: 'Publish 105 items' }).click();
      await page.getByText('105 items published.').waitFor();
      const of = { list: { status: 'published', limit: 200 } } as const;
      const { value } = await cms().content.readPage(operator, { of, client: 'test' });
      expect(value.count).toBe(105);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('105 items restored.').waitFor();
    });

    test('let authors select only what they may change', async () => {
      const author = await namedUser(cms(), 'author', 'Ada');
      await createProducts(cms(), [boots]);
      await writeItems(cms(), ['Own'], { actor: author, collection: 'products' });
      const page = await open(`${list}&sort=title`, 'author');
      await shows(page, ['Boots', 'Own']);
      await page.getByRole('cell', { name: 'Ada' }).waitFor();
      await page.getByRole('checkbox', { name: 'Select Own' }).waitFor();
      expect(await page.getByRole('checkbox', { name: 'Select Boots' }).count()).toBe(0);
      const authors = page.getByRole('combobox', { name: 'Author' });
      expect(await authors.isDisabled()).toBe(true);
    });
  });
});
