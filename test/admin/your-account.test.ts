import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { readQrCode } from '../support/admin/read-qr-code.ts';
import { appCode } from '../support/second-factor/app-code.ts';

withAdmin(({ open, openSignedOut, cms, url, closeProfile }) => {
  const email = 'editor@example.com';

  const isSetUp = async (): Promise<boolean> =>
    (await cms().users.list(operator, {})).some(
      ({ user }) => user.email === email && user.hasSecondFactor,
    );

  /** Opens the dialog with the key. @returns the key. */
  const showKey = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Set up second factor' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill(adminPassword);
    await page.keyboard.press('Enter');
    const key = page.getByRole('dialog', { name: 'Add the key to your app' }).getByLabel('Key');
    return ((await key.last().textContent()) ?? '').replaceAll(' ', '');
  };

  /** Sets up a factor. @returns the key, and the recovery codes. */
  const setUp = async (page: Page) => {
    const key = await showKey(page);
    await page.getByLabel(/^Code/).fill(await appCode(key, Date.now(), -1));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor();
    const codes = await dialog.getByRole('listitem').allTextContents();
    return { key, codes, dialog };
  };

  const signIn = async (page: Page): Promise<void> => {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enter a code' }).waitFor();
  };

  const enterCode = async (page: Page, code: string): Promise<void> => {
    await page.getByLabel(/^Code/).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  describe('a second factor', () => {
    test('is set up with a QR code and a first code, and ten codes are saved', async () => {
      const page = await open('/admin/media', 'editor');
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /editor/ })
        .click();
      await page.getByRole('link', { name: 'Your account' }).click();
      await page.getByRole('button', { name: 'Set up second factor' }).waitFor();
      await inspect(page, 'account');
      const other = await cms().accounts.logIn({ email, password: adminPassword, client: 'other' });
      const isOpen = async (): Promise<number> => {
        const headers = { Authorization: `Bearer ${other.token}` };
        return (await fetch(`${url()}/auth/me`, { headers })).status;
      };
      expect(await isOpen()).toBe(200);

      await page.getByRole('button', { name: 'Set up second factor' }).click();
      const proof = page.getByRole('dialog', { name: 'Set up a second factor' });
      const password = proof.getByLabel('Current password');
      expect(await password.getAttribute('autocomplete')).toBe('current-password');
      await expect.poll(() => password.evaluate((field) => field.matches(':focus'))).toBe(true);
      await page.keyboard.type('not this one');
      await page.keyboard.press('Enter');
      await proof.getByText('This is not your password.').waitFor();
      expect(await password.getAttribute('aria-invalid')).toBe('true');
      await inspect(page, 'factor-password');
      await password.fill(adminPassword);
      await page.keyboard.press('Enter');

      const dialog = page.getByRole('dialog', { name: 'Add the key to your app' });
      const code = dialog.getByLabel(/^Code/);
      const attributes = ['autocomplete', 'inputmode'].map((name) => code.getAttribute(name));
      expect(await Promise.all(attributes)).toEqual(['one-time-code', 'numeric']);
      await expect.poll(() => code.evaluate((field) => field.matches(':focus'))).toBe(true);
      const shown = (await dialog.getByLabel('Key', { exact: true }).textContent()) ?? '';
      expect(shown).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
      const key = shown.replaceAll(' ', '');
      const uri = await dialog.getByRole('link', { name: 'open the app' }).getAttribute('href');
      expect(uri).toMatch(/^otpauth:\/\/totp\//);
      expect(new URL(uri ?? '').searchParams.get('secret')).toBe(key);
      expect(await readQrCode(dialog.getByRole('img', { name: 'The key as a QR code' }))).toBe(uri);
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await dialog.getByText('This code is not valid.').waitFor();
      await inspect(page, 'factor-key');
      expect([await isSetUp(), await isOpen()]).toEqual([false, 200]);
      await code.fill(await appCode(key, Date.now(), -1));
      await page.keyboard.press('Enter');

      const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
      await saving.getByRole('list', { name: 'Recovery codes' }).waitFor();
      const codes = await saving.getByRole('listitem').allTextContents();
      expect(new Set(codes).size).toBe(10);
      expect([await isSetUp(), await isOpen()]).toEqual([true, 401]);
      await inspect(page, 'factor-codes');

      // Neither a key, nor the way back, nor a click beside it closes what cannot be shown again.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.mouse.click(2, 2);
      await page.evaluate('history.back()');
      const done = saving.getByRole('button', { name: 'Done' });
      expect(await done.isDisabled()).toBe(true);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await saving.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        saving.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('recovery-codes.txt');
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toContain(`Recovery codes of ${email} for Quoin (${url()})`);
      expect(text.trimEnd().split('\n').slice(-10)).toEqual(codes);
      // On paper there are the codes and what they are for, and nothing else.
      await page.emulateMedia({ media: 'print' });
      await saving.getByText(`Recovery codes of ${email}`).waitFor();
      expect(await saving.getByRole('listitem').last().isVisible()).toBe(true);
      expect(await done.isVisible()).toBe(false);
      expect(await page.locator('#rail').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      await saving.getByLabel('I have saved these codes').check();
      await done.click();
      await saving.waitFor({ state: 'detached' });
      await page.getByText('You trust no browser.').waitFor();
      expect(await page.content()).not.toContain(codes[0]);
      await inspect(page, 'account-factor');
    });

    test('is asked for by the page for signing in, which trusts a browser that is listed', async () => {
      const page = await open('/admin/profile', 'editor');
      const { key, codes, dialog } = await setUp(page);
      await dialog.getByLabel('I have saved these codes').check();
      await dialog.getByRole('button', { name: 'Done' }).click();

      const guest = await openSignedOut('/auth/login?next=/admin/profile');
      await signIn(guest);
      await enterCode(guest, '000000');
      await guest.getByRole('alert').waitFor();
      await guest.getByLabel('Trust this browser for 30 days').check();
      await enterCode(guest, await appCode(key, Date.now()));
      await guest.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      const sessions = guest.getByRole('region', { name: 'Your sessions' });
      await sessions.getByText('Password and code').first().waitFor();
      const trusted = guest.getByRole('region', { name: 'Trusted browsers' });
      await trusted.getByText('Expires in 30 days').waitFor();
      await inspect(guest, 'account-trusted');
      await trusted.getByRole('button', { name: /^End the trust in/ }).press('Enter');
      await guest.getByRole('dialog').getByRole('button', { name: 'End trust' }).click();
      await trusted.getByText('You trust no browser.').waitFor();

      // In the next sign-in there, a recovery code takes the place of the app.
      await guest.getByRole('button', { name: 'Sign out' }).click();
      await guest.waitForURL('**/auth/login');
      await signIn(guest);
      await enterCode(guest, codes[0]!.toUpperCase());
      await guest.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    });

    test('gets new recovery codes, and is removed with one of them', async () => {
      const page = await open('/admin/profile', 'editor');
      const { key, codes, dialog } = await setUp(page);
      await dialog.getByLabel('I have saved these codes').check();
      await dialog.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: 'New recovery codes' }).click();
      const renewing = page.getByRole('dialog', { name: 'Make new recovery codes' });
      await renewing.getByLabel(/^Code/).fill(await appCode(key, Date.now()));
      await inspect(page, 'factor-renew');
      await page.keyboard.press('Enter');
      await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor();
      const renewed = await dialog.getByRole('listitem').allTextContents();
      expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
      await dialog.getByLabel('I have saved these codes').check();
      await dialog.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: 'Remove second factor' }).click();
      const removing = page.getByRole('dialog', { name: 'Remove your second factor?' });
      const code = removing.getByLabel(/^Code/);
      await code.fill(codes[0]!);
      await page.keyboard.press('Enter');
      await removing.getByText('This code is not valid.').waitFor();
      await inspect(page, 'factor-remove');
      await code.fill(renewed[0]!);
      await page.keyboard.press('Enter');
      await page.getByText('Your second factor is removed.').waitFor();
      await page.getByRole('button', { name: 'Set up second factor' }).waitFor();
      expect(await isSetUp()).toBe(false);
    });

    test('says when codes are stopped, and when the key has expired or another window was faster', async () => {
      closeProfile();
      const page = await open('/admin/profile', 'editor');
      await showKey(page);
      const dialog = page.getByRole('dialog');
      const code = dialog.getByLabel(/^Code/);
      for (let wrong = 0; wrong < 10; wrong += 1) {
        await code.fill(`00000${wrong}`);
        await dialog.getByRole('button', { name: 'Confirm' }).click();
        await page.locator('button[type=submit][aria-busy=false]').last().waitFor();
      }
      await code.fill('000000');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('Too many attempts. Try again in 60 minutes.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();

      await page.clock.install();
      await page.reload();
      await showKey(page);
      await page.clock.fastForward('10:01');
      await page.route('**/auth/totp/confirm', (route) =>
        route.fulfill({
          status: 401,
          json: { error: 'This code is not valid', code: 'invalid_code' },
        }),
      );
      await code.fill('000000');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('The key has expired, because ten minutes have passed.').waitFor();
      await page.unrouteAll();

      await page.route('**/auth/totp', (route) =>
        route.fulfill({ status: 409, json: { error: 'Taken', code: 'factor_exists' } }),
      );
      await dialog.getByLabel('Current password').fill(adminPassword);
      await page.keyboard.press('Enter');
      await dialog.getByText('Your account has a second factor already').waitFor();
      await page.unrouteAll();
    });
  });
});
