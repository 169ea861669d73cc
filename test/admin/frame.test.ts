import { describe, expect, test } from 'vitest';
import { inspect, withAdmin } from '../support/admin-world.ts';

withAdmin(({ open }) => {
  describe('an unknown address', () => {
    test('explains itself', async () => {
      const page = await open('/admin/nothing');
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await inspect(page, 'not-found');
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin');
    });
  });
});
