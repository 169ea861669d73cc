import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

const schema = {
  type: 'object',
  properties: {
    dek: { type: 'textarea', title: 'Standfirst' },
    lead: { type: 'media', title: 'Lead picture' },
    day: { type: 'date', title: 'Date' },
    featured: { type: 'boolean', title: 'Featured' },
    body: { type: 'markdown', title: 'Body' },
    sections: {
      type: 'blocks',
      title: 'Sections',
      blocks: {
        text: { title: 'Text', properties: { words: { type: 'markdown', title: 'Words' } } },
        photo: {
          title: 'Photo',
          properties: {
            caption: { type: 'textarea', title: 'Caption' },
            image: { type: 'media', title: 'Image' },
          },
        },
      },
    },
  },
};

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

withAdmin(({ open, cms }) => {
  test('the text of an item begins high, and what belongs together stands side by side', async () => {
    await cms().collections.create(operator, { name: 'posts', displayName: 'Posts', schema });
    const { id } = await cms().content.create(operator, {
      collection: 'posts',
      title: 'Pools',
      data: { sections: [{ type: 'text' }, { type: 'photo' }] },
    });
    const page = await open(`/admin/content/${id}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const text = page.getByRole('textbox', { name: 'Body' });
    await text.and(page.locator('.cm-content')).waitFor();
    const [body, day] = [await boxOf(text), await boxOf(page.getByLabel('Date'))];
    expect(body.y).toBeLessThan(900 / 2);
    expect(day.x).toBeGreaterThan(body.right);
    const side = page.getByRole('complementary', { name: 'About this item' });
    await side.getByRole('button', { name: 'Choose a file' }).waitFor();

    const words = page.getByRole('textbox', { name: 'Words' });
    expect((await boxOf(words)).height).toBeLessThan(160);
    expect(body.height).toBeGreaterThan(400);
    const photo = page.getByRole('group', { name: 'Photo' });
    const choose = await boxOf(photo.getByRole('button', { name: 'Choose a file' }));
    const caption = await boxOf(photo.getByLabel('Caption'));
    expect(caption.x).toBeGreaterThan(choose.right);
    expect(Math.abs(caption.y - choose.y)).toBeLessThan(20);

    const frameOf = (): Promise<string> =>
      page.getByLabel('Standfirst').evaluate((field) => getComputedStyle(field).borderTopColor);
    expect(await frameOf()).toBe('rgba(0, 0, 0, 0)');
    await page.getByLabel('Standfirst').hover();
    expect(await frameOf()).not.toBe('rgba(0, 0, 0, 0)');
    await page.getByLabel('Standfirst').fill('What lives there');
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved \d/).waitFor();
    const weightOf = (name: string): Promise<string> =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((button) => getComputedStyle(button).fontWeight);
    expect([await weightOf('Save'), await weightOf('Publish')]).toEqual(['500', '600']);
    await inspect(page, 'item-layout');

    // Where there is one column, the fields have the order of the schema.
    await page.setViewportSize({ width: 900, height: 900 });
    await expect
      .poll(async () => (await boxOf(page.getByLabel('Date'))).y)
      .toBeLessThan((await boxOf(text)).y);
    expect((await boxOf(photo.getByLabel('Caption'))).right).toBeLessThanOrEqual(900);

    // The bar of the form is at the bottom, and its menu above it.
    await page.setViewportSize({ width: 768, height: 900 });
    await page.getByRole('button', { name: 'More actions' }).click();
    const menu = await boxOf(page.getByRole('navigation', { name: 'Actions' }));
    expect(menu.bottom).toBeLessThan(900);

    // With the notice about drafts, too, phones have three quarters of the height for the form.
    await page.keyboard.press('Escape');
    const height = 740;
    await page.setViewportSize({ width: 360, height });
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('Drafts are public').waitFor();
    const main = page.getByRole('main').locator('> *');
    const form = (await boxOf(main.nth(1))).y;
    const bar = (await boxOf(page.getByRole('button', { name: 'More actions' }))).y;
    expect(bar - form).toBeGreaterThan((3 / 4) * height - 10);
  });
});
