import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms, url }) => {
  /** The session of another program; returns a function that reads its account. */
  const logInElsewhere = async (password: string): Promise<() => Promise<number>> => {
    const session = { email: 'author@example.com', password, client: 'another' };
    const { token } = await cms().accounts.logIn(session);
    const headers = { Authorization: `Bearer ${token}` };
    return async () => (await fetch(`${url()}/auth/me`, { headers })).status;
  };

  describe('the profile', () => {
    test('changes names and the password, and ends other sessions', async () => {
      const page = await open('/admin/profile', 'author');
      await cms().users.create(operator, {
        email: 'grace@example.com',
        username: 'grace',
        password: adminPassword,
      });

      await page.getByLabel('First name').fill('<img src=x onerror=alert(1)>');
      await page.getByLabel('Username').fill('Grace');
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: /Another account has this username/ }).click();
      await page.getByLabel('Username').fill('ada');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Your names are saved.').waitFor();
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByText('<img src=x onerror=alert(1)>')
        .waitFor();
      const users = await cms().users.list(operator, {});
      expect(users.map(({ user }) => [user.username, user.firstName])).toContainEqual([
        'ada',
        '<img src=x onerror=alert(1)>',
      ]);

      const beforeTheChange = await logInElsewhere(adminPassword);
      expect(await beforeTheChange()).toBe(200);
      await page.getByLabel('Current password').fill('not this one');
      const next = page.getByLabel('New password');
      await next.fill('seven77');
      await page.getByText('At least 8 characters: not met.').waitFor();
      await next.fill('eight888');
      await page.getByText('At least 8 characters: met.').waitFor();
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('This is not your current password.').waitFor();
      await inspect(page, 'profile');
      await page.getByLabel('Current password').fill(adminPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('The password is changed.').waitFor();
      expect(await beforeTheChange()).toBe(401);

      const afterTheChange = await logInElsewhere('eight888');
      expect(await afterTheChange()).toBe(200);
      await page.getByRole('button', { name: 'End other sessions' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End other sessions' }).click();
      await page.getByText('Your other sessions have ended.', { exact: true }).waitFor();
      expect(await afterTheChange()).toBe(401);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/auth/login');
      expect((await page.request.get('/auth/me')).status()).toBe(401);
    });
  });
});
