import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { openParts, panelOf } from '../../support/admin/builder-page.ts';

const injection = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms }) => {
  const schemaOf = async (name: string) => (await cms().collections.get(operator, name)).schema;

  describe('the effect of a change of fields', () => {
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
      await openParts(panelOf(page, 'Excerpt'));
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

    test('says which drafts lack a field that becomes required, and links to them', async () => {
      const place = {
        type: 'object',
        title: 'Place',
        properties: { name: { type: 'string', title: 'Town' } },
      };
      await cms().collections.update(operator, 'pages', {
        schema: { properties: { excerpt: { type: 'string', title: 'Excerpt' }, place } },
      });
      for (const [title, data] of [
        ['One', {}],
        ['Two', { place: {} }],
        ['Three', { excerpt: 'x' }],
      ] as const) {
        await cms().content.create(operator, { collection: 'pages', title, data });
      }
      const page = await open('/admin/collections/pages');
      const required = page.getByRole('checkbox', { name: 'Required' });
      await page.getByRole('button', { name: /^Excerpt/ }).click();
      await required.check();
      await page.getByRole('button', { name: /^Excerpt/ }).click();
      await page.getByRole('button', { name: /^Place/ }).click();
      await page.getByRole('button', { name: /^Town/ }).click();
      await required.last().check();
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Some drafts could not be published' });
      await dialog.getByText('2 drafts cannot be published without Excerpt.').waitFor();
      await dialog.getByText('1 draft cannot be published without Place › Town.').waitFor();
      const link = dialog.getByRole('link', { name: 'Show the drafts' });
      expect(await link.getAttribute('href')).toBe('/admin/content?collection=pages&status=draft');
      await inspect(page, 'schema-effect-drafts');
      await dialog.getByRole('button', { name: 'Save anyway' }).click();
      await page.getByText('The collection is saved.').waitFor();

      // What was required before is no effect of the next change.
      await openParts(page.getByRole('main'));
      await page.getByLabel('Most characters').fill('80');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('3 items checked: all keep the new fields.').waitFor();
    });
  });
});
