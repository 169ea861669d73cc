import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { idOfNewItem, saved, writeItems } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { actionNames } from '../../support/admin/editor-page.ts';

withAdmin(({ open, cms }) => {
  test('a singleton opens its item directly, and is offered as new only while it has none', async () => {
    const schema = {
      type: 'object',
      properties: {
        claim: { type: 'string', title: 'Claim' },
        metaTitle: {
          type: 'string',
          title: 'Meta title',
          group: 'Search engines',
          description: 'The title of the result.',
          help: 'They show up to 60 characters.\nThe rest is cut off.',
        },
        legal: { type: 'object', title: 'Legal', help: 'Ask the lawyers.', properties: {} },
        noIndex: { type: 'boolean', title: 'Hide', group: 'Search engines', help: 'From robots.' },
      },
    };
    await cms().collections.create(operator, {
      name: 'home',
      displayName: 'Home page',
      singleton: true,
      schema,
    });
    await writeItems(cms(), ['About us']);
    const page = await open('/admin/content');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.getByRole('link', { name: 'About us' }).waitFor();
    await page.getByRole('button', { name: 'New item' }).click();
    const menu = page.getByRole('navigation', { name: 'New item in' });
    await menu.getByRole('link', { name: 'Home page' }).click();
    // The item has the name of the collection: nobody is asked for a title, nor for a slug.
    await page.getByRole('heading', { level: 1, name: 'Home page' }).waitFor();
    expect(refused).toEqual([]);
    await page.keyboard.type('Welcome');
    expect(await page.getByLabel('Claim').inputValue()).toBe('Welcome');

    // Groups are where their first field is; the advice belongs to the control.
    const labels = page.locator('#main :is(label, legend)');
    expect(await labels.allTextContents()).toEqual([
      'Claim',
      'Search engines',
      'Meta title',
      'Hide',
      'Legal',
    ]);
    const group = page.getByRole('group', { name: 'Search engines' });
    await group.getByRole('heading', { name: 'Search engines' }).waitFor();
    const describedBy = (name: string, role: 'textbox' | 'checkbox' | 'group') =>
      page.getByRole(role, { name }).evaluate((control) => {
        const id = control.getAttribute('aria-describedby') ?? '';
        return control.ownerDocument.getElementById(id)?.textContent;
      });
    expect(await describedBy('Meta title', 'textbox')).toBe(
      'The title of the result.They show up to 60 characters.\nThe rest is cut off.',
    );
    expect(await describedBy('Hide', 'checkbox')).toBe('From robots.');
    expect(await describedBy('Legal', 'group')).toBe('Ask the lawyers.');
    await inspect(page, 'singleton-groups');
    await page.keyboard.press('Control+s');
    const id = await idOfNewItem(page);
    await saved(page);
    const { item } = (await cms().content.readItem(operator, { of: { id }, client: 'a test' }))
      .value;
    expect(item).toMatchObject({ title: 'Home page', slug: 'home-page' });
    expect(await actionNames(page)).not.toContain('Duplicate');

    // From here on, the collection leads to its item.
    await page.goto('/admin/content');
    await page.getByRole('button', { name: 'New item' }).click();
    await menu.getByRole('link', { name: 'Pages' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Home page' }).count()).toBe(0);
    await page.getByLabel('Collection', { exact: true }).selectOption('home');
    await page.waitForURL(`**/admin/content/${id}`);
    await page.getByRole('link', { name: 'Content', exact: true }).last().click();
    await page.getByRole('link', { name: 'About us' }).waitFor();
    await page.getByRole('list', { name: 'Collections' }).getByText('Home page').click();
    await page.waitForURL(`**/admin/content/${id}`);
    await page.getByLabel('Claim').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('home');
    await page.getByRole('option', { name: 'Home page Singleton' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/content/${id}`);
    await page.getByLabel('Claim').waitFor();
    await page.goto('/admin/content/new');
    await page.getByRole('button', { name: 'Pages' }).waitFor();
    expect(await page.getByRole('button', { name: 'Home page' }).count()).toBe(0);
  });
});
