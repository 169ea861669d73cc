import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { markup } from '../../support/admin/admin-content.ts';
import { createReports, noFile, noItem, storeImage } from '../../support/admin/admin-references.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms, url }) => {
  describe('the health of the content', () => {
    test('is shown by kind of problem, and each row leads to what solves it', async () => {
      const { report, human } = await createReports(cms());
      const draft = await human(`Ada ${markup}`);
      const used = await storeImage(cms(), `${markup}.png`);
      const unused = await storeImage(cms(), 'unused.png', { alt: 'A pool', width: 50 });
      const broken = await report(`Broken ${markup}`, {
        author: noItem,
        cover: `${url()}/files/${noFile}`,
        sections: [{ type: 'quote', by: noItem }],
      });
      await report(
        'Published',
        { author: draft.id, related: [broken.id], cover: `${url()}/files/${used.key}` },
        'published',
      );
      const page = await open('/admin');
      await page.getByRole('link', { name: 'Content health' }).click();
      await page.getByRole('tab', { name: 'Broken references (3)' }).waitFor();
      const row = (name: string) => page.getByRole('row').filter({ hasText: name });
      await row('gone.png').getByRole('cell', { name: 'Cover' }).waitFor();
      await row(noItem).getByRole('cell', { name: 'Sections By' }).waitFor();
      await inspect(page, 'health-broken');
      await row('gone.png').getByRole('link').click();
      await page.getByText('Broken references in').waitFor();
      await page.goBack();

      await page.getByRole('tab', { name: 'Unpublished targets (2)' }).click();
      await page.getByRole('link', { name: draft.title }).waitFor();
      await inspect(page, 'health-unpublished');
      // The tab is in the URL.
      await page.reload();
      const target = page.getByRole('link', { name: draft.title });
      await target.waitFor();
      expect(await target.getAttribute('href')).toBe(`/admin/content/${draft.id}`);

      await page.getByRole('tab', { name: 'Missing alt texts (1)' }).click();
      await page.getByRole('button', { name: `${markup}.png` }).click();
      const dialog = page.getByRole('dialog', { name: `${markup}.png` });
      await dialog.getByRole('heading', { name: 'Used in 1 item' }).waitFor();
      await dialog.getByText('Reports · Cover').waitFor();
      await inspect(page, 'health-file');
      await dialog.getByLabel('Alt text').fill('A pool at noon');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Saved.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'No missing alt texts' }).waitFor();
      await page.getByRole('tab', { name: 'Missing alt texts (0)' }).waitFor();
      expect((await cms().media.get(operator, used.id)).alt).toBe('A pool at noon');

      await page.getByRole('tab', { name: 'Unused files (1)' }).click();
      await page.getByRole('button', { name: 'unused.png' }).click();
      await page.getByText('No content refers to this file.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete unused.png?' });
      expect(await question.getByText('Used in').count()).toBe(0);
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No unused files' }).waitFor();
      await inspect(page, 'health-none');
      await expect
        .poll(async () => (await cms().media.list(operator, { limit: 9 })).map(({ id }) => id))
        .not.toContain(unused.id);
    });

    test('is good when there are no problems', async () => {
      const page = await open('/admin/health', 'viewer');
      await page.getByRole('heading', { name: 'All is well' }).waitFor();
      await inspect(page, 'health-well');
    });

    test('is searched further on request, and a failure says what to do', async () => {
      const { report } = await createReports(cms());
      for (let n = 1; n <= 60; n += 1) await report(`Report ${n}`, { author: noItem });
      const page = await open('/admin');
      let status = 503;
      await page.route('**/api/health/content?*', (route) =>
        status === 200
          ? route.continue()
          : route.fulfill({ status, json: { error: 'The database is busy' } }),
      );
      await page.goto('/admin/health');
      await page.getByText('The database is busy').waitFor();
      await inspect(page, 'health-failed');
      status = 200;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('tab', { name: 'Broken references (50+)' }).waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(51);
      status = 429;
      await page.getByRole('button', { name: 'Find more' }).click();
      await page.getByText('The database is busy').waitFor();
      expect(await page.getByRole('row').count()).toBe(51);
      status = 200;
      await page.getByRole('button', { name: 'Find more' }).click();
      await page.getByRole('tab', { name: 'Broken references (60)' }).waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(61);
    });
  });

  test('a question before the deletion of a file names what uses it', async () => {
    const { report } = await createReports(cms());
    const { key } = await storeImage(cms(), 'pool.png', { alt: 'A pool' });
    await report(`Shows ${markup}`, { gallery: [`${url()}/files/${key}`] });
    const page = await open('/admin/media');
    await page.getByRole('button', { name: 'pool.png' }).click();
    await page.getByRole('heading', { name: 'Used in 1 item' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete pool.png?' });
    await question.getByText('Used in 1 item.').waitFor();
    await question.getByRole('link', { name: markup }).waitFor();
    await inspect(page, 'media-delete-used');
  });
});
