import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { createArticle, createArticles, dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem, saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { showMode } from '../../support/admin/open-text.ts';

withAdmin(({ open, cms, tolerate }) => {
  const createItem = (title: string, data?: Record<string, unknown>) =>
    createArticle(cms(), title, data);

  const stored = async (id: string) =>
    (await cms().content.readItem(operator, { of: { id }, client: 'a test' })).value.item;

  test('a new item: every type of field, a slug that follows the title, then published', async () => {
    await createArticles(cms());
    const page = await open('/admin/content/new?collection=articles');
    const slug = () => page.getByLabel('Slug').inputValue();
    await page.getByLabel('Title (required)').fill('tide '.repeat(86));
    await expect.poll(slug).toBe(`${'tide-'.repeat(39)}tide`);
    await page.getByLabel('Title (required)').fill('!');
    await page.getByText('Must contain a letter or a digit.').waitFor();
    await page.getByLabel('Title (required)').fill('Tidal Pools');
    await expect.poll(slug).toBe('tidal-pools');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Summary is missing.' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('field-summary');
    await page.getByLabel('Summary').fill('What lives there');
    await page.getByRole('textbox', { name: 'Body' }).fill('# Pools\n\nWater.');
    await page.getByLabel('Rating').fill('4.5');
    await page.getByLabel('Featured').check();
    await page.getByLabel('Day').fill('2026-02-28');
    await page.getByLabel('Kind').selectOption('essay');
    await page.getByLabel('hard').check();
    await page.getByLabel('winter').check();
    await page.getByLabel('Accent', { exact: true }).fill('#1a2b3c');
    await page.getByLabel('Tags', { exact: true }).fill('two, one');
    await page.getByLabel('Name').fill('Brest');
    await page.getByLabel('Settings').fill('{"a": [1, 2]}');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Published', { exact: true }).waitFor();
    const id = await idOfNewItem(page);
    const item = await stored(id);
    expect([item.status, item.slug]).toEqual(['published', 'tidal-pools']);
    expect(await dataOf(cms(), id)).toEqual({
      summary: 'What lives there',
      body: '# Pools\n\nWater.',
      rating: 4.5,
      featured: true,
      day: '2026-02-28',
      kind: 'essay',
      level: 'hard',
      topics: ['winter'],
      accent: '#1a2b3c',
      tags: ['two', 'one'],
      place: { name: 'Brest' },
      settings: { a: [1, 2] },
    });
    await page.getByLabel('Title (required)').fill('Another title');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('dialog', { name: 'Change the published text?' })
      .getByRole('button', { name: 'Publish changes' })
      .click();
    await page.getByText('Changes published.').waitFor();
    expect((await stored(id)).slug).toBe('tidal-pools');
    await page.setViewportSize({ width: 1280, height: 2600 });
    await inspect(page, 'editor');
  });

  describe('a conflict', () => {
    test('keeps my text, takes over theirs, and asks about what both changed', async () => {
      const item = await createItem('Shared', { summary: 'old', body: 'old', kind: 'news' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('mine');
      await page.getByRole('textbox', { name: 'Body' }).fill('my body');
      await page.getByLabel('Rating').fill('3');
      await cms().content.update(operator, item.id, {
        title: 'Their title',
        data: { summary: 'theirs', body: 'their body', kind: 'essay', unknown: 'kept' },
      });
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.waitFor();
      await dialog.getByText('theirs', { exact: true }).waitFor();
      await inspect(page, 'editor-conflict');
      const conflict = (name: string) => dialog.getByRole('group', { name });
      await conflict('Summary').getByLabel('Keep mine').check();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await conflict('Body').getByRole('button', { name: 'Copy' }).first().click();
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('my body');
      await conflict('Body').getByLabel('Take theirs').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({
        summary: 'mine',
        body: 'their body',
        kind: 'essay',
        unknown: 'kept',
        rating: 3,
      });
      expect((await stored(item.id)).title).toBe('Their title');
    });

    test('a deleted item can become a new one', async () => {
      const item = await createItem('Gone', { summary: 'old' });
      const page = await open(`/admin/content/${item.id}`);
      await page.getByLabel('Summary').fill('mine');
      await cms().content.delete(operator, item.id);
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Make it a new item' }).click();
      await page.keyboard.press('Control+s');
      await saved(page);
      const id = await idOfNewItem(page, item.id);
      expect(await dataOf(cms(), id)).toEqual({ summary: 'mine' });
    });
  });

  test('a session that ends while typing asks for the password over the form', async () => {
    const item = await createItem('Session', { summary: 'old' });
    const page = await open(`/admin/content/${item.id}`);
    await page.getByLabel('Summary').fill('typed');
    await page.context().clearCookies();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill('wrong password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('The password is wrong').waitFor();
    await inspect(page, 'session-ended');
    await dialog.getByLabel('Password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await saved(page);
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 'typed' });
  });

  test('a date in an unusual form is edited as text, and saved from the keyboard', async () => {
    const item = await createItem('Dates', { summary: 's', time: '2026-02-28T12:00:30.5Z' });
    const page = await open(`/admin/content/${item.id}`);
    await page.getByLabel('Time').fill('2026-02-28T12:00:31.5Z');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 's', time: '2026-02-28T12:00:31.5Z' });
  });

  test('Markdown is stored byte for byte; the preview runs nothing', async () => {
    const body =
      '# One\r\n\r\n* a\r\n\t+ b\r\n\r\n<img src=/files/x alt="" onerror="document.title=1"> {{ liquid }}\r\n';
    const item = await createItem('Bytes', { summary: 's', body });
    // The sanitizer parses the handler in a document that cannot run it.
    tolerate(/^Executing inline event handler/);
    const page = await open(`/admin/content/${item.id}`);
    await showMode(page, 'source');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'One' }).waitFor();
    const image = page.getByRole('region', { name: 'Body: preview' }).locator('img');
    expect(await image.getAttribute('onerror')).toBeNull();
    await inspect(page, 'editor-preview');
    await page.getByRole('button', { name: 'Preview' }).click();
    const area = page.getByRole('textbox', { name: 'Body' });
    await area.press('Control+End');
    await area.pressSequentially('end');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect((await dataOf(cms(), item.id))['body']).toBe(`${body}end`);
  });

  test('a viewer sees the same form, and can change nothing', async () => {
    const item = await createItem('Read only', { summary: 'old' });
    const page = await open(`/admin/content/${item.id}`, 'viewer');
    await page.getByText('Your role does not include editing it').waitFor();
    expect(await page.getByLabel('Summary').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Save|Publish|Delete|Archive/ }).count()).toBe(0);
  });
});
