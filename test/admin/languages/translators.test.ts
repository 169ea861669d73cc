import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { storeImage } from '../../support/admin/admin-references.ts';
import { act } from '../../support/admin/editor-page.ts';
import { createStory, localise, translatedStory } from '../../support/admin/translated-items.ts';

withAdmin(({ open, cms, url }) => {
  test('a role that holds in one language reads the others, with the reason, and translates from them', async () => {
    await localise(cms());
    const { id } = await createStory(cms(), 'Tides', { data: { summary: 'Water' } });
    const page = await open('/admin', 'viewer');
    const users = await cms().users.list(operator, {});
    const viewer = users.find(({ user }) => user.email === 'viewer@example.com');
    await cms().users.setPermissions(operator, viewer?.user.id ?? '', [
      { collection: 'stories', role: 'editor', locales: ['de'] },
    ]);
    await page.goto(`/admin/content/${id}`);
    await page
      .getByText(
        'Your role does not include editing items in English: in this collection, it holds for Deutsch.',
      )
      .waitFor();
    expect(await page.getByLabel('Summary').isEditable()).toBe(false);
    for (const name of ['Save', 'Publish', 'Create in العربية']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'More actions' }).click();
    const actions = page.getByRole('navigation', { name: 'Actions' });
    expect(await actions.getByRole('listitem').allTextContents()).toEqual([
      'JSON view',
      'History',
      'Show the API',
    ]);
    await page.keyboard.press('Escape');
    await inspect(page, 'editor-other-language');

    await page.goto('/admin/content?collection=stories&locale=en');
    await page.getByRole('link', { name: 'Tides' }).waitFor();
    expect(await page.getByRole('link', { name: 'New item' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByRole('link', { name: 'New item' }).first().waitFor();

    await page.goto(`/admin/content/${id}`);
    await page.getByRole('button', { name: 'Create in Deutsch' }).click();
    await page.getByText('Translated from English, and up to date.').waitFor();
    await page.getByLabel('Title').fill('Gezeiten');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    await act(page, 'Change the language');
    await page
      .getByText('Your role does not include editing items in another language that is free.')
      .waitFor();
  });

  test('a picture has the description in the language of its item, and gets it there', async () => {
    await localise(cms());
    await cms().collections.create(operator, {
      name: 'places',
      displayName: 'Places',
      localized: true,
      schema: {
        type: 'object',
        properties: { photo: { type: 'media', title: 'Photo', localized: false } },
      },
    });
    const file = await storeImage(cms(), 'harbour.png', { alt: 'A harbour' });
    const english = await cms().content.create(operator, {
      collection: 'places',
      title: 'Harbour',
      data: { photo: `${url()}/files/${file.key}` },
    });
    const german = await cms().translations.create(operator, english.id, { locale: 'de' });
    const page = await open(`/admin/content/${german.id}`);
    await page.getByText('Alt text: A harbour').waitFor();
    await page.getByRole('button', { name: 'Change the alt text' }).click();
    const alt = page.getByLabel('Alt text in Deutsch');
    expect(await alt.getAttribute('lang')).toBe('de');
    await inspect(page, 'editor-alt-language');
    await alt.fill('Ein Hafen');
    await page.keyboard.press('Enter');
    await page.getByText('Alt text: Ein Hafen').waitFor();
    expect(await cms().media.get(operator, file.id)).toMatchObject({
      alt: 'A harbour',
      texts: { de: { alt: 'Ein Hafen' } },
    });
    await page.reload();
    await page.getByText('Alt text: Ein Hafen').waitFor();
    await page.goto(`/admin/content/${english.id}`);
    await page.getByText('Alt text: A harbour').waitFor();
  });

  test('a singleton opens in the first language, whichever was changed last', async () => {
    await localise(cms());
    await cms().collections.create(operator, {
      name: 'home',
      displayName: 'Home page',
      singleton: true,
      localized: true,
      schema: { type: 'object', properties: {} },
    });
    const english = await cms().content.create(operator, { collection: 'home', title: 'Home' });
    const german = await cms().translations.create(operator, english.id, { locale: 'de' });
    await cms().content.update(operator, german.id, { title: 'Startseite' });
    const page = await open('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Home page' }).click();
    await page.waitForURL(`**/admin/content/${english.id}`);
    await page.goto('/admin/content?collection=home&locale=de');
    await page.waitForURL(`**/admin/content/${german.id}`);
  });

  test('lists name the language of translations that have the same title', async () => {
    await localise(cms());
    const [, german] = await translatedStory(cms(), { data: { body: 'Low water' } });
    await cms().content.update(operator, german.id, { title: 'Tides' });
    await cms().schedule.plan(operator, german.id, { publishAt: Date.now() + 3_600_000 });
    const page = await open('/admin/schedule');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Tides' })
      .getByText('Deutsch')
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Tides');
    const found = page.getByRole('option').filter({ hasText: 'Tides' });
    await found.filter({ hasText: 'English' }).waitFor();
    await found.filter({ hasText: 'Deutsch' }).waitFor();
    await inspect(page, 'palette-languages');
    await page.goto('/admin');
    const recent = page.getByRole('region', { name: 'Recent changes' });
    await recent
      .getByRole('listitem')
      .filter({ hasText: /Tides.*Deutsch/ })
      .waitFor();
  });
});
