import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  describe('the settings', () => {
    test('change the name of the site, registration, and who reads drafts', async () => {
      const page = await open('/admin/settings');
      const banner = page.getByText('Drafts are public');
      await banner.waitFor();
      const name = page.getByLabel('Site name');

      await name.fill(' ');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Site name: Must be 1 to 200' }).click();
      expect(await name.evaluate((field) => field.matches(':focus'))).toBe(true);
      await inspect(page, 'settings');

      await name.fill('<b>Tides</b> & rocks');
      await page.getByLabel('Anybody may register').check();
      await page.getByRole('radio', { name: 'Only signed-in users' }).check();
      await page.keyboard.press('Control+s');
      await page.getByText('The settings are saved.').waitFor();
      await banner.waitFor({ state: 'detached' });
      await page.getByRole('navigation').getByText('<b>Tides</b> & rocks').waitFor();
      await expect.poll(() => page.title()).toBe('Settings · <b>Tides</b> & rocks');
      expect(await cms().settings.get(operator)).toMatchObject({
        siteName: '<b>Tides</b> & rocks',
        registrationEnabled: true,
        publicContent: 'published',
      });
    });
  });

  test('the search has one of the languages that the database offers', async () => {
    const page = await open('/admin/settings');
    const language = page.getByLabel('Language of the search');
    await language.waitFor();
    expect(await language.inputValue()).toBe('simple');
    const offered = await language.locator('option').allTextContents();
    expect(offered[0]).toBe('None: words as they are written');
    expect(offered).toEqual(expect.arrayContaining(['English', 'German']));
    await language.selectOption('English');
    await language.scrollIntoViewIfNeeded();
    await inspect(page, 'settings-search');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await cms().settings.get(operator)).toMatchObject({ searchLanguage: 'english' });
    await page.reload();
    await language.waitFor();
    expect(await language.inputValue()).toBe('english');
  });

  test('roles that need a second factor are chosen, and stored in their order', async () => {
    const page = await open('/admin/settings');
    const roles = page.getByRole('group', { name: 'Roles that need a second factor' });
    await roles.getByLabel('Admin').check();
    await roles.getByLabel('Editor').check();
    await page.getByLabel('Days to set up a second factor').fill('30');
    await roles.scrollIntoViewIfNeeded();
    await inspect(page, 'settings-second-factor');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await cms().settings.get(operator)).toMatchObject({
      requireSecondFactor: ['editor', 'admin'],
      secondFactorGraceDays: 30,
    });
    await page.reload();
    expect(await roles.getByLabel('Admin').isChecked()).toBe(true);
    await roles.getByLabel('Admin').uncheck();
    await roles.getByLabel('Editor').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await cms().settings.get(operator)).toMatchObject({ requireSecondFactor: [] });
  });

  test('a rebuild of the search is followed until its end', async () => {
    const page = await open('/admin/content');
    let remaining = 196_700;
    await page.route('**/api/system/health', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      const status = remaining === 0 ? 'current' : 'rebuilding';
      const search = { status, remaining, total: 209_000 };
      await route.fulfill({ response, json: { data: { ...data, search } } });
    });
    await page.goto(new URL('/admin/settings', page.url()).href);
    const line = page.getByText('Rebuilding: 12,300 of 209,000 items');
    await line.scrollIntoViewIfNeeded();
    await inspect(page, 'settings-rebuild');
    remaining = 9_000;
    await page.getByText('Rebuilding: 200,000 of 209,000 items').waitFor();
    remaining = 0;
    await page.getByText('Rebuilding').waitFor({ state: 'detached' });
  });

  test('the settings limit the history', async () => {
    const page = await open('/admin/settings');
    const most = page.getByLabel('Versions of an item to keep');
    await most.waitFor();
    expect([
      await most.inputValue(),
      await page.getByLabel('Days to keep a version').inputValue(),
    ]).toEqual(['100', '0']);
    for (const text of ['', 'many', '1.5', '-1']) {
      await most.fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: /^Versions of an item to keep: Must be / }).click();
      expect(await most.evaluate((field) => field.matches(':focus'))).toBe(true);
      if (text === 'many') await inspect(page, 'settings-history');
      await page.reload();
    }
    await most.fill('20');
    await page.getByLabel('Days to keep a version').fill(' 365 ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await page.getByLabel('Days to keep a version').inputValue()).toBe('365');
    expect(await cms().settings.get(operator)).toMatchObject({
      historyMaxPerItem: 20,
      historyMaxDays: 365,
    });
  });

  test('the time zone is one of those that the browser knows', async () => {
    const page = await open('/admin/settings');
    const zone = page.getByLabel('Time zone');
    expect(await zone.inputValue()).toBe('UTC');
    await zone.selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await cms().settings.get(operator)).toMatchObject({ timeZone: 'Europe/Berlin' });
  });

  test('the time for which changes are kept is a number of days from 1', async () => {
    const page = await open('/admin/settings');
    const days = page.getByLabel('Days to keep changes');
    expect(await days.inputValue()).toBe('30');
    await days.fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: /^Days to keep changes/ }).waitFor();
    await days.fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect((await cms().settings.get(operator)).changesDays).toBe(7);
  });

  describe('the time in the trash', () => {
    test('is a number of days, and the question about a collection counts what is there', async () => {
      const page = await open('/admin/settings');
      const days = page.getByLabel('Days in the trash');
      expect(await days.inputValue()).toBe('30');
      for (const text of ['', 'x', '-1', '2.5', '4000']) {
        await days.fill(text);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('link', { name: /^Days in the trash/ }).waitFor();
        expect((await cms().settings.get(operator)).trashDays).toBe(30);
      }
      await inspect(page, 'settings-trash');
      await days.fill('7');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings are saved.').waitFor();
      expect((await cms().settings.get(operator)).trashDays).toBe(7);

      const { id: collectionId } = await cms().collections.create(operator, { name: 'leaving' });
      for (const title of ['One', 'Two']) {
        const { id } = await cms().content.create(operator, { collectionId, title });
        await cms().content.delete(operator, id);
      }
      await page.goto(new URL('/admin/collections', page.url()).href);
      const row = page.getByRole('row', { name: 'leaving' });
      await row.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 deleted items in the trash').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('“leaving” is deleted.').waitFor();
      expect(await cms().trash.list(operator, {})).toEqual([]);
    });
  });

  describe('the plugins', () => {
    const cache = async () => (await cms().plugins.list(operator))[0];

    test('are turned off and on, set and purged; hooks are listed', async () => {
      const page = await open('/admin/plugins');
      const card = page.getByRole('region', { name: 'Cache' });
      await card.getByText('On', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Turn off' }).click();
      await card.getByText('Off', { exact: true }).waitFor();
      expect(await cache()).toMatchObject({ active: false });
      await card.getByRole('button', { name: 'Turn on' }).click();
      await card.getByText('On', { exact: true }).waitFor();
      expect(await cache()).toMatchObject({ active: true });

      const lifetime = card.getByLabel('Lifetime in seconds');
      await lifetime.fill('0');
      await card.getByRole('button', { name: 'Save' }).click();
      await card.getByRole('link', { name: /Must be at least 1/ }).waitFor();
      await lifetime.fill('60');
      await card.getByLabel('Requests per minute').fill('');
      await card.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings of Cache are saved.').waitFor();
      expect(await cache()).toMatchObject({ settings: { ttlSeconds: 60, requestsPerMinute: 0 } });

      for (const status of ['MISS', 'HIT']) {
        const response = await page.request.get('/api/content');
        expect(response.headers()['x-cache-status']).toBe(status);
      }
      await card.getByRole('button', { name: 'Refresh' }).click();
      await card.getByText('50%').waitFor();
      await page.getByText('Runs before an item is published and a file is deleted.').waitFor();
      await inspect(page, 'plugins');

      await card.getByRole('button', { name: 'Purge' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Purge' }).click();
      await page.getByText('The cache is purged.').waitFor();
    });
  });
});
