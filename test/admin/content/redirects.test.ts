import { describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../../core/index.ts';
import { longTitle, markup, writeItems } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  const rename = async (from: string, to: string): Promise<void> => {
    const { value } = await cms().content.readPage(operator, {
      of: { list: { slug: from } },
      client: 'test',
    });
    const [item] = value.kind === 'items' ? value.items : [];
    await cms().content.update(operator, item?.id ?? from, { slug: to });
  };

  const stored = async (): Promise<readonly string[]> =>
    (await cms().redirects.list(anonymous, { client: 'test' })).map(({ from }) => from);

  describe('the redirects', () => {
    test('are listed with their targets, by collection, and can be removed', async () => {
      await writeItems(cms(), ['Tides', 'Harbour', longTitle], { status: 'published' });
      await writeItems(cms(), [markup], { collection: 'blog-posts', status: 'published' });
      await rename('tides', 'tides-and-currents');
      await rename('harbour', 'the-harbour-of-1900');
      const { summaries } = await cms().content.listSummaries(operator, { client: 'test' });
      for (const { slug } of summaries) {
        if (/^(?:tides|the-harbour)/.test(slug)) continue;
        await rename(slug, slug.length > 80 ? `${slug.slice(0, 150)}-again` : 'the-danube');
      }
      const page = await open('/admin/content');
      await page.getByRole('link', { name: 'Redirects' }).click();
      await page.getByRole('heading', { name: 'Redirects' }).waitFor();
      const row = (name: string) => page.getByRole('row').filter({ hasText: name });
      await row('tides-and-currents').getByRole('cell', { name: 'Pages' }).waitFor();
      expect(await page.getByRole('row').count()).toBe(5);
      await inspect(page, 'redirects');

      // The filter is in the URL.
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Blog posts');
      await row('tides').waitFor({ state: 'detached' });
      await page.reload();
      await row('the-danube').waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('All collections');

      await page.getByRole('button', { name: 'Remove the redirect from tides' }).click();
      const question = page.getByRole('dialog', { name: 'Remove the redirect from “tides”?' });
      await inspect(page, 'redirects-remove');
      await question.getByRole('button', { name: 'Cancel' }).click();
      expect(await stored()).toContain('tides');
      await page.getByRole('button', { name: 'Remove the redirect from tides' }).click();
      await question.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('“tides” leads nowhere now.').waitFor();
      await row('tides').waitFor({ state: 'detached' });
      await page.locator('#main:focus').waitFor();
      expect(await stored()).not.toContain('tides');

      await page.getByRole('link', { name: 'the-harbour-of-1900' }).click();
      await page.getByRole('textbox', { name: 'Slug' }).waitFor();
      await page.goBack();
      await row('harbour').waitFor();
    });

    test('say so when somebody else has removed one', async () => {
      await writeItems(cms(), ['Tides'], { status: 'published' });
      await rename('tides', 'ebb');
      const page = await open('/admin/content/redirects');
      const button = page.getByRole('button', { name: 'Remove the redirect from tides' });
      await button.waitFor();
      await cms().redirects.remove(operator, 'tides');
      await button.click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('Not removed: Redirect not found').waitFor();
      await page.getByRole('heading', { name: 'No redirects yet' }).waitFor();
      await inspect(page, 'redirects-empty');
      await page.getByRole('combobox', { name: 'Collection' }).selectOption('Pages');
      await page.getByRole('heading', { name: 'No redirects here' }).waitFor();
    });

    test('have pages, and no button for those who may not remove them', async () => {
      await writeItems(cms(), ['Item'], { status: 'published' });
      let slug = 'item';
      for (let n = 100; n <= 151; n += 1) {
        await rename(slug, `item-${n}`);
        slug = `item-${n}`;
      }
      const page = await open('/admin/content/redirects', 'author');
      await page.getByRole('row', { name: /item-100/ }).waitFor();
      expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('row', { name: /item-150/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(3);
      const editors = await open('/admin/content/redirects', 'editor');
      await editors.getByRole('button', { name: 'Remove the redirect from item-100' }).waitFor();
    });
  });
});
