import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act } from '../../support/admin/editor-page.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';
import { createStory, localise, translatedStory } from '../../support/admin/translated-items.ts';

withAdmin(({ open, cms }) => {
  const item = async (id: string) =>
    (await cms().content.readItem(operator, { of: { id }, client: 'a test' })).value.item;
  const body = '# Low water\n\nGo at **low tide**.';

  test('a translation is created with a click, and no typed word is lost between the languages', async () => {
    await localise(cms());
    const { id } = await createStory(cms(), 'Tides', { data: { summary: 'Water', body } });
    const page = await open(`/admin/content/${id}`);
    const summary = page.getByLabel('Summary');
    await summary.fill('All the water');
    await page.getByRole('button', { name: 'Create in Deutsch' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByText('Translated from English, and up to date.').waitFor();
    expect(await summary.inputValue()).toBe('All the water');
    await page.getByLabel('Title').fill('Gezeiten');
    await inspect(page, 'editor-languages');
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await page.waitForURL(`**/${id}`);
    await summary.fill('Water, again');
    await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Gezeiten');
    expect(JSON.parse((await item(id)).data)).toMatchObject({ summary: 'Water, again' });
    await page.getByText('English has changed since it was translated: Summary.').waitFor();
  });

  test('a text has the language and the direction of its item', async () => {
    await localise(cms());
    const { id } = await createStory(cms(), 'مد', {
      locale: 'ar',
      data: { summary: 'ماء', body: 'بحر', steps: [{ type: 'step', name: 'خطوة' }] },
    });
    const page = await open(`/admin/content/${id}`);
    const texts = [
      page.getByLabel('Title'),
      page.getByLabel('Summary'),
      page.getByRole('textbox', { name: 'Body' }),
      page.getByLabel('Name'),
    ];
    for (const text of texts) {
      await text.first().waitFor();
      expect(
        await text
          .first()
          .evaluate((each) => [each.getAttribute('lang'), each.getAttribute('dir')]),
      ).toEqual(['ar', 'rtl']);
    }
    await inspect(page, 'editor-arabic');
  });

  test('the source is read beside the translation, with what has changed, until that is up to date', async () => {
    await localise(cms());
    const [english, german] = await translatedStory(cms(), { data: { summary: 'Water', body } });
    await cms().content.update(operator, english.id, {
      data: { summary: 'All the water', body, price: 3 },
    });
    const page = await open(`/admin/content/${german.id}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('English has changed since it was translated: Summary.').waitFor();
    await page.getByRole('button', { name: 'Show the source' }).click();
    const source = page.getByRole('region', { name: 'Source' });
    await source.getByText('Changed since it was translated').waitFor();
    await source.getByRole('region', { name: 'Summary' }).getByText('All the').waitFor();
    expect(await source.getByLabel('Summary', { exact: true }).last().getAttribute('lang')).toBe(
      'en',
    );
    expect(await source.getByLabel('Price').count()).toBe(0);
    await inspect(page, 'editor-source');
    await page.setViewportSize({ width: 1440, height: 900 });
    await source.getByRole('button', { name: 'It is up to date' }).click();
    await page.getByText('Translated from English, and up to date.').waitFor();
    await source.getByText('Changed since it was translated').waitFor({ state: 'detached' });
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe('Hide the source');
    await page.reload();
    await source.getByText('Tides').waitFor();
    // The texts are still shown as they will be read.
    await page.locator('.cm-editor').first().waitFor();
  });

  test('a translation begins with only what is shared', async () => {
    await localise(cms());
    const { id } = await createStory(cms(), 'Tides', { data: { summary: 'Water', price: 2 } });
    await createStory(cms(), 'Harbours', { data: { summary: 'Stone', price: 3 } });
    const page = await open(`/admin/content/${id}`);
    await page.getByRole('button', { name: 'What is copied into Deutsch' }).click();
    await inspect(page, 'editor-copied');
    await page.getByRole('button', { name: 'With only what is shared' }).click();
    await page.getByText('Translated from English, and up to date.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Tides');
    expect(await page.getByLabel('Price').inputValue()).toBe('2');
    expect(await page.getByLabel('Summary').inputValue()).toBe('');

    await page.goto('/admin/translations?locale=de');
    await page.getByLabel('New translations').selectOption('Create with only what is shared');
    await page.getByRole('button', { name: 'Create in Deutsch: Harbours' }).click();
    await page.getByText('Translated from English, and up to date.').waitFor();
    expect(await page.getByLabel('Price').inputValue()).toBe('3');
    expect(await page.getByLabel('Summary').inputValue()).toBe('');
  });

  test('an item gets another language, leaves its translations, and joins them again', async () => {
    await localise(cms());
    const [english, german] = await translatedStory(cms());
    const page = await open(`/admin/content/${german.id}`);
    await act(page, 'Change the language');
    const dialog = page.getByRole('dialog', { name: 'Change the language' });
    expect(await dialog.getByRole('option').allTextContents()).toEqual(['Deutsch', 'العربية']);
    await dialog.getByLabel('Language').selectOption('العربية');
    await inspect(page, 'editor-change-language');
    await dialog.getByRole('button', { name: 'Change the language' }).click();
    await page.getByText('The language of the item is العربية now.').waitFor();
    expect(await item(german.id)).toMatchObject({ locale: 'ar', group: { id: english.id } });

    await act(page, 'Take out of the translations');
    await page.getByRole('button', { name: 'Take it out' }).click();
    await page.getByText('The item is no translation of the others now.').waitFor();
    expect((await item(german.id)).group?.id).not.toBe(english.id);

    await act(page, 'Join with a translation');
    await page.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Tides/ }).click();
    await page.getByText('The items are translations of each other now.').waitFor();
    expect((await item(german.id)).group?.id).toBe(english.id);
  });

  test('a new item gets the language that is chosen', async () => {
    await localise(cms());
    const page = await open('/admin/content/new?collection=stories&locale=de');
    await page.getByLabel('Title').fill('Ebbe');
    expect(await page.getByLabel('Title').getAttribute('lang')).toBe('de');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('العربية');
    expect(await page.getByLabel('Title').getAttribute('dir')).toBe('rtl');
    await page.keyboard.press('Control+s');
    await page.waitForURL((url) => !url.pathname.includes('/new/'));
    expect(await item(new URL(page.url()).pathname.split('/').at(-1) ?? '')).toMatchObject({
      locale: 'ar',
    });
  });

  test('a shared field says what a change of it does, and items that differ in it are joined after a question', async () => {
    await localise(cms());
    const [english] = await translatedStory(cms());
    const arabic = await createStory(cms(), 'مد', { locale: 'ar', data: { price: 5 } });
    const page = await open(`/admin/content/${english.id}`);
    await page
      .getByText('Shared by all languages: saving a change also changes 1 translation.')
      .waitFor();
    await cms().content.update(operator, english.id, { status: 'published' });

    await page.goto(`/admin/content/${arabic.id}`);
    await page.getByText('Shared by all languages.', { exact: true }).waitFor();
    await act(page, 'Join with a translation');
    await page.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Tides/ }).click();
    await page.getByRole('dialog').getByText('These differ: Price.').waitFor();
    await page.getByRole('button', { name: 'Take the values of this item' }).click();
    await page.getByText('The items are translations of each other now.').waitFor();
    expect(JSON.parse((await item(english.id)).data)).toMatchObject({ price: 5 });
    await page
      .getByText('Shared by all languages. Readers see its value: change it in English.')
      .waitFor();

    await page.getByLabel('Price').fill('6');
    await page.keyboard.press('Control+s');
    await page
      .getByRole('alert')
      .getByText('Price is shared with a published translation, whose value readers see')
      .waitFor();
    await inspect(page, 'editor-shared-field');
  });

  test('a role in a collection holds in some languages', async () => {
    await localise(cms());
    const { user } = await cms().users.create(operator, {
      email: 'translator@example.com',
      password: 'correct horse battery',
      role: 'viewer',
    });
    await cms().users.setPermissions(operator, user.id, [
      { collection: 'stories', role: 'author' },
    ]);
    const page = await open(`/admin/users/${user.id}`);
    await page.getByRole('button', { name: 'Languages in Stories' }).click();
    const dialog = page.getByRole('dialog', { name: 'Languages in Stories' });
    await dialog.getByLabel('Deutsch').check();
    await inspect(page, 'user-languages');
    await dialog.getByRole('button', { name: 'Keep these' }).click();
    const sent = page.waitForRequest('**/permissions');
    await page.getByRole('button', { name: 'Save roles' }).click();
    expect((await sent).postDataJSON()).toEqual({
      permissions: [{ collection: 'stories', role: 'author', locales: ['de'] }],
    });
  });

  test('a file has texts in other languages', async () => {
    await localise(cms());
    async function* image(): AsyncGenerator<Uint8Array> {
      yield paintedPng(90, 60);
    }
    await cms().media.upload(operator, {
      originalName: 'harbour.png',
      body: image(),
      folder: () => undefined,
    });
    const page = await open('/admin/media');
    await page.getByRole('main').getByText('harbour.png').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Alt text').fill('A harbour');
    await dialog.getByLabel('Texts for').selectOption('Deutsch');
    const alt = dialog.getByLabel('Alt text');
    expect(await alt.inputValue()).toBe('');
    expect(await alt.getAttribute('placeholder')).toBe('A harbour');
    await alt.fill('Ein Hafen');
    await inspect(page, 'file-languages');
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().includes('/api/media/'),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({
      alt: 'A harbour',
      caption: '',
      texts: { de: { alt: 'Ein Hafen', caption: '' } },
    });
  });

  test('a translation whose language is taken meanwhile comes back from the trash on its own', async () => {
    await localise(cms());
    const [english, german] = await translatedStory(cms());
    await cms().content.delete(operator, german.id);
    await cms().translations.create(operator, english.id, { locale: 'de', title: 'Neue Gezeiten' });
    const page = await open('/admin/trash');
    await page
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Restore it on its own' }).click();
    await page.getByText('“Gezeiten” was restored').waitFor();
    const restored = await item(german.id);
    expect(restored.locale).toBe('de');
    expect(restored.group?.id).not.toBe(english.id);
  });
});
