import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { writeSchema } from '../../../adapters/admin/screens/collections/model/draft.ts';
import { allFields } from '../../../adapters/admin/screens/collections/model/edit-fields.ts';
import {
  freeKey,
  newReadyGroup,
  readyGroupChoices,
} from '../../../adapters/admin/screens/collections/model/ready-groups.ts';
import { addField, fieldNames, panelOf } from '../../support/admin/builder-page.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

test.each(readyGroupChoices)('the group $label is new, with ids of its own', ({ value, label }) => {
  const made = [1, 2].map(() => newReadyGroup(value, value, label));
  const fields = allFields(made);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  expect(fields.every(({ savedKey }) => savedKey === undefined)).toBe(true);
  expect(fields.every(({ title }) => title !== '')).toBe(true);
  expect(made[0]?.fields.length).toBeGreaterThan(1);
});

test('a key that exists gets the next number', () => {
  expect(freeKey('seo', [])).toBe('seo');
  expect(freeKey('seo', ['seo', 'seo2', 'seo4'])).toBe('seo3');
});

withAdmin(({ open, cms }) => {
  test('groups of fields are added ready-made, and undone in one step', async () => {
    const name = 'shops';
    await cms().collections.create(operator, {
      name,
      displayName: 'Shops',
      schema: { type: 'object', properties: { seo: { type: 'string' } } },
    });
    const page = await open(`/admin/collections/${name}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add field', exact: true }).click();
    await dialog.getByText('SEO', { exact: true }).click();
    expect(await dialog.getByLabel('Label').inputValue()).toBe('SEO');
    expect(await dialog.getByLabel('Key').inputValue()).toBe('seo2');
    await dialog
      .getByText('What search engines and social networks show.')
      .scrollIntoViewIfNeeded();
    await inspect(page, 'builder-ready-groups');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await addField(page, 'Where', 'Address');
    expect(await fieldNames(page)).toEqual(['seo', 'SEO', 'Where']);
    await panelOf(page, 'Where')
      .getByRole('button', { name: /^Postal code/ })
      .waitFor();
    await page.getByText('Where was added with its fields.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    expect(await fieldNames(page)).toEqual(['seo', 'SEO']);
    await page.keyboard.press('Control+s');
    await page.getByText('The collection is saved.').waitFor();
    const { properties } = (await cms().collections.get(operator, name)).schema;
    expect(Object.keys(properties)).toEqual(['seo', 'seo2']);
    const expected = writeSchema([newReadyGroup('seo', 'seo2', 'SEO')]).properties['seo2'];
    expect(properties['seo2']).toEqual(expected);
    expect(expected?.properties).toMatchObject({
      metaTitle: { maxLength: 60 },
      metaDescription: { maxLength: 160 },
      shareImage: { type: 'media' },
      noIndex: { type: 'boolean' },
    });
  });
});
