import { afterAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { linkIn } from '../support/mail/link-in.ts';
import { startMailServer, type ReceivedMail } from '../support/mail/mail-server.ts';

const newPassword = 'another good password';

const server = await startMailServer({ disabledCommands: ['STARTTLS'] });
afterAll(() => server[Symbol.asyncDispose]());

/** The link in a mail. Lines are cut for the transmission, and `=` is written in two more characters. */
const linkOf = ({ source }: ReceivedMail): string =>
  linkIn({ text: source.replaceAll('=\r\n', '').replaceAll('=3D', '=') });

/** The next mail to an address. */
const mailTo = async (address: string): Promise<ReceivedMail> => {
  const find = (): number => server.received.findIndex(({ to }) => to.includes(address));
  await expect.poll(find, { timeout: 10_000 }).not.toBe(-1);
  return server.received.splice(find(), 1)[0]!;
};

withAdmin(
  ({ open, openSignedOut, cms }) => {
    const find = async (email: string) =>
      (await cms().users.list(operator, {})).find(({ user }) => user.email === email);

    test('somebody is invited, opens the link of the mail, and works', async () => {
      const email = 'grace.hopper@navy.example.com';
      const page = await open('/admin/users');
      await page.getByText('Nobody is invited at the moment.').waitFor();
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
      await dialog.getByRole('link', { name: /^Email address: Enter/ }).click();
      await page.keyboard.type('admin@example.com');
      await page.keyboard.press('Enter');
      await dialog.getByRole('link', { name: /A user has this email address/ }).waitFor();
      await dialog.getByLabel('Email address').fill(email);
      await dialog.getByLabel('Role', { exact: true }).selectOption('Author');
      await dialog.getByLabel('Expires').selectOption('In one day');
      await dialog.getByLabel('Collection', { exact: true }).selectOption('Pages');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByLabel('Role in Pages', { exact: true }).selectOption('Viewer');
      await inspect(page, 'invite');
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();

      const shown = page.getByRole('dialog', { name: `The invitation of ${email}` });
      const link = (await shown.getByLabel('Link').textContent()) ?? '';
      expect(link).toMatch(/\/auth\/invitation#\w{32,}$/);
      await inspect(page, 'invite-link');
      await page.keyboard.press('Escape');
      await shown.getByRole('button', { name: 'Done' }).click();
      const row = page.getByRole('row', { name: email });
      await row.getByText('Author + 1 collection').waitFor();
      await row.getByText(/Expires in/).waitFor();
      expect(await page.content()).not.toContain(link);

      const mail = await mailTo(email);
      expect(linkOf(mail)).toBe(link);
      await page.reload();
      await row.getByText('Mail sent').waitFor();
      await inspect(page, 'users-invitations');

      const guest = await openSignedOut(link.slice(link.indexOf('/auth/')));
      await expect.poll(() => new URL(guest.url()).hash).toBe('');
      await inspect(guest, 'invitation');
      await guest.getByLabel('Password', { exact: true }).fill('short');
      await guest.getByRole('button', { name: 'Make account' }).click();
      expect(await find(email)).toBeUndefined();
      await guest.getByLabel('Password', { exact: true }).fill(newPassword);
      await guest.getByLabel('First name (optional)').fill('Grace');
      await guest.getByLabel('Username (optional)').fill('x');
      await guest.getByRole('button', { name: 'Make account' }).click();
      await guest
        .getByRole('alert')
        .getByText(/^Username must be/)
        .waitFor();
      await guest.getByLabel('Username (optional)').fill('');
      await guest.getByRole('button', { name: 'Make account' }).click();
      await guest.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      const created = await find(email);
      expect(created?.user).toMatchObject({ firstName: 'Grace', role: 'author' });
      expect(created?.permissions).toEqual([{ collection: 'pages', role: 'viewer' }]);
    });

    test('an invitation gets another link, and is withdrawn', async () => {
      const email = 'ada@example.org';
      const page = await open('/admin/users');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email address').fill(email);
      await page.keyboard.press('Enter');
      const first = (await dialog.getByLabel('Link').textContent()) ?? '';
      await dialog.getByRole('button', { name: 'Done' }).click();
      // By keyboard: it must do without a mouse.
      await page.getByRole('button', { name: `Make a new link for ${email}` }).press('Enter');
      const second = (await dialog.getByLabel('Link').textContent()) ?? '';
      expect(second).not.toBe(first);
      await dialog.getByRole('button', { name: 'Done' }).press('Enter');

      const guest = await openSignedOut(first.slice(first.indexOf('/auth/')));
      await guest.getByLabel('Password', { exact: true }).fill(newPassword);
      await guest.getByRole('button', { name: 'Make account' }).click();
      await guest
        .getByRole('alert')
        .getByText(/^This link is not valid/)
        .waitFor();

      await page
        .getByRole('button', { name: `Withdraw the invitation of ${email}` })
        .press('Enter');
      await dialog.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText(`The invitation of ${email} was withdrawn.`).waitFor();
      await page.getByText('Nobody is invited at the moment.').waitFor();
      expect(await find(email)).toBeUndefined();
    });

    test('an administrator makes a link, with which the user sets a new password', async () => {
      const email = 'alan@example.org';
      const { user } = await cms().users.create(operator, { email, password: adminPassword });
      const page = await open(`/admin/users/${user.id}`);
      await page.getByRole('button', { name: 'Make reset link' }).click();
      const dialog = page.getByRole('dialog', { name: 'The link for alan' });
      await dialog.getByText(/^The link works once, until/).waitFor();
      const link = (await dialog.getByLabel('Link').textContent()) ?? '';
      await inspect(page, 'user-reset-link');
      await dialog.getByRole('button', { name: 'Done' }).click();

      const guest = await openSignedOut(link.slice(link.indexOf('/auth/')));
      await expect.poll(() => new URL(guest.url()).hash).toBe('');
      await inspect(guest, 'reset');
      await guest.getByLabel('New password').fill(newPassword);
      await guest.getByRole('button', { name: 'Set password' }).click();
      await guest.getByText('Your password was changed').waitFor();
      await inspect(guest, 'reset-done');
      // The user is told.
      await mailTo(email);
      await guest.getByRole('link', { name: 'Sign in' }).click();
      await guest.getByLabel('Email address').fill(email);
      await guest.getByLabel('Password', { exact: true }).fill(newPassword);
      await guest.getByRole('button', { name: 'Sign in' }).click();
      await guest.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    });

    test('somebody who has forgotten the password gets a link by mail', async () => {
      const email = 'alan@example.org';
      await cms().users.create(operator, { email, password: adminPassword });
      const page = await openSignedOut('/auth/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email address').fill(email);
      await inspect(page, 'forgot');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText(/the mail is on its way/).waitFor();
      await inspect(page, 'forgot-done');

      const link = linkOf(await mailTo(email));
      await page.goto(link.slice(link.indexOf('/auth/')));
      await page.getByLabel('New password').fill(newPassword);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Your password was changed').waitFor();
      const session = { email, password: newPassword, client: 'a' };
      expect((await cms().accounts.logIn(session)).user.email).toBe(email);

      await page.goto('/auth/reset');
      await page.getByText('The address is incomplete. Open the link again.').waitFor();
    });
  },
  {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'cms@example.com',
  },
);
