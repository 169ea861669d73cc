import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { createStory, localise, translatedStory } from '../../support/admin/translated-items.ts';

withAdmin(({ open, cms }) => {
  test('the work list has what is missing and what is outdated in a language, and creates translations', async () => {
    await localise(cms());
    const [english] = await translatedStory(cms());
    await cms().content.update(operator, english.id, { title: 'High and low tides' });
    const { id } = await createStory(cms(), 'Harbours');
    const page = await open('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Translations' }).click();
    const table = page.getByRole('table');
    await table.getByRole('row', { name: /Gezeiten.*Outdated/ }).waitFor();
    await table.getByRole('row', { name: /Harbours.*Missing/ }).waitFor();
    await page.getByText('1 of 2').waitFor();
    await inspect(page, 'translations');

    await page.getByLabel('State').selectOption('Outdated');
    await table.getByText('Harbours').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?locale=de&state=outdated');
    await page.getByLabel('State').selectOption('Missing');
    await page.getByRole('button', { name: 'Create in Deutsch: Harbours' }).click();
    await page.getByText('Translated from English, and up to date.').waitFor();
    expect(new URL(page.url()).pathname).not.toContain(id);

    await page.getByRole('navigation').getByRole('link', { name: 'Translations' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('English');
    await page.getByText('Nothing to translate into English').waitFor();
    await inspect(page, 'translations-none');
    // The language is remembered.
    await page.goto('/admin/translations');
    await page.getByText('Nothing to translate into English').waitFor();
  });

  test('the list of content shows one language, says how complete it is, and remembers it', async () => {
    await localise(cms());
    await translatedStory(cms());
    await createStory(cms(), 'Harbours');
    await cms().content.create(operator, { collection: 'pages', title: 'Imprint' });
    const page = await open('/admin/content');
    await page.getByRole('link', { name: 'Imprint' }).waitFor();
    expect(await page.getByRole('row', { name: /Gezeiten Deutsch/ }).count()).toBe(1);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByRole('link', { name: 'Harbours' }).waitFor({ state: 'detached' });
    // What has no language belongs to every one.
    await page.getByRole('link', { name: 'Imprint' }).waitFor();
    await page.getByLabel('Collection', { exact: true }).selectOption('Stories');
    await page.getByRole('link', { name: 'Deutsch: 1 of 2' }).waitFor();
    await inspect(page, 'content-in-a-language');

    await page.goto('/admin/content?collection=stories');
    await page.getByRole('link', { name: 'Gezeiten' }).waitFor();
    expect(await page.getByRole('link', { name: 'Harbours' }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('locale')).toBe('de');
    await page.getByRole('link', { name: 'New item' }).click();
    expect(await page.getByLabel('Title').getAttribute('lang')).toBe('de');

    // A list in another order is a query.
    await page.goto('/admin/content?collection=stories&locale=de&sort=title');
    await page.getByRole('link', { name: 'Gezeiten' }).waitFor();
    expect(await page.getByRole('link', { name: 'Harbours' }).count()).toBe(0);

    await page.goto('/admin/content?collection=stories&locale=ar');
    await page.getByText('Nothing in العربية yet').waitFor();
    await page.getByRole('button', { name: 'Show all languages' }).click();
    await page.getByRole('link', { name: 'Harbours' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Harbours' }).waitFor();
  });

  test('a webhook asks for items in some languages', async () => {
    await localise(cms());
    const page = await open('/admin/webhooks');
    await page.getByRole('main').getByRole('button', { name: 'New webhook' }).first().click();
    await page.getByLabel('Name').fill('German site');
    await page.getByLabel('URL').fill('https://builds.example.com/');
    const languages = page.getByRole('group', { name: 'Languages' });
    await languages.getByLabel('Deutsch').check();
    await languages.scrollIntoViewIfNeeded();
    await inspect(page, 'webhooks-languages');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page
      .getByRole('row', { name: /German site/ })
      .getByText('All events, in Deutsch')
      .waitFor();
    const [webhook] = await cms().webhooks.list(operator);
    expect(webhook).toMatchObject({ webhook: { locales: ['de'] } });
  });

  test('without languages, there is no work list, and lists have no language', async () => {
    const page = await open('/admin/content');
    await page.getByRole('heading', { name: 'Content', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Translations' }).count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Language' }).count()).toBe(0);
    await page.goto('/admin/translations');
    await page.getByText('The service has no languages').waitFor();
  });
});
