import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  test('languages are found by name, ordered, and read in place of each other', async () => {
    const page = await open('/admin/settings');
    await page.getByRole('link', { name: 'Add languages' }).click();
    await page.getByText('The service has no languages').waitFor();
    await inspect(page, 'languages-none');

    const add = async (text: string): Promise<void> => {
      await page.getByRole('main').getByRole('button', { name: 'Add a language' }).click();
      await page.getByRole('combobox', { name: 'Language' }).fill(text);
      if (text === 'german') await inspect(page, 'languages-add');
      await page.keyboard.press('Enter');
    };
    await add('english');
    await add('german');
    await add('ar');
    const list = page.getByRole('list', { name: 'Languages', exact: true });
    await list.getByRole('button', { name: /^Deutsch/ }).click();
    await page.getByLabel('Shown where a translation is missing').selectOption('English');
    await inspect(page, 'languages');
    await page.keyboard.press('Control+s');
    await page.getByText('The languages are saved.').waitFor();
    expect(await cms().locales.list()).toMatchObject([
      { code: 'en', name: 'English', fallback: [] },
      { code: 'de', name: 'Deutsch', fallback: ['en'] },
      { code: 'ar', name: 'العربية' },
    ]);
    await list.getByText('right to left').waitFor();

    await list.getByRole('button', { name: 'Move up: Deutsch' }).click();
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await cms().locales.list()).map(({ code }) => code))
      .toEqual(['de', 'en', 'ar']);
  });

  test('another code asks first, and mistakes lead to their language', async () => {
    await cms().locales.update(operator, { locales: [{ code: 'en', name: 'English' }] });
    const page = await open('/admin/settings/languages');
    const toggle = page.getByRole('button', { name: /^English/ });
    await toggle.click();
    const code = page.getByLabel('Code (required)');
    await code.fill('english');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change and save' }).click();
    await page.getByRole('alert').getByRole('link').click();
    expect(await code.evaluate((field) => field.matches(':focus'))).toBe(true);
    await code.fill('en-gb');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('“en” becomes “en-gb”').waitFor();
    await page.getByRole('button', { name: 'Change and save' }).click();
    await page.getByText('The languages are saved.').waitFor();
    expect(await cms().locales.list()).toMatchObject([{ code: 'en-GB' }]);
  });

  test('a language of content is not removed, and can be put back', async () => {
    await cms().locales.update(operator, {
      locales: [{ code: 'en' }, { code: 'de', name: 'Deutsch' }],
    });
    const stories = { name: 'stories', localized: true, baseLocale: 'de' };
    await cms().collections.create(operator, stories);
    const page = await open('/admin/settings/languages');
    await page.getByRole('button', { name: 'Remove Deutsch' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is the base locale of 1 collection.').waitFor();
    await inspect(page, 'languages-in-use');
    await page.getByRole('button', { name: 'Put it back' }).click();
    await page.getByRole('button', { name: /^Deutsch/ }).waitFor();
    expect(await cms().locales.list()).toHaveLength(2);
  });

  test('a list that somebody else has saved is loaded after a question', async () => {
    await cms().locales.update(operator, { locales: [{ code: 'en', name: 'English' }] });
    const page = await open('/admin/settings/languages');
    await page.getByRole('button', { name: /^English/ }).click();
    await page.getByLabel('Name').fill('My English');
    await cms().locales.update(operator, { locales: [{ code: 'fr', name: 'Français' }] });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Load their list' }).click();
    await page.getByRole('button', { name: /^Français/ }).waitFor();
    expect(await cms().locales.list()).toMatchObject([{ name: 'Français' }]);
  });
});
