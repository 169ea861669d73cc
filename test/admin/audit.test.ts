import { describe, expect, test } from 'vitest';
import { comingFrom, operator, type UserActor } from '../../core/index.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { times } from '../conformance/cases.ts';

const script = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms }) => {
  const editor = async (): Promise<UserActor> => {
    const { user } = await cms().users.create(operator, {
      email: `editor${Math.random()}@example.com`,
      password: 'correct horse battery',
      firstName: 'Grace',
      lastName: `Hopper ${script}`,
      role: 'editor',
    });
    const { id: userId, role } = user;
    return { kind: 'user', userId, sessionId: userId, role, grants: [] };
  };

  describe('the audit', () => {
    test('shows who did what, and everything that happened to the same', async () => {
      const grace = comingFrom(await editor(), '2001:db8:85a3:8d3:1319:8a2e:370:7348');
      const [posts] = await cms().collections.list(operator);
      const fields = { collectionId: posts!.id, title: 'A post', status: 'published' } as const;
      const slug = 'a-slug-that-is-as-long-as-the-title-of-an-article-can-be';
      const { id } = await cms().content.create(grace, { ...fields, slug });
      await cms().content.create(grace, { ...fields, slug: 'another' });
      await cms().content.delete(operator, id);
      const page = await open('/admin/audit');
      await page
        .getByRole('row', { name: /Deleted an item/ })
        .getByText('The service')
        .waitFor();
      const row = page.getByRole('row', { name: new RegExp(`Created an item.*${slug}`) });
      await row.getByText('2001:db8:85a3:8d3:1319:8a2e:370:7348').waitFor();
      await row.getByText(`Grace Hopper ${script}`).waitFor();
      await inspect(page, 'audit');

      await row.getByRole('link', { name: slug }).click();
      await page.waitForURL(`**/admin/audit?id=${id}`);
      await expect.poll(() => page.getByRole('row').count()).toBe(3);
      await page.getByRole('link', { name: 'Show all' }).click();
      await row.getByRole('link', { name: /^Grace/ }).click();
      await page.getByRole('row', { name: /Deleted an item/ }).waitFor({ state: 'detached' });
      expect(await page.getByLabel('Who').inputValue()).not.toBe('');

      await page.getByLabel('What').selectOption('Users');
      await page.getByRole('heading', { name: 'Nothing like this' }).waitFor();
      await page.getByLabel('Who').selectOption('Everybody');
      await page.getByLabel('When').selectOption('Last 24 hours');
      await page.getByRole('row', { name: /Created a user.*Grace.*editor/ }).waitFor();
      await inspect(page, 'audit-filtered');
    });

    test('names items by their titles, and puts what was done to many into one line', async () => {
      const grace = await editor();
      const [posts] = await cms().collections.list(operator);
      const create = (title: string) =>
        cms().content.create(grace, { collectionId: posts!.id, title });
      for (const n of times(4, (index) => index)) await create(`Post ${n}`);
      const page = await open('/admin/audit');
      const row = page.getByRole('row', { name: /Created 4 items/ });
      await row.getByText('Post 4 and 3 more').click();
      await row.getByRole('link', { name: 'Post 1' }).waitFor();
      await inspect(page, 'audit-lines');
      await row.getByRole('link', { name: 'Post 1' }).click();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await page.getByRole('row', { name: /Created an item Post 1/ }).waitFor();
    });

    test('goes back in time page by page', async () => {
      for (const n of times(60, (index) => index)) {
        await cms().settings.update(operator, { siteName: `Site ${n}` });
      }
      const page = await open('/admin/audit?resource=settings');
      const rows = page.getByRole('row', { name: /Changed the settings/ });
      await rows.first().waitFor();
      expect(await rows.count()).toBe(50);
      await page.getByRole('button', { name: 'Older' }).click();
      await page.waitForURL('**after=**');
      await expect.poll(() => rows.count()).toBe(10);
      expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Newest' }).click();
      await expect.poll(() => rows.count()).toBe(50);
    });

    test('is for admins', async () => {
      const page = await open('/admin/audit', 'editor');
      await page.getByRole('heading', { name: 'Audit' }).waitFor();
      expect(await page.getByRole('row').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    });
  });
});
