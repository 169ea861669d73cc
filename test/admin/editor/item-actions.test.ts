import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, createArticles, dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem, notes, saved, writeItems } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act, actionNames } from '../../support/admin/editor-page.ts';
import { sourceOf } from '../../support/admin/open-text.ts';

withAdmin(({ open, cms, url }) => {
  test('an incomplete draft is saved, archived, brought back and deleted', async () => {
    const { id: collectionId } = await createArticles(cms());
    await cms().content.create(operator, { collectionId, title: 'Taken', data: {} });
    const page = await open('/admin/content/new?collection=articles');
    await page.getByLabel('Title (required)').fill('Half done');
    await page.getByLabel('Slug').fill('taken');
    await page.getByText(/^Taken\. taken-\S+ is free\.$/).waitFor();
    await page.getByLabel('Slug').fill('Not Yet');
    await page.getByText('Free. It will be stored as not-yet.').waitFor();
    await page.keyboard.press('Control+s');
    const id = await idOfNewItem(page);
    const status = async () =>
      (await cms().content.readItem(operator, { of: { id }, client: 'test' })).value.item.status;
    expect(await status()).toBe('draft');

    const labels = async () => (await actionNames(page)).slice(6);
    await expect.poll(labels).toEqual(['Archive', 'Delete']);
    await act(page, 'Archive');
    await expect.poll(labels).toEqual(['Unarchive', 'Delete']);
    expect(await status()).toBe('archived');
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await act(page, 'Unarchive');
    await expect.poll(labels).toEqual(['Archive', 'Delete']);
    expect(await status()).toBe('draft');

    await act(page, 'Delete');
    const question = page.getByRole('dialog', { name: 'Delete “Half done”?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/admin/content?collection=articles');
    await expect(status()).rejects.toThrow();
  });

  test('the API panel shows the requests that read an item, and the response', async () => {
    const item = await createArticle(cms(), 'Shown', { summary: 's' });
    await cms().content.update(operator, item.id, { status: 'published' });
    const page = await open(`/admin/content/${item.id}`);
    await act(page, 'Show the API');
    const panel = page.getByRole('dialog', { name: 'This item in the API' });
    const bySlug = `${url()}/api/collections/articles/content/shown`;
    await panel.getByText(`GET ${url()}/api/content/${item.id}`).waitFor();
    await panel.getByText(`curl '${bySlug}'`).waitFor();
    await panel.getByText('await fetch(').waitFor();
    const { data } = (await (await fetch(bySlug)).json()) as { data: object };
    const shown = await panel.getByText('"data": {').textContent();
    expect(JSON.parse(shown ?? '')).toEqual({ data });
    await inspect(page, 'editor-api');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('Markdown is formatted with the toolbar and from the keyboard', async () => {
    const item = await createArticle(cms(), 'Formatted', { summary: 's', body: 'one two' });
    const page = await open(`/admin/content/${item.id}`);
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.press('Control+Home');
    for (let step = 0; step < 3; step += 1) await body.press('Shift+ArrowRight');
    const toolbar = page.getByRole('toolbar', { name: 'Body: formatting' });
    await toolbar.getByRole('button', { name: 'Bold' }).click();
    await body.press('Control+End');
    for (let step = 0; step < 3; step += 1) await body.press('Shift+ArrowLeft');
    await body.press('Control+i');
    expect(await sourceOf(body)).toBe('**one** _two_');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect((await dataOf(cms(), item.id))['body']).toBe('**one** _two_');
  });

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

  test('on a phone, everything around the form takes at most a quarter of the height', async () => {
    const { id } = await createArticle(cms(), 'Tidal pools', { summary: 'What lives there' });
    const page = await open(`/admin/content/${id}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText('Drafts are public').waitFor();
    const title = await page.getByLabel('Title (required)').boundingBox();
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    const visible = await publish.evaluate((button) => {
      let bar = button.parentElement;
      while (bar !== null && getComputedStyle(bar).position !== 'fixed') bar = bar.parentElement;
      return bar?.getBoundingClientRect().top ?? 0;
    });
    const header = await page.locator('#main > div').first().boundingBox();
    const above = (header?.y ?? 740) + (header?.height ?? 0);
    expect(title?.y).toBeGreaterThan(above);
    expect(above + 740 - visible).toBeLessThanOrEqual(740 / 4);
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Summary').fill('What lives in them');
    await act(page, 'Save');
    await saved(page);
    expect(await dataOf(cms(), id)).toMatchObject({ summary: 'What lives in them' });
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
    const {
      value: { item },
    } = await cms().content.readItem(operator, { of: { id: copy }, client: 'a test' });
    expect([item.title, item.status]).toEqual(['Tides and moons (copy)', 'draft']);
  });

  test('the way back leads to the list as it was left', async () => {
    await writeItems(cms(), notes(52));
    const page = await open('/admin/content?collection=pages&status=draft');
    await page.getByRole('link', { name: 'Note 52' }).waitFor();
    // If it comes after the list, 48 px above it, the browser scrolls as far, so that the list stays in its place.
    await page.getByRole('group', { name: 'Filters and columns' }).waitFor();
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
    const content = rail.getByRole('link', { name: 'Content', exact: true });
    expect(new URL((await content.getAttribute('href')) ?? '', url()).href).toBe(list);
    await page.getByRole('main').getByRole('link', { name: 'Pages' }).click();
    await expect.poll(() => top(page)).toBe(1000);
    expect(page.url()).toBe(list);
    // On the list itself, the link shows everything.
    expect(await content.getAttribute('href')).toBe('/admin/content');
  });
});
