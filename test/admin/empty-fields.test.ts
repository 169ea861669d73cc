import { expect, test } from 'vitest';
import { createArticle, dataOf } from '../support/admin/admin-articles.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
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
});
