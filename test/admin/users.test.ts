import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';

const script = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms, url }) => {
  const find = async (email: string) =>
    (await cms().users.list(operator, {})).find(({ user }) => user.email === email);

  const mayLogIn = (email: string, password: string): Promise<boolean> =>
    cms()
      .accounts.logIn({ email, password, client: `${email} ${password}` })
      .then(
        () => true,
        () => false,
      );

  describe('the users', () => {
    test('are created, get roles in collections, and are deactivated and deleted', async () => {
      const email = 'grace.brewster.murray.hopper@navy.example.com';
      const page = await open('/admin/users');
      await page.getByRole('button', { name: 'New user' }).click();
      await page.getByLabel('Email address').fill('admin@example.com');
      await page.getByLabel('Password', { exact: false }).first().fill('short');
      await page.getByText('At least 8 characters: not met.').waitFor();
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('link', { name: /^Password: Choose/ }).click();
      await page.keyboard.type('er password');
      await page.getByText('At least 8 characters: met.').waitFor();
      await page.getByLabel('Role').selectOption('Author');
      await page.getByText('edits, publishes and deletes what they created').waitFor();
      await page.getByLabel('First name').fill(script);
      await page.getByLabel('Last name').fill('Hopper');
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('link', { name: /Another user has this email address/ }).waitFor();
      await inspect(page, 'users-new');
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('heading', { level: 1, name: `${script} Hopper` }).waitFor();
      expect(await mayLogIn(email, 'shorter password')).toBe(true);

      await page.getByLabel('Collection', { exact: true }).selectOption('Pages');
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByLabel('Role in Pages', { exact: true }).selectOption('Viewer');
      await page.getByRole('button', { name: 'Remove the role in Blog posts' }).click();
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('button', { name: 'Stay here' }).click();
      await page.getByRole('button', { name: 'Save roles' }).click();
      await page.getByText(/in collections were saved/).waitFor();
      expect((await find(email))?.permissions).toEqual([{ collection: 'pages', role: 'viewer' }]);
      await page.reload();
      await page.getByLabel('Role in Pages', { exact: true }).waitFor();
      await inspect(page, 'user');

      await page.getByLabel('New password').fill(adminPassword);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await page.getByText(/has a new password/).waitFor();
      expect(await mayLogIn(email, adminPassword)).toBe(true);
      await page.reload();
      await page.getByRole('row', { name: /Unknown program/ }).waitFor();
      await inspect(page, 'user-sessions');
      await page.getByRole('button', { name: 'End all sessions' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
      await page.getByText(/^The sessions of .* have ended/).waitFor();
      await page.getByText('The account is signed in nowhere.').waitFor();
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
      await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
      expect(await mayLogIn(email, adminPassword)).toBe(false);

      await page.getByRole('link', { name: 'Users' }).first().click();
      await page.getByRole('row', { name: /navy/ }).getByText('Deactivated').waitFor();
      await inspect(page, 'users');
      await page.getByRole('link', { name: `${script} Hopper` }).click();
      // By keyboard: the messages of the steps before may cover the button.
      await page.getByRole('button', { name: 'Delete user' }).press('Enter');
      await page.getByLabel(/^Type/).fill('grace.brewster.murray.hopper');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
      await page.getByText(/was deleted/).waitFor();
      expect(await find(email)).toBeUndefined();
    });

    test('have the address that was typed, whatever its letters are', async () => {
      const page = await open('/admin/users');
      await page.getByRole('button', { name: 'New user' }).click();
      await page.getByLabel('Email address').pressSequentially('ada@straße.example');
      await page.getByLabel('Password', { exact: false }).first().fill(adminPassword);
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('heading', { level: 1, name: 'ada' }).waitFor();
      expect(await find('ada@xn--strae-oqa.example')).toBeDefined();

      await page.context().clearCookies();
      await page.goto('/auth/login');
      await page.getByLabel('Email address').pressSequentially('ada@straße.example');
      await page.getByLabel('Password', { exact: true }).fill(adminPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    });

    test('the last administrator stays one', async () => {
      const page = await open('/admin/users');
      await page.getByRole('main').getByRole('link', { name: 'admin' }).click();
      await page.getByText('Change your own password in').waitFor();
      await page.goBack();
      await page.getByRole('main').getByRole('link', { name: 'admin' }).click();
      await page.getByText('Change your own password in').waitFor();
      await page.getByLabel('Last name').fill('Lovelace');
      await page.getByLabel('Role', { exact: true }).selectOption('Editor');
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Give up the role Admin' }).click();
      await page.getByRole('link', { name: /Role: This is the only active administrator/ }).click();
      const role = page.getByLabel('Role', { exact: true });
      await expect.poll(() => role.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => role.evaluate('document.activeElement.id')).toBe('user-role');
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
      const access = page.getByRole('region', { name: 'Access' });
      await access
        .getByRole('alert')
        .getByText(/only active administrator/)
        .waitFor();

      // With another administrator, the own role can be given up, and the screen says what that means.
      await cms().users.create(operator, {
        email: 'ada@example.com',
        password: adminPassword,
        role: 'admin',
      });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Give up the role Admin' }).click();
      await page.getByRole('heading', { name: 'Your role does not include this' }).waitFor();
      expect((await find('admin@example.com'))?.user).toMatchObject({
        role: 'editor',
        lastName: 'Lovelace',
      });
    });
  });

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
      const ended = await logInElsewhere('eight888');
      await page.reload();
      await page.getByText('(this session)').waitFor();
      await page.getByRole('button', { name: 'End the session of' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
      await page.getByText('The session has ended.', { exact: true }).waitFor();
      expect(new Set([await ended(), await afterTheChange()])).toEqual(new Set([200, 401]));
      await inspect(page, 'profile-sessions');
      await page.getByRole('button', { name: 'End other sessions' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End other sessions' }).click();
      await page.getByText('Your other sessions have ended.', { exact: true }).waitFor();
      expect([await ended(), await afterTheChange()]).toEqual([401, 401]);
      await page.getByRole('button', { name: 'End the session of' }).waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/auth/login');
      expect((await page.request.get('/auth/me')).status()).toBe(401);
    });
  });
});
