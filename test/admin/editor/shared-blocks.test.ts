import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { createLanding, rowsOf } from '../../support/admin/admin-blocks.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { hasCopy, publishChanges, savedBeside } from '../../support/admin/admin-copies.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  const tides = { type: 'hero', id: 'a', heading: 'Tides' };
  const quote = { type: 'quote', id: 'b', text: 'The sea is never still.' };
  const pools = { type: 'hero', id: 'c', heading: 'Pools' };
  const added = { type: 'quote', id: 'd', text: 'Their new block.' };

  const writeTheirs = (id: string, sections: readonly Record<string, unknown>[]) =>
    cms().content.update(operator, id, { data: { sections } as never });

  describe('two people in one field of blocks', () => {
    test('decide only about the blocks that both changed, and their order', async () => {
      const { id } = await createLanding(cms(), [tides, quote, pools]);
      const page = await open(`/admin/content/${id}`);
      const rows = rowsOf(page);
      await rows.nth(0).getByLabel('Heading').fill('My tides');
      await rows.nth(2).getByLabel('Heading').fill('My pools');
      await rows
        .nth(2)
        .getByRole('button', { name: /^Move up: / })
        .click();
      await writeTheirs(id, [quote, { ...tides, heading: 'Their tides' }, added]);
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByText('You both changed 2 blocks: choose').waitFor();
      const conflict = (name: string) => dialog.getByRole('group', { name });
      await conflict('Sections, block 1, Hero').getByText('Their tides').waitFor();
      await conflict('Sections, block 2, Hero').getByText('(removed)').waitFor();
      await inspect(page, 'editor-conflict-blocks');
      const confirm = dialog.getByRole('button', { name: 'Save' });
      await conflict('Sections, block 1, Hero').getByLabel('Take theirs').check();
      expect(await confirm.isDisabled()).toBe(true);
      // A block that was not taken can be pasted beside the other one.
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await conflict('Sections, block 1, Hero')
        .getByRole('button', { name: 'Copy' })
        .first()
        .click();
      await page.getByText('Copied.').waitFor();
      await conflict('Sections, block 2, Hero').getByLabel('Keep mine').check();
      await confirm.click();
      await saved(page);
      const [mine, theirs] = [
        { ...pools, heading: 'My pools' },
        { ...tides, heading: 'Their tides' },
      ];
      expect(await dataOf(cms(), id)).toEqual({ sections: [quote, theirs, added, mine] });
      await page.getByRole('button', { name: 'Paste into Sections' }).click();
      await expect.poll(() => rows.last().getByLabel('Heading').inputValue()).toBe('My tides');

      await page.keyboard.press('Control+s');
      await saved(page);
    });

    test('decide about the order only if both moved blocks', async () => {
      const { id } = await createLanding(cms(), [tides, quote, pools]);
      const page = await open(`/admin/content/${id}`);
      await rowsOf(page)
        .nth(2)
        .getByRole('button', { name: /^Move up: / })
        .click();
      await writeTheirs(id, [quote, tides, pools, added]);
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByText('You both changed the order of blocks: choose').waitFor();
      const order = dialog.getByRole('group', { name: 'Sections, order of the blocks' });
      await order.getByText('1. quote: The sea is never still.').waitFor();
      await order.getByLabel('Take theirs').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saved(page);
      expect(await dataOf(cms(), id)).toEqual({ sections: [quote, tides, pools, added] });
    });

    test('publish a copy over other blocks of the published version', async () => {
      const { id } = await createLanding(cms(), [tides, quote]);
      await cms().content.update(operator, id, { status: 'published' });
      const page = await open(`/admin/content/${id}`);
      await rowsOf(page).nth(0).getByLabel('Heading').fill('My tides');
      await page.keyboard.press('Control+s');
      await savedBeside(page);
      await writeTheirs(id, [tides, { ...quote, text: 'Their text.' }]);
      const writes: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') writes.push(request.url().replace(/^.*\/draft/, 'draft'));
      });
      await publishChanges(page);
      await page.getByText('Changes published. Also new, from another window: Sections.').waitFor();
      expect(writes).toEqual(['draft/publish']);
      expect(await dataOf(cms(), id)).toEqual({
        sections: [
          { ...tides, heading: 'My tides' },
          { ...quote, text: 'Their text.' },
        ],
      });
      expect(await hasCopy(cms(), id)).toBe(false);
    });
  });
});
