import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { longTitle, markup, namedUser, writeItems } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms, url }) => {
  describe('the dashboard', () => {
    test('shows what there is, and what each role may do', async () => {
      const admin = await namedUser(cms(), 'admin', markup);
      await cms().collections.update(operator, 'pages', { displayName: markup });
      await writeItems(cms(), ['Imported', 'Tides'], { status: 'published' });
      await writeItems(cms(), ['Retired'], { status: 'archived' });
      await writeItems(cms(), [markup, longTitle], { actor: admin });

      const page = await open('/admin');
      const byStatus = page.getByRole('region', { name: 'Content by status' });
      await byStatus.getByRole('link', { name: '2 Drafts' }).waitFor();
      await byStatus.getByRole('link', { name: '2 Published' }).waitFor();
      const drafts = page.getByRole('region', { name: 'Your drafts' });
      await drafts.getByRole('link', { name: markup }).waitFor();
      expect(await drafts.getByRole('listitem').count()).toBe(2);
      const changes = page.getByRole('region', { name: 'Recent changes' });
      await changes.getByRole('link', { name: 'Retired' }).waitFor();
      expect(await changes.getByRole('listitem').first().textContent()).toContain(longTitle);
      await page.getByRole('region', { name: 'Health' }).getByText('Healthy').nth(2).waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await inspect(page, 'dashboard');

      await page.getByRole('button', { name: 'New item' }).click();
      const choices = page.getByRole('navigation', { name: 'New item in' });
      await choices.getByRole('link', { name: markup }).waitFor();
      await page.setViewportSize({ width: 360, height: 740 });
      const { x = -1, width = 0 } = (await choices.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
      await page.keyboard.press('Escape');
      await choices.waitFor({ state: 'hidden' });
      await byStatus.getByRole('link', { name: '1 Archived' }).click();
      await page.getByRole('row', { name: /Retired/ }).waitFor();
      expect(page.url()).toBe(`${url()}/admin/content?status=archived`);

      const readers = await open('/admin', 'viewer');
      await readers.getByRole('link', { name: '2 Published' }).waitFor();
      await readers.getByRole('link', { name: 'Tides' }).waitFor();
      expect(await readers.getByText('Your drafts').count()).toBe(0);
      expect(await readers.getByText('Health', { exact: true }).count()).toBe(0);
      expect(await readers.getByText('New item').count()).toBe(0);
    });

    test('leads from an empty service to the first request', async () => {
      const page = await open('/admin');
      const steps = page.getByRole('region', { name: 'First steps' });
      await steps.getByRole('heading', { name: 'Pick or create a collection (done)' }).waitFor();
      await steps.getByRole('heading', { name: 'Write and publish the first item' }).waitFor();
      expect(await page.getByText('Recent changes').count()).toBe(0);
      await inspect(page, 'dashboard-empty');
      await steps.getByRole('button', { name: 'New item' }).click();
      const choice = steps.getByRole('link', { name: 'Pages' });
      expect(await choice.getAttribute('href')).toBe('/admin/content/new?collection=pages');

      const { id } = await cms().content.create(operator, {
        collection: 'pages',
        title: 'Über uns',
        status: 'published',
      });
      await page.reload();
      await steps
        .getByRole('heading', { name: 'Write and publish the first item (done)' })
        .waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await steps.getByRole('button', { name: 'Copy command' }).click();
      await page.getByText('Copied.').waitFor();
      const command = await page.evaluate('navigator.clipboard.readText()');
      const [, address = ''] = /^curl (\S+)$/.exec(String(command)) ?? [];
      const answer = (await (await fetch(address)).json()) as { data: { id: string } };
      expect(answer.data.id).toBe(id);
    });
  });
});
