import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { fieldTypes } from '../../../core/vocabulary.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { isOnTop } from '../../support/admin/on-top.ts';
import {
  addField,
  dragToTop,
  fieldNames,
  openParts,
  panelOf,
} from '../../support/admin/builder-page.ts';

const injection = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms }) => {
  const schemaOf = async (name: string) => (await cms().collections.get(operator, name)).schema;

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
      await page.getByRole('button', { name: 'Expand all' }).click();
      const labels = page.getByRole('group').getByText(/^(Fewest|Most|Smallest|Greatest)/);
      // The texts that users type, two lists, and the number.
      await expect.poll(() => labels.count()).toBe((7 + 2 + 1) * 2);
      expect(await page.getByLabel('Pattern').count()).toBe(7);
      expect(await page.getByRole('textbox', { name: 'Choices' }).count()).toBe(3);
      // The lines of text, the colour and the number.
      expect(await page.getByLabel('Allowed values').count()).toBe(4 + 1 + 1);
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('blog-posts');
      await page.keyboard.press('Control+s');
      await page.getByText('The collection is saved.').waitFor();
      const saved = {
        ...properties,
        a_object: { type: 'object', properties: {} },
        a_reference: { type: 'reference', collection: 'blog-posts' },
      };
      expect((await schemaOf('samples')).properties).toEqual(saved);

      // The preview follows the field that is edited.
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByLabel('a_string').waitFor();
      await panelOf(page, 'a_color').getByLabel('Key').focus();
      await preview.getByLabel('a_string').waitFor({ state: 'detached' });
      await preview.getByLabel('a_color', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Collapse all' }).click();
      await preview.getByLabel('a_string').waitFor();
      expect(await page.getByRole('group').getByLabel('Key').count()).toBe(0);

      // What the API has set is shown, whatever the type.
      await cms().collections.update(operator, 'samples', {
        schema: { ...schema, properties: { a_date: { type: 'date', pattern: '^2026' } } },
      });
      await page.reload();
      await page.getByRole('button', { name: /^a_date/ }).click();
      await panelOf(page, 'a_date').getByLabel('Pattern').fill('');
      expect(await panelOf(page, 'a_date').getByLabel('Pattern').count()).toBe(1);
      expect(await panelOf(page, 'a_date').getByLabel('Allowed values').count()).toBe(0);
    });

    test('adds fields of several types, reorders them by keyboard and pointer, and saves', async () => {
      await cms().collections.create(operator, { name: 'trips', displayName: 'Trips' });
      const page = await open('/admin/collections/trips');
      await addField(page, 'Tide height', 'Number');
      const height = panelOf(page, 'Tide height');
      // What most fields do not need is closed.
      expect(await height.getByLabel('Smallest value').isVisible()).toBe(false);
      await openParts(height);
      await height.getByLabel('Smallest value').fill('-2.5');
      await height.getByLabel('Greatest value').fill('12');
      await addField(page, 'Mood', 'Menu');
      await panelOf(page, 'Mood').getByLabel('Choices').fill('calm\nrough');
      await panelOf(page, 'Mood').getByRole('checkbox', { name: 'Required' }).check();
      await addField(page, injection, 'Line of text');
      await panelOf(page, injection).getByLabel('Key').fill('place');
      await openParts(panelOf(page, injection));
      await panelOf(page, injection).getByLabel('Pattern').fill('(?=x)');
      await addField(page, 'Route', 'List');
      const route = panelOf(page, 'Route');
      await route.getByLabel('Type', { exact: true }).last().selectOption('Group');
      await route.getByRole('button', { name: 'Add field to the entries' }).click();
      await page.getByRole('dialog').getByLabel('Label').fill('Stop');
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await openParts(panelOf(page, 'Stop'));
      await panelOf(page, 'Stop').getByLabel('Most characters').fill('40');

      // A new field opens, and closes the others.
      const expanded = page.getByRole('main').getByRole('button', { expanded: true });
      expect(await expanded.count()).toBe(2);
      // A mistake of the schema ends up at its field, also in a closed panel. The mistakes are in the order of the form.
      await page.getByRole('button', { name: /^Tide height/ }).click();
      await panelOf(page, 'Tide height').getByLabel('Greatest value').fill('-12');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: /linear time/ }).waitFor();
      expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
        'Tide height, greatest value: Must not be below minimum.',
        expect.stringContaining(', pattern: Must be a regular expression'),
      ]);
      await panelOf(page, 'Tide height').getByLabel('Greatest value').fill('12');
      await inspect(page, 'builder');
      await page.getByRole('link', { name: /linear time/ }).click();
      const pattern = panelOf(page, injection).getByLabel('Pattern');
      await expect.poll(() => pattern.evaluate((field) => field.matches(':focus'))).toBe(true);
      await pattern.fill('^[A-Z]');

      await page.getByRole('button', { name: 'Collapse all' }).click();
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

    test('says where a website shows drafts', async () => {
      await cms().collections.create(operator, { name: 'tours', displayName: 'Tours' });
      const previewUrl = async () => (await cms().collections.get(operator, 'tours')).previewUrl;
      const page = await open('/admin/collections/tours');
      const field = page.getByLabel('Preview URL');
      await field.fill('ftp://example.com/{id}');
      await page.keyboard.press('Control+s');
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
      await field.fill('https://example.com/preview?id={id}&token={token}');
      await page.keyboard.press('Control+s');
      await page.getByText('The collection is saved.').waitFor();
      expect(await previewUrl()).toBe('https://example.com/preview?id={id}&token={token}');
      await field.fill('');
      await page.keyboard.press('Control+s');
      await expect.poll(previewUrl).toBe(undefined);
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

  describe('the types of fields', () => {
    test('can be read, and chosen by their names and with the keyboard', async () => {
      const page = await open('/admin/collections/pages');
      await page.getByRole('button', { name: 'Add field', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a field' });
      const names = dialog.locator('label > span > span:first-child');
      await expect.poll(() => names.count()).toBeGreaterThan(20);
      for (const name of await names.all()) {
        await name.scrollIntoViewIfNeeded();
        expect(await isOnTop(name), await name.innerText()).toBe(true);
      }
      const date = dialog.getByRole('radio', { name: 'Date', exact: true });
      await dialog.getByText('Date', { exact: true }).click();
      expect(await date.isChecked()).toBe(true);
      // Nothing of the button itself is seen: it would be a box over the tile.
      await page.keyboard.press('ArrowRight');
      expect(await date.isChecked()).toBe(false);
      const focused = dialog.locator('label:has(:checked)');
      expect(await focused.evaluate((tile) => getComputedStyle(tile).outlineStyle)).toBe('solid');
      expect(
        await focused.locator('input').evaluate((input) => getComputedStyle(input).opacity),
      ).toBe('0');
    });

    test('leave the preview of a field in sight while its form scrolls', async () => {
      const page = await open('/admin/collections/pages');
      await page.getByRole('button', { name: 'Expand all' }).click();
      await page.getByLabel('Key').last().focus();
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByRole('button', { name: 'Show the whole form' }).waitFor();
      await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
      await expect.poll(() => isOnTop(preview.getByRole('heading', { level: 2 }))).toBe(true);
    });
  });

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
      await page.getByRole('main').getByRole('link', { name: injection }).waitFor();
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
