import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { createLanding, rowsOf } from '../../support/admin/admin-blocks.ts';
import { saved } from '../../support/admin/admin-content.ts';
import {
  copyDataOf,
  hasCopy,
  publishChanges,
  savedBeside,
} from '../../support/admin/admin-copies.ts';
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
      await second.getByText('Also new, from another window: Sections.').waitFor();
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
      await first.getByText('Published. Also new, from another window: Sections.').waitFor();
      const [one, , three] = both;
      expect(await dataOf(cms(), id)).toEqual({
        sections: [one, { ...quote, text: 'Quoted by the first.' }, three],
      });
    });

    test('both keep what they wrote into two blocks of a published page', async () => {
      const { id, first, second } = await openTwice('published');
      await typeOffline(second, 2, 'Heading', 'Pools of the second');
      await rowsOf(first).nth(0).getByLabel('Heading').fill('Tides of the first');
      await first.keyboard.press('Control+s');
      await savedBeside(first);
      await publishChanges(first);
      await first.getByText('Changes published.').waitFor();
      await rowsOf(first).nth(1).getByLabel('Text').fill('Quoted by the first.');
      await first.keyboard.press('Control+s');
      await savedBeside(first);
      await second.context().setOffline(false);
      await savedBeside(second);
      const all = {
        sections: [
          { ...tides, heading: 'Tides of the first' },
          { ...quote, text: 'Quoted by the first.' },
          { ...pools, heading: 'Pools of the second' },
        ],
      };
      expect(await copyDataOf(cms(), id)).toEqual(all);
      await publishChanges(second);
      await second.getByText('Changes published.').waitFor();
      expect(await dataOf(cms(), id)).toEqual(all);
      expect(await hasCopy(cms(), id)).toBe(false);
    });

    test('decide about a block that both wrote', async () => {
      const { id, first, second } = await openTwice('draft');
      await typeOffline(second, 1, 'Text', 'Quoted by the second.');
      await rowsOf(second).nth(2).getByLabel('Heading').fill('Pools of the second');
      await rowsOf(first).nth(1).getByLabel('Text').fill('Quoted by the first.');
      await rowsOf(first).nth(0).getByLabel('Heading').fill('Tides of the first');
      await first.keyboard.press('Control+s');
      await saved(first);
      await second.context().setOffline(false);
      await second.getByText('Not saved: somebody else changed the same text').waitFor();
      const theirs = [
        { ...tides, heading: 'Tides of the first' },
        { ...quote, text: 'Quoted by the first.' },
        pools,
      ];
      expect(await dataOf(cms(), id)).toEqual({ sections: theirs });
      await second.getByRole('button', { name: 'Decide' }).click();
      const dialog = second.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByText('You both changed one block: choose').waitFor();
      const conflict = dialog.getByRole('group', { name: 'Sections, block 2, quote' });
      await conflict.getByText('Quoted by the first.').waitFor();
      await conflict.getByLabel('Keep mine').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saved(second);
      expect(await dataOf(cms(), id)).toEqual({
        sections: [
          theirs[0],
          { ...quote, text: 'Quoted by the second.' },
          { ...pools, heading: 'Pools of the second' },
        ],
      });
    });
  });
});
