import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { localise, translatedStory } from '../../support/admin/translated-items.ts';
import { panelOf } from '../../support/admin/builder-page.ts';

withAdmin(({ open, cms }) => {
  const withLanguages = () =>
    cms().locales.update(operator, {
      locales: [
        { code: 'en', name: 'English' },
        { code: 'de', name: 'Deutsch' },
      ],
    });
  const collection = () => cms().collections.get(operator, 'blog-posts');

  test('a collection becomes localised after a question, and says which fields are shared', async () => {
    await withLanguages();
    await cms().content.create(operator, { collection: 'blog-posts', title: 'Gezeiten' });
    const page = await open('/admin/collections/blog-posts');
    const localised = page.getByRole('checkbox', { name: 'Localised' });
    await localised.check();
    await page.getByLabel('Language of the present items').selectOption('Deutsch');
    await page.getByRole('button', { name: /^Excerpt/ }).click();
    const shared = panelOf(page, 'Excerpt').getByLabel('Shared by all languages');
    await shared.check();
    await shared.scrollIntoViewIfNeeded();
    await inspect(page, 'builder-shared-field');
    await localised.scrollIntoViewIfNeeded();
    await inspect(page, 'builder-localised');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Localise “Blog Posts”?' });
    await question.getByText('1 item and those in the trash become Deutsch.').waitFor();
    await question.getByRole('button', { name: 'Localise it' }).click();
    await page.getByText('The collection is saved').waitFor();
    expect(await collection()).toMatchObject({
      baseLocale: 'de',
      schema: { properties: { excerpt: { localized: false } } },
    });
    await page.getByText('The items from before are in Deutsch.').waitFor();
    await page.getByRole('button', { name: /^Excerpt.*shared/ }).waitFor();
  });

  test('a collection with translations stays localised, and says why', async () => {
    await withLanguages();
    await cms().collections.update(operator, 'blog-posts', { localized: true });
    const tides = { collection: 'blog-posts', title: 'Ebbe', locale: 'de' };
    await cms().content.create(operator, tides);
    const page = await open('/admin/collections/blog-posts');
    await page.getByRole('checkbox', { name: 'Localised' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Stop localising' }).click();
    await page
      .getByRole('alert')
      .getByRole('link', { name: /another language than the base/ })
      .click();
    expect((await collection()).baseLocale).toBe('en');
  });

  test('values that differ in a field that becomes shared are replaced after a question', async () => {
    await localise(cms());
    const [english, german] = await translatedStory(cms());
    await cms().content.update(operator, german.id, { data: { summary: 'Wasser' } });
    const page = await open('/admin/collections/stories');
    await page.getByRole('button', { name: /^Summary/ }).click();
    await panelOf(page, 'Summary').getByLabel('Shared by all languages').check();
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Translations have different values' });
    await question.getByLabel('The language whose values stay').selectOption('Deutsch');
    await inspect(page, 'builder-share-from');
    await question.getByRole('button', { name: 'Replace the other values' }).click();
    await page.getByText('The collection is saved').waitFor();
    const read = await cms().content.readItem(operator, {
      of: { id: english.id },
      client: 'a test',
    });
    expect(JSON.parse(read.value.item.data)).toMatchObject({ summary: 'Wasser' });
  });

  test('without languages, a collection says nothing about them', async () => {
    const page = await open('/admin/collections/blog-posts');
    await page.getByRole('button', { name: /^Excerpt/ }).click();
    await panelOf(page, 'Excerpt').getByRole('checkbox', { name: 'Required' }).waitFor();
    expect(await page.getByText('Localised').count()).toBe(0);
    expect(await page.getByLabel('Shared by all languages').count()).toBe(0);
    expect(await page.getByRole('navigation').getByText('Translations').count()).toBe(0);
  });
});
