import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

const script = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms, url }) => {
  const read = (path: string, token: string): Promise<Response> =>
    fetch(`${url()}${path}`, { headers: { 'X-API-Key': token } });

  describe('the API tokens', () => {
    test('a new token is shown once, in a dialog that only its button closes, and works', async () => {
      const page = await open('/admin/users');
      await page.getByRole('link', { name: 'API tokens' }).click();
      await page.getByText('With the API').click();
      await page.getByText(`curl ${url()}/api/content -H "X-API-Key: st_…"`).waitFor();
      await page.getByRole('main').getByRole('button', { name: 'New token' }).first().click();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText('Enter a name').waitFor();
      await page.getByLabel('Name').fill(`${script}  site`);
      await page.getByLabel('Expires').selectOption('In 90 days');
      await page.getByLabel('Blog posts').check();
      await inspect(page, 'api-tokens-new');
      await page.getByRole('button', { name: 'Create token' }).click();

      const dialog = page.getByRole('dialog', { name: `The value of ${script} site` });
      const value = await dialog.getByLabel('Value of the token').innerText();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.mouse.click(4, 4);
      await page.goBack();
      await page.waitForURL('**/admin/api-tokens');
      // As a phone does at the second gesture to go back.
      await page.evaluate('document.querySelector("dialog").close()');
      await dialog.getByRole('button', { name: 'I have stored it' }).waitFor();
      await inspect(page, 'api-tokens-value');
      expect((await read('/api/collections/blog-posts/content', value)).status).toBe(200);
      expect((await read('/api/collections/pages/content', value)).status).toBe(403);

      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.content()).not.toContain(value);
      const row = page.getByRole('row', { name: 'site' });
      await row.getByText('Blog posts').waitFor();
      await row.getByText('Expires in 90 days').waitFor();
      await row.getByRole('button', { name: /^Revoke/ }).click();
      const revoke = page.getByRole('button', { name: 'Revoke', exact: true });
      await page.getByLabel(/^Type/).fill('site');
      expect(await revoke.isEnabled()).toBe(false);
      await page.getByLabel(/^Type/).fill(`${script} site`);
      await revoke.click();
      await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
      expect((await read('/api/collections/blog-posts/content', value)).status).toBe(401);
    });

    test('the list shows scope, expiry and last use', async () => {
      const { secret } = await cms().apiTokens.create(operator, { name: script });
      expect((await read('/api/content', secret)).status).toBe(200);
      await cms().apiTokens.create(operator, {
        name: 'Mobile app with a name that says in which country and for which brand it is used',
        expiresIn: '30d',
        collections: ['pages', 'blog-posts'],
      });
      const page = await open('/admin/api-tokens');
      const used = page.getByRole('row', { name: script });
      await used.getByText(secret.slice(0, 8)).waitFor();
      await used.getByText('just now').waitFor();
      await used.getByText('All public collections').waitFor();
      await page
        .getByRole('row', { name: /Mobile/ })
        .getByText('Never used')
        .waitFor();
      await inspect(page, 'api-tokens');

      // Near the end of the 30 days, and after it.
      const pass = async (days: number): Promise<void> => {
        await page.addInitScript(`{
          const { now } = Date;
          Date.now = () => now() + ${days * 86_400_000};
        }`);
        await page.reload();
      };
      await pass(27);
      await page.getByText('Expires in 3 days').waitFor();
      await pass(4);
      await page.getByText('Expired', { exact: true }).waitFor();
    });
  });
});
