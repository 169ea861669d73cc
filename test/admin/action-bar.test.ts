import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { idOfNewItem, notes, writeItems } from '../support/admin/admin-content.ts';
import { withAdmin } from '../support/admin/admin-world.ts';
import { act, actionNames } from '../support/admin/editor-page.ts';

withAdmin(({ open, cms, url }) => {
  const rightEdge = async (locator: Locator): Promise<number> => {
    const { x = 0, width = 0 } = (await locator.boundingBox()) ?? {};
    return Math.round(x + width);
  };

  const isInView = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

  const scrollTo = (page: Page, top: number): Promise<void> => page.evaluate(`scrollTo(0, ${top})`);

  const top = (page: Page): Promise<number> => page.evaluate<number>('Math.round(scrollY)');

  test('the bar of an item stays in sight, and is as wide as the content', async () => {
    const { id } = await createArticle(cms(), 'Tidal pools', { summary: 'What lives there' });
    await cms().content.update(operator, id, { status: 'published' });
    const page = await open(`/admin/content/${id}`);
    await page.setViewportSize({ width: 1920, height: 900 });
    await page.getByRole('heading', { level: 1, name: 'Tidal pools' }).waitFor();
    expect(await page.getByRole('button', { name: /^(?:Save|Publish)/ }).count()).toBe(0);
    await page.getByLabel('Summary').fill('What lives in them');
    const publish = page.getByRole('button', { name: 'Publish changes' });
    const side = page.getByRole('complementary', { name: 'About this item' });
    expect(await rightEdge(publish)).toBe(await rightEdge(side));

    const passing = page.locator('strong', { hasText: 'Tidal pools' });
    expect(await passing.count()).toBe(0);
    await scrollTo(page, 5000);
    await passing.waitFor();
    expect(await isInView(publish)).toBe(true);
    await page.setViewportSize({ width: 360, height: 740 });
    await scrollTo(page, 5000);
    expect(await isInView(publish)).toBe(true);
    await page.getByRole('button', { name: 'About this item' }).click();
    const details = page.getByRole('dialog', { name: 'About this item' });
    await details.getByText('Published', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await act(page, 'Unpublish');
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  });

  test('a new item begins in its title, which stays one line, and can be duplicated', async () => {
    const page = await open('/admin/content/new?collection=pages');
    const title = page.getByLabel('Title (required)');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('item-title');
    expect(await actionNames(page)).toEqual(['JSON view']);
    await title.focus();
    await page.keyboard.type('Tides');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(' and\nmoons');
    expect(await title.inputValue()).toBe('Tides and moons');
    await page.keyboard.press('Control+s');
    const id = await idOfNewItem(page);
    await act(page, 'Duplicate');
    const copy = await idOfNewItem(page, id);
    await page.getByRole('heading', { level: 1, name: 'Tides and moons (copy)' }).waitFor();
    const { value: item } = await cms().content.get(operator, { id: copy, client: 'a test' });
    expect([item.title, item.status]).toEqual(['Tides and moons (copy)', 'draft']);
  });

  test('the way back leads to the list as it was left', async () => {
    await writeItems(cms(), notes(52));
    const page = await open('/admin/content?collection=pages&status=draft');
    await page.getByRole('link', { name: 'Note 52' }).waitFor();
    await scrollTo(page, 1000);
    await page.getByRole('link', { name: 'Note 30' }).click();
    await page.getByRole('heading', { level: 1, name: 'Note 30' }).waitFor();
    expect(await top(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => top(page)).toBe(1000);

    await page.getByRole('link', { name: 'Note 30' }).click();
    await page.getByRole('link', { name: 'Next item of the list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Note 29' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Previous item of the list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Note 30' }).waitFor();
    const list = `${url()}/admin/content?collection=pages&status=draft`;
    const rail = page.getByRole('navigation', { name: 'Screens' });
    const content = rail.getByRole('link', { name: 'Content' });
    expect(new URL((await content.getAttribute('href')) ?? '', url()).href).toBe(list);
    await page.getByRole('main').getByRole('link', { name: 'Pages' }).click();
    await expect.poll(() => top(page)).toBe(1000);
    expect(page.url()).toBe(list);
    // On the list itself, the link shows everything.
    expect(await content.getAttribute('href')).toBe('/admin/content');
  });
});
