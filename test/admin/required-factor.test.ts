import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { appCode } from '../support/second-factor/app-code.ts';

withAdmin(({ open, openSignedOut, cms, url }) => {
  const find = async (email: string) =>
    (await cms().users.list(operator, {})).find(({ user }) => user.email === email);

  const require = (secondFactorGraceDays: number, roles: readonly 'editor'[] = ['editor']) =>
    cms().settings.update(operator, { requireSecondFactor: roles, secondFactorGraceDays });

  test('the setting says whom it concerns before it is saved', async () => {
    const create = (name: string, role: 'editor' | 'admin') =>
      cms().users.create(operator, {
        email: `${name}@example.com`,
        password: adminPassword,
        role,
        firstName: name,
      });
    for (let n = 0; n < 7; n += 1) await create(`Editor${n}`, 'editor');
    const { user: author } = await cms().users.create(operator, {
      email: 'author@example.org',
      password: adminPassword,
      role: 'author',
      firstName: 'שרה',
    });
    const page = await open('/admin/settings');
    const roles = page.getByRole('group', { name: 'Roles that need a second factor' });
    const concerned = page.getByRole('status').filter({ hasText: 'these roles' });
    await roles.getByLabel('Author').check();
    await concerned.getByText('1 account with these roles has no second factor:').waitFor();
    await concerned.getByRole('link', { name: 'שרה' }).waitFor();
    // The highest role that somebody has in any collection counts.
    await cms().users.setPermissions(operator, author.id, [
      { collection: 'pages', role: 'editor' },
    ]);
    await roles.getByLabel('Author').uncheck();
    await concerned.waitFor({ state: 'detached' });
    await roles.getByLabel('Editor').check();
    await concerned.getByText('8 accounts with these roles have no second factor:').waitFor();
    await concerned.getByText('3 more').waitFor();
    await roles.getByLabel('Author').check();
    await concerned.getByText('8 accounts').waitFor();
    await roles.getByLabel('Author').uncheck();
    await roles.getByLabel('Admin').check();
    await concerned.getByText('9 accounts').waitFor();
    await page.getByLabel('Days to set up a second factor').fill('14');
    await page.getByLabel('Days to set up a second factor').scrollIntoViewIfNeeded();
    await inspect(page, 'settings-factor');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await cms().settings.get(operator)).toMatchObject({
      requireSecondFactor: ['editor', 'admin'],
      secondFactorGraceDays: 14,
    });
    await page.reload();
    await page.getByText(/^Your role needs a second factor\. Set it up by/).waitFor();
    await concerned.getByText('9 accounts').waitFor();
  });

  test('during the days of grace, a notice tells the date; nothing else changes', async () => {
    await require(7);
    const page = await open('/admin', 'editor');
    const due = (await page.locator('.banner time').getAttribute('datetime')) ?? '';
    const days = (Date.parse(due) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await inspect(page, 'factor-grace');
    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await require(7, []);
    await page.reload();
    await page.getByText('Second factor', { exact: true }).waitFor();
    expect(await page.locator('.banner time').count()).toBe(0);
  });

  test('after them, every screen leads to the own account, until a factor is set up', async () => {
    const item = await createArticle(cms(), 'Needs a factor', { summary: 'old' });
    await require(0);
    const page = await open('/admin/content', 'editor');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/profile');
    const banner = page.getByRole('alert').filter({ hasText: 'Your role needs a second factor' });
    await banner.waitFor();
    await inspect(page, 'factor-missing');
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/profile');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();

    await page.getByRole('button', { name: 'Set up second factor' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill(adminPassword);
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('Key', { exact: true }).textContent();
    const code = await appCode((key ?? '').replaceAll(' ', ''), Date.now());
    await page.getByLabel(/^Code/).fill(code);
    await page.keyboard.press('Enter');
    await page.getByLabel('I have saved these codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.goto(`${url()}/admin/content/${item.id}`);
    await page.getByLabel('Summary').waitFor();
  });

  test('a screen that is open when the days end keeps what was typed', async () => {
    const item = await createArticle(cms(), 'Open', { summary: 'old' });
    const page = await open(`/admin/content/${item.id}`, 'editor');
    await page.getByLabel('Summary').fill('typed');
    await require(0);
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').filter({ hasText: 'Your role needs a second factor' }).waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('typed');
    await inspect(page, 'factor-missing-editor');
    await require(0, []);
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved/).waitFor();
  });

  test('another administrator removes the factor of a user who has lost it', async () => {
    const page = await open('/admin/users');
    const email = 'lost@example.com';
    const { user } = await cms().users.create(operator, {
      email,
      password: adminPassword,
      firstName: 'Grace',
    });
    const { token } = await cms().accounts.logIn({ email, password: adminPassword, client: 'a' });
    const headers = { Authorization: `Bearer ${token}` };
    const post = async (path: string, body: object) =>
      (
        await fetch(`${url()}/auth/totp${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    const { data } = await post('', { password: adminPassword });
    await post('/confirm', { code: await appCode(data.secret, Date.now()) });

    await page.reload();
    await page.getByRole('row', { name: /Grace/ }).getByText('Second factor').waitFor();
    await page.getByRole('row', { name: /Grace/ }).getByText('just now').waitFor();
    await inspect(page, 'users-sign-in');
    await page.getByRole('link', { name: 'Grace' }).click();
    const card = page.getByRole('region', { name: 'Sign-in' });
    await card.getByText('Password', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Remove second factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the second factor of Grace?' });
    await dialog.getByText(/All sessions and trusted browsers of the user end at once/).waitFor();
    await inspect(page, 'user-remove-factor');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await find(email))?.user.hasSecondFactor).toBe(true);
    await card.getByRole('button', { name: 'Remove second factor' }).click();
    await dialog.getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByText('The second factor of Grace is removed.').waitFor();
    await card.getByText('No second factor').waitFor();
    await card.getByRole('button', { name: 'Remove second factor' }).waitFor({ state: 'detached' });
    await page.getByText('The account is signed in nowhere.').waitFor();
    expect((await find(email))?.user.hasSecondFactor).toBe(false);
    expect((await fetch(`${url()}/auth/me`, { headers })).status).toBe(401);
    expect(user.hasSecondFactor).toBe(false);

    const guest = await openSignedOut('/auth/login');
    await guest.getByLabel('Email address').fill(email);
    await guest.getByLabel('Password', { exact: true }).fill(adminPassword);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });
});
