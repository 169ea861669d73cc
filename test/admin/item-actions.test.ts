import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createArticle, createArticles, dataOf } from '../support/admin/admin-articles.ts';
import { idOfNewItem, saved } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { act, actionNames } from '../support/admin/editor-page.ts';

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
      (await cms().content.get(operator, { id, client: 'test' })).value.status;
    expect(await status()).toBe('draft');

    const labels = async () => (await actionNames(page)).slice(3);
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
    expect(await body.inputValue()).toBe('**one** _two_');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect((await dataOf(cms(), item.id))['body']).toBe('**one** _two_');
  });
});
