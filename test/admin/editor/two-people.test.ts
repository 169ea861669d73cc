import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { has, showMode } from '../../support/admin/open-text.ts';

withAdmin(({ open, cms }) => {
  const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' });

  /** The same text in the browsers of an admin and of an editor. */
  const openTwice = async (body: string) => {
    const { id } = await createArticle(cms(), 'Pools', { summary: 's', body });
    const path = `/admin/content/${id}`;
    const [first, second] = [await open(path), await open(path, 'editor')];
    for (const page of [first, second]) await showMode(page, 'formatted');
    return { id, first, second };
  };

  /** Types at the end of the text, and saves. */
  const writeAtEnd = async (page: Page, text: string): Promise<void> => {
    await textOf(page).press('Control+End');
    await textOf(page).pressSequentially(text);
    await page.keyboard.press('Control+s');
    await saved(page);
  };

  describe('two people in one text', () => {
    test('see what the other one saves; the caret and the own undo stay', async () => {
      const { id, first, second } = await openTwice('One\n\nTwo\n\nThree');
      await textOf(first).press('Control+Home');
      await textOf(first).press('End');
      await textOf(first).pressSequentially(' of the first');
      await saved(first);
      await second.getByText('admin saved').waitFor();
      await has(textOf(second), 'One of the first\n\nTwo\n\nThree');
      await writeAtEnd(second, ' of the second');
      await first.getByText('editor saved').waitFor();
      await has(textOf(first), 'One of the first\n\nTwo\n\nThree of the second');
      await inspect(first, 'two-people');
      // Where the caret was.
      await textOf(first).pressSequentially('!');
      await has(textOf(first), 'One of the first!\n\nTwo\n\nThree of the second');
      for (let n = 0; n < 5; n += 1) await textOf(first).press('Control+z');
      await has(textOf(first), 'One\n\nTwo\n\nThree of the second');
      await first.keyboard.press('Control+s');
      await saved(first);
      expect((await dataOf(cms(), id))['body']).toBe('One\n\nTwo\n\nThree of the second');
    });

    test('decide with the name of the other one about the same paragraph', async () => {
      const { first, second } = await openTwice('One\n\nTwo');
      await first.context().setOffline(true);
      await textOf(first).press('Control+End');
      await textOf(first).pressSequentially(' of the first');
      await first.getByText('Offline: kept in this browser').waitFor();
      await writeAtEnd(second, ' of the second');
      await first.context().setOffline(false);
      await first.getByText('Not saved: editor changed the same text').waitFor();
      await first.getByRole('button', { name: 'Decide' }).click();
      const dialog = first.getByRole('dialog', { name: 'editor changed this item' });
      await dialog.getByText(/^editor saved just now\. You both changed one field/).waitFor();
      await dialog.getByLabel('Keep both').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await has(textOf(second), 'One\n\nTwo of the first\n\nTwo of the second');
    });

    test('go on in the source where the caret was', async () => {
      const { first, second } = await openTwice('One\n\nTwo');
      await showMode(first, 'source');
      await textOf(first).press('Control+Home');
      await textOf(first).press('End');
      await writeAtEnd(second, ' of the second');
      await has(textOf(first), 'One\n\nTwo of the second');
      await textOf(first).pressSequentially('!');
      await has(textOf(first), 'One!\n\nTwo of the second');
    });
  });
});
