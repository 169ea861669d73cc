import { expect, test } from 'vitest';
import { createArticle, createArticles, dataOf } from '../../support/admin/admin-articles.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { operator } from '../../../core/index.ts';
import { markup, saved } from '../../support/admin/admin-content.ts';
import { chunks } from '../../support/media/media-world.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';

withAdmin(({ open, cms, url }) => {
  test('every field can return to no value, and nothing is stored for a field without one', async () => {
    const { id } = await createArticle(cms(), 'Full', {
      summary: 'Short',
      body: '# Pools',
      rating: 1,
      featured: false,
      day: '2026-02-28',
      time: '2026-02-28T12:00:00Z',
      kind: 'news',
      level: 'hard',
      topics: ['winter', 'coast'],
      accent: '#1a2b3c',
      related: crypto.randomUUID(),
      cover: 'https://example.org/a.png',
      settings: { a: 1 },
    });
    const page = await open(`/admin/content/${id}`);
    for (const name of ['Body', 'Rating', 'Settings', 'Day', 'Time']) {
      await page.getByLabel(name, { exact: true }).first().fill('');
    }
    await page.getByLabel('Kind').selectOption('Not chosen');
    for (const name of ['winter', 'coast']) await page.getByLabel(name).uncheck();
    for (const name of ['Related', 'Cover']) {
      await page.getByRole('button', { name: `Remove ${name}` }).click();
    }
    for (const name of ['Featured', 'Level', 'Accent']) {
      const clear = page.getByRole('button', { name: `Clear ${name}` });
      await clear.click();
      await clear.waitFor({ state: 'detached' });
      // The focus stays at the field.
      await page.locator('main :focus').waitFor();
    }
    await page.getByText('No colour', { exact: true }).waitFor();
    await inspect(page, 'editor-empty-fields');
    await page.keyboard.press('Control+s');
    await expect.poll(() => dataOf(cms(), id)).toEqual({ summary: 'Short' });

    // A colour in a short form shows its colour.
    await page.getByLabel('Accent', { exact: true }).fill('#F0ac');
    expect(await page.locator('input[type=color]').inputValue()).toBe('#ff00aa');
    // What is chosen and taken back leaves nothing.
    await page.getByLabel('easy').check();
    await page.getByRole('button', { name: 'Clear Level' }).click();
    await page.getByRole('button', { name: 'Clear Accent' }).click();
    await page.getByText(/^Saved /).waitFor();
  });

  test('whoever types on at once after moving an entry keeps the focus', async () => {
    const { id } = await createArticle(cms(), 'Tides', {
      summary: 'a',
      tags: ['one, or first', 'two'],
    });
    const page = await open(`/admin/content/${id}`);
    await page.getByRole('button', { name: 'Move Tags 2 up' }).waitFor();
    // Within one frame, as a program that fills in forms does.
    const focused = await page.evaluate(`new Promise((resolve) => {
      document.querySelector('[aria-label="Move Tags 2 up"]').click();
      document.getElementById('field-summary').focus();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.activeElement.id)));
    })`);
    expect(focused).toBe('field-summary');
    // Who does not type finds the focus in the entry.
    await page.getByRole('button', { name: 'Move Tags 2 up' }).click();
    await page.getByLabel('Tags 1', { exact: true }).and(page.locator(':focus')).waitFor();
  });

  test('a list of short texts is edited as words in a line, and nothing typed is lost', async () => {
    const { id } = await createArticle(cms(), 'Tides', { summary: 'a', tags: ['sea'] });
    const page = await open(`/admin/content/${id}`);
    const tags = page.getByLabel('Tags', { exact: true });
    const shown = page.getByRole('list', { name: 'Entries of Tags' }).getByRole('listitem');
    await tags.click();
    await page.keyboard.type('coast');
    await page.keyboard.press('Enter');
    await page.keyboard.type('limpets, tide ');
    expect(await shown.allTextContents()).toEqual(['sea', 'coast', 'limpets']);
    await page.keyboard.press('Control+s');
    await saved(page);
    // What is being typed is saved, too.
    expect(await dataOf(cms(), id)).toMatchObject({ tags: ['sea', 'coast', 'limpets', 'tide'] });
    await page.keyboard.type('pools');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    expect(await tags.inputValue()).toBe('tide pools');
    await tags.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ' and more\nrock\nsand, mud');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    });
    const after = ['sea', 'coast', 'limpets', 'tide pools and more', 'rock', 'sand', 'mud'];
    await expect.poll(() => shown.allTextContents()).toEqual(after);

    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Remove mud' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByText('mud is now at position 6 of 7.').waitFor();
    await page.getByRole('button', { name: 'Remove mud' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('mud was removed.').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await inspect(page, 'editor-chips');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect((await dataOf(cms(), id))['tags']).toEqual(after.toSpliced(5, 2, 'mud', 'sand'));
  });

  test('an e-mail address is stored as it is typed', async () => {
    const properties = { mail: { type: 'email', title: 'Mail' } };
    const schema = { type: 'object', properties };
    await cms().collections.create(operator, { name: 'people', displayName: 'People', schema });
    const { id: collectionId } = await cms().collections.get(operator, 'people');
    const data = { mail: 'info@straße.de' };
    const { id } = await cms().content.create(operator, { collectionId, title: 'Ada', data });
    const page = await open(`/admin/content/${id}`);
    await page.getByLabel('Mail').press('End');
    await page.keyboard.type('r');
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved /).waitFor();
    expect(await dataOf(cms(), id)).toEqual({ mail: 'info@straße.der' });
  });

  test('an image is picked from the library, or uploaded first', async () => {
    const { key } = await cms().media.upload(operator, {
      originalName: 'harbour.png',
      body: chunks(paintedPng(90, 60)),
      folder: () => 'blog',
    });
    await cms().media.upload(operator, {
      originalName: 'prices.txt',
      body: chunks(new TextEncoder().encode('A text is no image')),
      folder: () => undefined,
    });
    const item = await createArticle(cms(), 'With a cover', { summary: 's' });
    const page = await open(`/admin/content/${item.id}`);
    const cover = page.getByLabel('Cover', { exact: true });
    const choose = page.getByRole('button', { name: 'Choose a file' });
    await choose.click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByRole('button', { name: 'harbour.png' }).waitFor();
    expect(await picker.getByText('prices.txt').count()).toBe(0);
    const shown = 'document.querySelector("dialog img")?.naturalWidth';
    await expect.poll(() => page.evaluate(shown), { timeout: 15_000 }).toBeGreaterThan(0);
    await inspect(page, 'editor-media-picker');
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    expect(await cover.inputValue()).toBe('');
    await choose.click();
    await picker.getByRole('button', { name: 'harbour.png' }).click();
    await picker.waitFor({ state: 'detached' });
    expect(await cover.inputValue()).toBe(`${url()}/files/${key}`);

    await page.getByRole('button', { name: 'Change' }).click();
    const chooser = page.waitForEvent('filechooser');
    await picker.getByRole('button', { name: 'Upload', exact: true }).click();
    await (
      await chooser
    ).setFiles({
      name: 'pool.png',
      mimeType: 'image/png',
      buffer: Buffer.from(paintedPng(80, 60, [9, 9, 9])),
    });
    await picker.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await saved(page);
    const [pool] = await cms().media.list(operator, { limit: 1 });
    expect(pool?.originalName).toBe('pool.png');
    expect((await dataOf(cms(), item.id))['cover']).toBe(`${url()}/files/${pool?.key}`);
  });

  test('another item is found by its title on the server, referred to, and removed', async () => {
    const { id: collectionId } = await createArticles(cms());
    const create = (title: string, related?: string) =>
      cms().content.create(operator, {
        collectionId,
        title,
        data: { summary: 's', ...(related !== undefined && { related }) },
      });
    const target = await create(`${markup} in the harbour`);
    for (let number = 1; number <= 25; number += 1) await create(`Note ${number}`);
    const broken = '0b7ad2f0-1f3c-4f5e-8a7d-2f6c3b1a9e80';
    const item = await create('Refers', broken);
    const page = await open(`/admin/content/${item.id}`);
    await page.getByText(`Broken: no item has the id ${broken}`).waitFor();
    const lists: string[] = [];
    page.on('request', (request) => {
      if (/summaries\?.*limit=20/.test(request.url())) lists.push(request.url());
    });
    await page.getByRole('button', { name: 'Related', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Choose: Related' });
    const found = picker.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await expect.poll(() => found.count()).toBe(20);
    // After the timers that the dialog has set.
    await page.evaluate('new Promise((done) => setTimeout(done, 150))');
    expect(await picker.getByText('in the harbour').count()).toBe(0);
    await page.keyboard.type('nothing like it');
    await picker.getByText('No item has this title.').waitFor();
    await picker.getByLabel('Find by title').fill('HARB');
    await expect.poll(() => found.count()).toBe(1);
    expect(lists).toHaveLength(1);
    await inspect(page, 'editor-reference-picker');
    await found.getByRole('button').click();
    await page.getByRole('link', { name: target.title }).waitFor();
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 's', related: target.id });
    await page.getByRole('button', { name: 'Remove Related' }).click();
    await page.keyboard.press('Control+s');
    await expect.poll(() => dataOf(cms(), item.id)).toEqual({ summary: 's' });
  });
});
