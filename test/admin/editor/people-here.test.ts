import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { createArticle } from '../../support/admin/admin-articles.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  const here = (page: Page, name: string) =>
    page.getByRole('button', { name: `Also here: ${name}` });

  test('two people who have one item open see each other, and what they do', async () => {
    const { id } = await createArticle(cms(), 'Pools', { summary: 's', body: 'One' });
    const first = await open(`/admin/content/${id}`);
    await first.getByLabel('Summary').waitFor();
    const second = await open(`/admin/content/${id}`, 'editor');
    await here(second, 'admin').waitFor();
    await second.getByLabel('Summary').fill('of the second');
    // By a change of the own state, sooner than by the next time to say it.
    await first.getByLabel('Rating').fill('3');
    await here(first, 'editor').focus();
    await first.getByText('editor is writing', { exact: true }).last().waitFor();
    await inspect(first, 'people-here');
    await second.goto('/admin');
    await second.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await first.reload();
    await first.getByLabel('Summary').waitFor();
    await expect.poll(() => first.getByRole('button', { name: /^Also here/ }).count()).toBe(0);
  });
});
