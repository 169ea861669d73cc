import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createArticle, dataOf } from '../support/admin/admin-articles.ts';
import { saved } from '../support/admin/admin-content.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { memoryIdentityProvider } from '../support/openid/memory-identity-provider.ts';

const provider = memoryIdentityProvider();

withAdmin(
  ({ open, openSignedOut, cms, url }) => {
    const find = async (email: string) =>
      (await cms().users.list(operator, {})).find(({ user }) => user.email === email)!;

    /** Everybody who comes to the provider is this person, and comes back at once. */
    const provide = (subject: string, email?: string): void => {
      provider.isFor(subject, {
        ...(email !== undefined && { email, email_verified: true }),
        groups: ['writers'],
      });
      provider.answerBegin = () => ({
        kind: 'begun',
        url: `${url()}/auth/oidc/callback?code=x&state=${provider.begun.at(-1)?.state}`,
      });
    };

    test('the own account is connected to the identity provider, and disconnected', async () => {
      provide('the editor');
      const page = await open('/admin/profile', 'editor');
      const card = page.getByRole('region', { name: 'Example <b>login</b>' });
      await card.getByText('Not connected').waitFor();
      await inspect(page, 'account-provider');
      await card.getByRole('button', { name: 'Connect' }).click();
      await card.getByText('Connected', { exact: true }).waitFor();
      expect((await find('editor@example.com')).signInMethods).toEqual(['password', 'oidc']);
      await card.scrollIntoViewIfNeeded();
      await inspect(page, 'account-connected');
      await card.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText(/^Your account is disconnected from/).waitFor();
      await card.getByText('Not connected').waitFor();
      expect((await find('editor@example.com')).signInMethods).toEqual(['password']);
    });

    test('an account without a password sets a factor up after a fresh sign-in, and keeps its last way in', async () => {
      await cms().users.create(operator, {
        email: 'a@example.com',
        password: adminPassword,
        role: 'admin',
      });
      provide('grace', 'grace@example.com');
      const page = await openSignedOut('/auth/oidc?next=/admin/profile');
      await page.getByText('Your account has no password').waitFor();
      const card = page.getByRole('region', { name: 'Example <b>login</b>' });
      await card.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await card.getByRole('alert').getByText('This is the only way').waitFor();
      await inspect(page, 'account-last-way');

      await page.route('**/auth/totp', (route) =>
        route.fulfill({ status: 403, json: { error: 'Too old', code: 'wrong_password' } }),
      );
      await page.getByRole('button', { name: 'Set up second factor' }).click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Current password').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByText('Your sign-in is too old.').waitFor();
      await inspect(page, 'factor-old-sign-in');
      await page.unrouteAll();
      await dialog.getByRole('link', { name: 'Sign in again' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      await page.getByRole('button', { name: 'Set up second factor' }).click();
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByLabel('Key', { exact: true }).waitFor();
    });

    test('an administrator sees how a user signs in, does not change the role, and undoes the link', async () => {
      provide('grace', 'grace@example.com');
      const page = await open('/admin/users');
      await openSignedOut('/auth/oidc');
      const { user } = await find('grace@example.com');
      await page.reload();
      const row = page.getByRole('row', { name: /grace/ });
      await row.getByText('Example <b>login</b>').waitFor();
      await row.getByRole('link').click();
      const role = page.getByLabel('Role', { exact: true });
      expect([await role.inputValue(), await role.isDisabled()]).toEqual(['author', true]);
      await page.getByText('sets this role at each sign-in').waitFor();
      await inspect(page, 'user-provider');
      const card = page.getByRole('region', { name: 'Sign-in' });
      await card.getByRole('button', { name: /^Unlink from/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Unlink grace from/ });
      await dialog.getByText(/cannot sign in any more until you set one/).waitFor();
      await inspect(page, 'user-unlink');
      await dialog.getByRole('button', { name: 'Unlink' }).click();
      await card.getByText('Nothing yet').waitFor();
      await expect.poll(() => role.isDisabled()).toBe(false);
      expect((await find('grace@example.com')).signInMethods).toEqual([]);
      expect(user.email).toBe('grace@example.com');
    });

    test('a session that ends over a form goes on after a sign-in in another tab', async () => {
      await cms().users.create(operator, {
        email: 'a@example.com',
        password: adminPassword,
        role: 'admin',
      });
      provide('grace', 'grace@example.com');
      const item = await createArticle(cms(), 'Tab', { summary: 'old' });
      const page = await openSignedOut('/auth/oidc?next=/admin/profile');
      const { user } = await find('grace@example.com');
      await cms().users.setPermissions(operator, user.id, [
        { collection: 'articles', role: 'editor' },
      ]);
      await page.goto(`${url()}/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('typed');
      await page.context().clearCookies();
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      const link = dialog.getByRole('link', { name: /^Continue with/ });
      expect(await dialog.getByLabel('Password').count()).toBe(0);
      await inspect(page, 'session-ended-provider');
      const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await tab.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      await tab.close();
      await page.bringToFront();
      await page.evaluate('dispatchEvent(new Event("focus"))');
      await dialog.waitFor({ state: 'detached' });
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'typed' });
    });
  },
  {
    OIDC_NAME: 'Example <b>login</b>',
    OIDC_CREATE: 'any',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'writers=author',
  },
  { ports: { identityProvider: () => provider } },
);
