import { expect, test } from 'vitest';
import { operator, type UserActor } from '../../core/index.ts';
import { createArticle, dataOf } from '../support/admin/admin-articles.ts';
import { saved } from '../support/admin/admin-content.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { appCode } from '../support/second-factor/app-code.ts';

withAdmin(({ open, cms }) => {
  /** Sets up a factor, which ends the sessions of the pages. */
  const setUp = async (role: 'admin') => {
    const users = await cms().users.list(operator, {});
    const { user } = users.find((each) => each.user.role === role)!;
    const credentials = { email: user.email, password: adminPassword, client: 'a test' };
    const { sessionId } = await cms().accounts.logIn(credentials);
    const actor: UserActor = { kind: 'user', userId: user.id, sessionId, role, grants: [] };
    const { secret } = await cms().secondFactors.begin(actor, { password: adminPassword });
    const code = await appCode(secret, Date.now(), -1);
    const { recoveryCodes } = await cms().secondFactors.confirm(actor, { code });
    return { actor, recoveryCodes };
  };

  test('a session that ends asks for the password, and for the code of a second factor', async () => {
    const item = await createArticle(cms(), 'Code', { summary: 'old' });
    const page = await open(`/admin/content/${item.id}`);
    await page.getByLabel('Summary').fill('typed');
    const { actor, recoveryCodes } = await setUp('admin');
    try {
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      const signIn = dialog.getByRole('button', { name: 'Sign in' });
      await dialog.getByLabel('Password').fill(adminPassword);
      await signIn.click();
      const code = dialog.getByLabel('Code');
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('sign-in-code');
      await code.fill('000000');
      await signIn.click();
      await dialog.getByText('This code is not valid').waitFor();
      await inspect(page, 'session-ended-code');
      await code.fill(recoveryCodes[0]!);
      await signIn.click();
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'typed' });
    } finally {
      await cms().secondFactors.remove(actor, { code: recoveryCodes[1]! });
    }
  });
});
