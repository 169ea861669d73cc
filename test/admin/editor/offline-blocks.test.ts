import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { createLanding, rowsOf } from '../../support/admin/admin-blocks.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  const tides = { type: 'hero', id: 'a', heading: 'Tides' };
  const quote = { type: 'quote', id: 'b', text: 'The sea is never still.' };
  const pools = { type: 'hero', id: 'c', heading: 'Pools' };

  /** Types into a block without a connection, until the browser keeps it. */
  const typeOffline = async (page: Page, row: number, label: string, text: string) => {
    await page.context().setOffline(true);
    await rowsOf(page).nth(row).getByLabel(label).fill(text);
    await page.getByText('Offline: kept in this browser').waitFor();
  };

  /** The same page in the browsers of an admin and of an editor. */
  const openTwice = async (status: 'draft' | 'published') => {
    const { id } = await createLanding(cms(), [tides, quote, pools]);
    if (status === 'published') await cms().content.update(operator, id, { status });
    const path = `/admin/content/${id}`;
    const [first, second] = [await open(path), await open(path, 'editor')];
    // The script of the fields loads later than that of the page.
    for (const page of [first, second]) await rowsOf(page).nth(2).getByLabel('Heading').waitFor();
    return { id, first, second };
  };

  describe('two editors of one page, one of them without a connection,', () => {
    test('both keep what they wrote into two blocks of a draft', async () => {
      const { id, first, second } = await openTwice('draft');
      await typeOffline(second, 2, 'Heading', 'Pools of the second');
      await rowsOf(first).nth(0).getByLabel('Heading').fill('Tides of the first');
      await first.keyboard.press('Control+s');
      await saved(first);
      await second.context().setOffline(false);
      // Before the save, or by it.
      await second
        .getByText(/^(?:admin saved|Also new, from another window: Sections\.)$/)
        .first()
        .waitFor();
      await saved(second);
      const both = [
        { ...tides, heading: 'Tides of the first' },
        quote,
        { ...pools, heading: 'Pools of the second' },
      ];
      expect(await dataOf(cms(), id)).toEqual({ sections: both });
      // The first one goes on without having read that, and publishes.
      await rowsOf(first).nth(1).getByLabel('Text').fill('Quoted by the first.');
      const publish = first.getByRole('button', { name: 'Publish', exact: true });
      await publish.click();
      await first
        .getByText(/^Published\.(?: Also new, from another window: Sections\.)?$/)
        .waitFor();
      const [one, , three] = both;
      expect(await dataOf(cms(), id)).toEqual({
        sections: [one, { ...quote, text: 'Quoted by the first.' }, three],
      });
    });
  });
});
