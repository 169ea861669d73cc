import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import {
  addBlock,
  createLanding,
  doWith,
  headings,
  rowsOf,
} from '../../support/admin/admin-blocks.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act } from '../../support/admin/editor-page.ts';
import { operator } from '../../../core/index.ts';
import { sourceOf } from '../../support/admin/open-text.ts';

interface Block {
  readonly type: string;
  readonly id: string;
}

withAdmin(({ open, cms }) => {
  const sectionsOf = async (id: string): Promise<readonly Block[]> =>
    (await dataOf(cms(), id))['sections'] as readonly Block[];

  const idsOf = async (id: string): Promise<readonly string[]> =>
    (await sectionsOf(id)).map((block) => block.id);

  const save = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+s');
    await saved(page);
  };

  const three = [
    { type: 'hero', id: 'a', heading: 'Tides' },
    { type: 'quote', id: 'b', text: 'The sea is never still.' },
    { type: 'hero', id: 'c', heading: 'Pools' },
  ];

  describe('the editor of blocks', () => {
    test('begins a new text in the text: nothing that is typed at once is lost', async () => {
      const { id } = await createLanding(cms(), []);
      const page = await open(`/admin/content/${id}`);
      await addBlock(page, 'Text', 'Texts');
      await page.keyboard.type('What? A text.');
      const body = page.getByRole('textbox', { name: 'Body' });
      await expect.poll(() => sourceOf(body)).toBe('What? A text.');
      await inspect(page, 'blocks-new-text');
      // An entry of a list begins like a block.
      await page.getByRole('button', { name: 'Add to Parts' }).press('Enter');
      await page.locator('[contenteditable]:focus').waitFor();
      await page.keyboard.type('One part.');
      const part = page.getByRole('textbox', { name: 'Parts 1', exact: true });
      await expect.poll(() => sourceOf(part)).toBe('One part.');
    });

    test('adds, fills, moves, duplicates, collapses and removes blocks, and undoes each', async () => {
      const { id } = await createLanding(cms(), []);
      const page = await open(`/admin/content/${id}`);
      await addBlock(page, 'Hero');
      // The focus is in the new block.
      await page.keyboard.type('Tides');
      await addBlock(page, 'quote');
      await page.keyboard.type('The sea is never still.');
      const rows = rowsOf(page);
      await rows.nth(1).getByRole('button', { name: 'Add to Links' }).click();
      await rows.nth(1).getByRole('textbox', { name: 'Label' }).fill('Nested');
      await rows.nth(1).getByLabel('Stars').fill('many');
      await inspect(page, 'blocks');

      // What is no value yet moves with its block, and comes back with it.
      await rows.nth(1).getByRole('button', { name: 'Move up: block 2, quote' }).click();
      await page.locator('button:focus[aria-label="Move up: block 1, quote"]').waitFor();
      expect(await rows.nth(0).getByLabel('Stars').inputValue()).toBe('many');
      await rows.nth(0).getByRole('button', { name: 'Remove block 1, quote' }).click();
      await page.getByText('quote was removed.').waitFor();
      await page.locator('button:focus[aria-label="Remove block 1, Hero"]').waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(() => rows.count()).toBe(2);
      expect(await rows.nth(0).getByLabel('Stars').inputValue()).toBe('many');
      await page.keyboard.press('Control+z');
      await expect.poll(() => headings(page)).toEqual(['1Hero', '2quoteNeeds a change']);
      await rows.nth(1).getByLabel('Stars').fill('5');

      await doWith(rows.nth(0), 'Duplicate');
      await expect.poll(() => rows.count()).toBe(3);
      await rows.nth(1).getByLabel('Heading').fill('Copy');
      await page.getByRole('button', { name: 'Collapse all' }).click();
      await expect
        .poll(() => headings(page))
        .toEqual(['1HeroTides', '2HeroCopy', '3quoteThe sea is never still.']);
      await rows.nth(1).getByRole('button', { name: 'More: block 2, Hero' }).click();
      await inspect(page, 'blocks-collapsed');
      await page.keyboard.press('Escape');
      const handle = rows.nth(2).getByTitle('Drag to reorder');
      const [from, to] = [await handle.boundingBox(), await rows.nth(0).boundingBox()];
      await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
      await page.mouse.down();
      await page.mouse.move((from?.x ?? 0) + 8, (to?.y ?? 0) + 3, { steps: 6 });
      await page.mouse.up();
      await expect
        .poll(() => headings(page))
        .toEqual(['1quoteThe sea is never still.', '2HeroTides', '3HeroCopy']);
      await save(page);
      const sections = await sectionsOf(id);
      expect(sections).toMatchObject([
        { type: 'quote', text: 'The sea is never still.', stars: 5, links: [{ label: 'Nested' }] },
        { type: 'hero', heading: 'Tides' },
        { type: 'hero', heading: 'Copy' },
      ]);
      expect(new Set(sections.map((block) => block.id)).size).toBe(3);
      for (const block of sections) expect(block.id).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('is used by keyboard only: the moved block keeps the focus, and Ctrl+C, Ctrl+V copy it', async () => {
      const { id } = await createLanding(cms(), three);
      const page = await open(`/admin/content/${id}`);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      // Not all browsers can move an element that keeps its focus.
      await page.evaluate('delete Element.prototype.moveBefore');
      const toggle = rowsOf(page).nth(2).locator('button[aria-expanded]').first();
      await toggle.focus();
      for (const [keys, position] of [
        ['Alt+ArrowUp', 2],
        ['Alt+ArrowUp', 1],
        ['Alt+ArrowDown', 2],
      ] as const) {
        await page.keyboard.press(keys);
        await page.getByText(`Hero is now at position ${position} of 3.`).waitFor();
        await page.locator('button[aria-expanded]:focus', { hasText: `${position}Hero` }).waitFor();
      }
      await page.keyboard.press('Enter');
      await expect.poll(() => headings(page)).toEqual(['1Hero', '2HeroPools', '3quote']);
      await page.keyboard.press('Control+c');
      await page.getByText('Copied.').waitFor();
      await page.keyboard.press('Control+v');
      await page.getByText('1 block added.').waitFor();
      await page.locator('button[aria-expanded]:focus', { hasText: '3Hero' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      // Up, down, remove.
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Hero was removed.').waitFor();
      await page.keyboard.press('Control+z');
      await save(page);
      const ids = await idsOf(id);
      expect(ids.toSpliced(2, 1)).toEqual(['a', 'c', 'b']);
      expect(ids[2]).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('the focus stays on the blocks when one of them contains a list', async () => {
      const links = [{ label: 'One' }, { label: 'Two' }];
      const { id } = await createLanding(cms(), [{ type: 'quote', id: 'q', links }, ...three]);
      const page = await open(`/admin/content/${id}`);
      await rowsOf(page).nth(1).getByRole('button', { name: 'Remove block 2, Hero' }).click();
      await page.locator('button:focus[aria-label="Remove block 2, quote"]').waitFor();
    });

    test('pastes into other items, and refuses types that the field does not have', async () => {
      const { id } = await createLanding(cms(), three);
      const other = await createLanding(cms(), [], 'Other');
      const page = await open(`/admin/content/${id}`);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy all' }).click();
      await page.getByText('Copied.').waitFor();
      await page.getByRole('button', { name: 'Paste into Notes' }).click();
      await page.getByText('Not pasted: Notes has no blocks of the type hero.').waitFor();
      await page.goto(`/admin/content/${other.id}`);
      const paste = page.getByRole('button', { name: 'Paste into Sections' });
      await paste.click();
      await expect.poll(() => rowsOf(page).count()).toBe(3);
      await page.keyboard.press('Control+z');
      await expect.poll(() => rowsOf(page).count()).toBe(0);
      await paste.click();
      await expect.poll(() => rowsOf(page).count()).toBe(3);
      await paste.click();
      // No room for more.
      await expect.poll(() => rowsOf(page).count()).toBe(6);
      expect(await page.getByRole('button', { name: 'Add to Sections' }).count()).toBe(0);
      await page.getByText('At most 6 blocks.').waitFor();
      await save(page);
      const ids = await idsOf(other.id);
      expect(new Set([...ids, 'a', 'b', 'c']).size).toBe(9);
      expect(await sectionsOf(other.id)).toMatchObject(
        [...three, ...three].map(({ id: _, ...fields }) => fields),
      );
    });

    test('adds a block below another, and pastes below it although the blocks change meanwhile', async () => {
      const { id } = await createLanding(cms(), three);
      const page = await open(`/admin/content/${id}`);
      const rows = rowsOf(page);
      await doWith(rows.nth(0), 'Add below: quote');
      await rows.nth(1).locator('textarea:focus').waitFor();
      await page.keyboard.type('Between.');
      await save(page);
      expect(await sectionsOf(id)).toMatchObject([{ id: 'a' }, { text: 'Between.' }, {}, {}]);

      // The browser asks before a page may read the clipboard.
      await page.evaluate(
        'navigator.clipboard.readText = () => new Promise((resolve) => { globalThis.answer = resolve; })',
      );
      await doWith(rows.nth(2), 'Paste below');
      await rows.nth(0).getByRole('button', { name: 'Remove block 1, Hero' }).click();
      await expect.poll(() => rows.count()).toBe(3);
      const pasted = { 'quoin-blocks': [{ type: 'quote', id: 'b', text: 'Pasted.' }] };
      await page.evaluate(`answer(${JSON.stringify(JSON.stringify(pasted))})`);
      await expect.poll(() => rows.count()).toBe(4);
      await save(page);
      expect(await sectionsOf(id)).toMatchObject([
        { text: 'Between.' },
        { id: 'b' },
        { text: 'Pasted.' },
        { id: 'c' },
      ]);
    });

    test('a mistake in a collapsed block is found from the summary', async () => {
      const { id } = await createLanding(cms(), [...three, { type: 'hero', id: 'd' }]);
      const page = await open(`/admin/content/${id}`);
      // Many blocks start collapsed.
      await expect.poll(() => headings(page)).toContain('1HeroTides');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('link', { name: 'Sections 4 Heading is missing.' }).click();
      const heading = rowsOf(page).nth(3).getByLabel('Heading');
      await expect.poll(() => heading.evaluate((field) => field.matches(':focus'))).toBe(true);
      expect(await headings(page)).toEqual([
        '1HeroTides',
        '2quoteThe sea is never still.',
        '3HeroPools',
        '4HeroNeeds a change',
      ]);
      await inspect(page, 'blocks-mistake');
      await page.keyboard.type('Found');
      await page.keyboard.press('Control+Enter');
      await expect
        .poll(async () => (await sectionsOf(id)).at(3))
        .toMatchObject({ heading: 'Found' });
    });

    test('typing goes on while blocks get their ids, and other shapes are edited as JSON', async () => {
      const { id } = await createLanding(cms(), []);
      // Stored before the field had blocks.
      const { schema } = await cms().collections.get(operator, 'landing');
      const change = (sections: unknown) =>
        cms().collections.update(operator, 'landing', {
          schema: { ...schema, properties: { ...schema.properties, sections } } as never,
        });
      await change({ type: 'json' });
      const stored = [
        { type: 'hero', heading: 'One' },
        { type: 'hero', heading: 'Two' },
        { type: 'gone', id: 'x' },
      ];
      await cms().content.update(operator, id, { data: { sections: stored } });
      await change(schema.properties['sections']);
      const page = await open(`/admin/content/${id}`);
      await page.getByText('The collection has no type of block “gone”.').waitFor();
      await rowsOf(page).nth(2).getByRole('button', { name: 'Remove block 3, gone' }).click();
      const heading = rowsOf(page).nth(1).getByLabel('Heading');
      await heading.fill('Two and');
      await expect.poll(async () => (await idsOf(id)).length).toBe(2);
      await saved(page);
      expect(await heading.evaluate((field) => field.matches(':focus'))).toBe(true);
      await page.keyboard.type(' more');
      await rowsOf(page).nth(1).getByRole('button', { name: 'Move up: block 2, Hero' }).click();
      await save(page);
      expect(await sectionsOf(id)).toMatchObject([{ heading: 'Two and more' }, { heading: 'One' }]);

      await act(page, 'JSON view');
      await page.getByLabel('Data').fill('{ "sections": { "no": "list" } }');
      await page.getByRole('button', { name: 'Form view' }).first().click();
      expect(await page.getByLabel('Sections').inputValue()).toContain('"no": "list"');
    });
  });

  test('versions are compared by the ids of blocks', async () => {
    const item = await createLanding(cms(), [
      ...three,
      { type: 'quote', id: 'd', text: 'Removed later' },
    ]);
    const [hero, quote, last] = three;
    const data = {
      sections: [
        last,
        { ...hero, heading: 'High tides' },
        quote,
        { type: 'hero', id: 'e', heading: 'Added' },
      ],
      aside: { notes: [{ type: 'quote', id: 'f', text: 'A note' }] },
    };
    await cms().content.update(operator, item.id, { data: data as never });
    const page = await open(`/admin/content/${item.id}`);
    await act(page, 'History');
    const drawer = page.getByRole('dialog', { name: 'History' });
    await drawer.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
    await drawer.getByRole('tab', { name: 'What it changed' }).click();
    const regions = drawer.locator('section[aria-label]');
    await expect
      .poll(() => regions.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))))
      .toEqual([
        'Sections, block 4, quote: removed',
        'Sections, block 1, Hero: moved',
        'Sections, block 2, Hero, Heading',
        'Sections, block 4, Hero: added',
        'Aside, Notes, block 1, quote: added',
      ]);
    await regions.nth(0).locator('pre', { hasText: 'Text: Removed later' }).waitFor();
    await regions.nth(1).locator('del', { hasText: '3' }).waitFor();
    await regions.nth(2).locator('ins', { hasText: 'High' }).waitFor();
    await inspect(page, 'blocks-history');
  });
});
