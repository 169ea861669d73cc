import { describe, expect, test } from 'vitest';
import { fieldTypes, operator } from '../../core/index.ts';
import { inspect, withAdmin } from '../support/admin-world.ts';
import { addField, dragToTop, fieldNames, panelOf } from '../support/builder-page.ts';

const injection = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms }) => {
  const schemaOf = async (name: string) => (await cms().collections.get(operator, name)).schema;

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
      await row.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });

      const pages = page.getByRole('row', { name: injection });
      await pages.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('heading', { name: /still has items/ }).waitFor();
      await dialog.getByRole('button', { name: 'Show its items' }).click();
      await page.waitForURL('**/admin/content?collection=pages');
    });
  });

  describe('the builder', () => {
    test('shows every type of field with the constraints that it has', async () => {
      const properties = Object.fromEntries(
        fieldTypes.map((type) => [
          `a_${type}`,
          {
            type,
            ...(['select', 'radio', 'multiselect'].includes(type) && { enum: ['a', 7] }),
            ...(type === 'reference' && { collection: 'pages' }),
          },
        ]),
      );
      const schema = { type: 'object', properties, required: [] };
      await cms().collections.create(operator, { name: 'samples', schema });
      const page = await open('/admin/collections/samples');
      for (const type of fieldTypes) {
        await page.getByRole('button', { name: `a_${type} a_${type}` }).click();
      }
      const labels = page.getByRole('group').getByText(/^(Fewest|Most|Smallest|Greatest)/);
      // 13 types of text, three of lists, and the number.
      await expect.poll(() => labels.count()).toBe((13 + 2 + 1) * 2);
      expect(await page.getByLabel('Pattern').count()).toBe(13);
      expect(await page.getByRole('textbox', { name: 'Choices' }).count()).toBe(3);
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('blog-posts');
      await page.keyboard.press('Control+s');
      await page.getByText('The collection is saved.').waitFor();
      expect((await schemaOf('samples')).properties).toEqual({
        ...properties,
        a_object: { type: 'object', properties: {} },
        a_reference: { type: 'reference', collection: 'blog-posts' },
      });
    });

    test('adds fields of several types, reorders them by keyboard and pointer, and saves', async () => {
      await cms().collections.create(operator, { name: 'trips', displayName: 'Trips' });
      const page = await open('/admin/collections/trips');
      await addField(page, 'Tide height', 'Number');
      const height = panelOf(page, 'Tide height');
      await height.getByLabel('Smallest value').fill('-2.5');
      await height.getByLabel('Greatest value').fill('12');
      await addField(page, 'Mood', 'Menu');
      await panelOf(page, 'Mood').getByLabel('Choices').fill('calm\nrough');
      await panelOf(page, 'Mood').getByRole('checkbox', { name: 'Required' }).check();
      await addField(page, injection, 'Line of text');
      await panelOf(page, injection).getByLabel('Key').fill('place');
      await panelOf(page, injection).getByLabel('Pattern').fill('(?=x)');
      await addField(page, 'Route', 'List');
      const route = panelOf(page, 'Route');
      await route.getByLabel('Type', { exact: true }).last().selectOption('Group');
      await route.getByRole('button', { name: 'Add field to the entries' }).click();
      await page.getByRole('dialog').getByLabel('Label').fill('Stop');
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await panelOf(page, 'Stop').getByLabel('Most characters').fill('40');

      // A mistake of the schema ends up at its field, also in a closed panel.
      await page.getByRole('button', { name: injection, expanded: true }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: /linear time/ }).waitFor();
      await inspect(page, 'builder');
      await page.getByRole('link', { name: /linear time/ }).click();
      const pattern = panelOf(page, injection).getByLabel('Pattern');
      await expect.poll(() => pattern.evaluate((field) => field.matches(':focus'))).toBe(true);
      await pattern.fill('^[A-Z]');

      for (const name of ['Tide height', 'Mood', injection, 'Route']) {
        await page.getByRole('button', { name, expanded: true }).click();
      }
      // By keyboard: the field keeps the focus, and its place is announced.
      // Not all browsers can move an element that keeps its focus.
      await page.evaluate('delete Element.prototype.moveBefore');
      await page.getByRole('button', { name: /^Route/ }).focus();
      for (const [keys, position] of [
        ['Alt+ArrowUp', 3],
        ['Alt+ArrowUp', 2],
        ['Alt+ArrowDown', 3],
        ['Alt+ArrowUp', 2],
      ] as const) {
        await page.keyboard.press(keys);
        await page.getByText(`Route is now at position ${position} of 4.`).waitFor();
        await page.locator('button:focus', { hasText: 'Route' }).waitFor();
      }
      expect(await fieldNames(page)).toEqual(['Tide height', 'Route', 'Mood', injection]);
      // With the mouse, to the top.
      await dragToTop(page, 'Mood');
      await expect
        .poll(() => fieldNames(page))
        .toEqual(['Mood', 'Tide height', 'Route', injection]);

      await page.keyboard.press('Control+s');
      await page.getByText('The collection is saved.').waitFor();
      expect(JSON.stringify(await schemaOf('trips'))).toBe(
        JSON.stringify({
          type: 'object',
          properties: {
            mood: { type: 'select', title: 'Mood', enum: ['calm', 'rough'] },
            tideHeight: { type: 'number', title: 'Tide height', minimum: -2.5, maximum: 12 },
            route: {
              type: 'array',
              title: 'Route',
              items: {
                type: 'object',
                properties: { stop: { type: 'string', title: 'Stop', maxLength: 40 } },
              },
            },
            place: { type: 'string', title: injection, pattern: '^[A-Z]' },
          },
          required: ['mood'],
        }),
      );
    });

    test('shows which items a change would make invalid before it is saved', async () => {
      const { id } = await cms().content.create(operator, {
        collection: 'blog-posts',
        title: injection,
        status: 'draft',
        data: { excerpt: 'Much longer than five characters' },
      });
      await cms().content.create(operator, {
        collection: 'blog-posts',
        title: 'Short',
        status: 'draft',
        data: { excerpt: 'Short' },
      });
      const page = await open('/admin/collections/blog-posts');
      await page.getByRole('button', { name: /^Excerpt/ }).click();
      await panelOf(page, 'Excerpt').getByLabel('Most characters').fill('5');
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: '1 of 2 items would fail validation' });
      await dialog.getByText('Must have at most 5 characters.').waitFor();
      const example = dialog.getByRole('link', { name: injection });
      expect(await example.getAttribute('href')).toBe(`/admin/content/${id}`);
      await inspect(page, 'schema-effect');
      await dialog.getByRole('button', { name: 'Go back' }).click();
      expect((await schemaOf('blog-posts')).properties['excerpt']).not.toHaveProperty('maxLength');

      // Unsaved changes are not lost by accident.
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Save anyway' }).click();
      await page.getByText('The collection is saved.').waitFor();
      expect((await schemaOf('blog-posts')).properties['excerpt']).toMatchObject({ maxLength: 5 });

      // Another administrator has saved it meanwhile.
      await cms().collections.update(operator, 'blog-posts', { description: 'Notes' });
      await panelOf(page, 'Excerpt').getByLabel('Most characters').fill('50');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByText('Somebody else has saved it').waitFor();
      await page.getByRole('button', { name: 'Replace their changes' }).click();
      await page.getByText('2 items checked: all keep the new fields.').waitFor();
    });

    test('edits the schema as JSON, and names the line of a mistake', async () => {
      const page = await open('/admin/collections/pages');
      await page.getByRole('tab', { name: 'Fields' }).focus();
      await page.keyboard.press('ArrowRight');
      const json = page.getByLabel('Schema');
      const text = await json.inputValue();
      await json.fill(text.replace('"Excerpt"', '"Excerpt",,'));
      await page.getByText('Line 6: A name in double quotes is missing here').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => json.evaluate((field) => field.matches(':focus'))).toBe(true);
      await json.fill(text.replace('"Excerpt"', '"Excerpt", "maxLength": 80'));
      await page.getByRole('tab', { name: 'Fields' }).click();
      await page.getByRole('button', { name: /^Excerpt/ }).click();
      const most = panelOf(page, 'Excerpt').getByLabel('Most characters');
      expect(await most.inputValue()).toBe('80');

      await page.getByRole('button', { name: 'Remove Featured image' }).click();
      await page.getByRole('dialog').getByText('stay in the items').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove field' }).click();
      await panelOf(page, 'Excerpt').getByLabel('Key').fill('content');
      await page.getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('link', { name: /Another field has this key/ })
        .first()
        .waitFor();
      await panelOf(page, 'Excerpt').getByLabel('Key').fill('summary');
      await page.getByLabel('Name in the API').fill('site-pages');
      await page.getByRole('button', { name: 'Add field', exact: true }).click();
      await inspect(page, 'add-field');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL('**/admin/collections/site-pages');
      const { properties } = await schemaOf('site-pages');
      expect(Object.keys(properties)).toEqual(['summary', 'content', 'tags']);
    });
  });
});
