import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { openParts, panelOf } from '../../support/admin/builder-page.ts';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City' },
    country: { type: 'string', title: 'Country' },
    note: { type: 'textarea', title: 'Note' },
    body: { type: 'markdown', title: 'Body' },
    place: {
      type: 'object',
      title: 'Coordinates',
      properties: {
        north: { type: 'number', title: 'North', width: 'third' },
        east: { type: 'number', title: 'East', width: 'third' },
        height: { type: 'number', title: 'Height', width: 'third' },
      },
    },
  },
  required: ['note'],
};

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return { ...box, right: box.x + box.width };
};

/** Whether controls stand beside each other, in this order. */
const shareRow = async (controls: readonly Locator[]): Promise<boolean> => {
  const boxes = await Promise.all(controls.map(boxOf));
  return boxes.every((box, index) => {
    const before = boxes[index - 1];
    return before === undefined || (box.x > before.right && Math.abs(box.y - before.y) < 2);
  });
};

withAdmin(({ open, cms }) => {
  test('narrow fields share a row, and a field at the side is a full member of the form', async () => {
    await cms().collections.create(operator, { name: 'places', displayName: 'Places', schema });
    const builder = await open('/admin/collections/places');
    for (const name of ['City', 'Country']) {
      await builder.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      const panel = panelOf(builder, name);
      await openParts(panel);
      await panel.getByLabel('Width').selectOption({ label: 'Half' });
    }
    await builder.getByRole('button', { name: /^Note/ }).click();
    const note = panelOf(builder, 'Note');
    await openParts(note);
    await note.getByLabel('Place').selectOption({ label: 'At the side' });
    await inspect(builder, 'builder-layout');
    await builder.keyboard.press('Control+s');
    await builder.getByText('The collection is saved.').waitFor();
    const { properties } = (await cms().collections.get(operator, 'places')).schema;
    expect(properties).toMatchObject({
      city: { width: 'half' },
      country: { width: 'half' },
      note: { place: 'side' },
    });
    expect(Object.keys(properties['note'] ?? {})).not.toContain('width');

    // Fields inside of others have no place of their own.
    await builder.getByRole('button', { name: /^Coordinates/ }).click();
    await builder.getByRole('button', { name: /^North/ }).click();
    const north = panelOf(builder, 'North');
    await openParts(north);
    expect(await north.getByLabel('Width').inputValue()).toBe('third');
    expect(await north.getByLabel('Place').count()).toBe(0);

    const { id } = await cms().content.create(operator, { collection: 'places', title: 'Cove' });
    const page = await open(`/admin/content/${id}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const side = page.getByRole('complementary', { name: 'About this item' });
    await side.getByLabel('Note').waitFor();
    const halves = [page.getByLabel('City'), page.getByLabel('Country')];
    const thirds = ['North', 'East', 'Height'].map((name) => page.getByLabel(name));
    expect([await shareRow(halves), await shareRow(thirds)]).toEqual([true, true]);
    const [half, body] = [
      await boxOf(page.getByLabel('City')),
      await boxOf(page.getByRole('textbox', { name: 'Body' })),
    ];
    expect(half.width).toBeLessThan(body.width / 2);

    // The summary of mistakes leads to the side.
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('alert').getByRole('link', { name: /^Note/ }).click();
    const text = side.getByLabel('Note');
    await expect.poll(() => text.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    await inspect(page, 'item-widths');

    await page.setViewportSize({ width: 768, height: 900 });
    expect([await shareRow(halves), await shareRow(thirds)]).toEqual([true, true]);
    // Here it follows the others.
    const after = page.getByRole('main').getByLabel('Note');
    expect((await boxOf(after)).y).toBeGreaterThan((await boxOf(page.getByLabel('Height'))).y);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect
      .poll(async () => (await boxOf(page.getByLabel('City'))).width)
      .toBe((await boxOf(page.getByLabel('Country'))).width);
    expect(await shareRow(halves)).toBe(false);
    const rows = await Promise.all(halves.map(boxOf));
    expect(rows[0]?.width).toBeGreaterThan(300);
    await inspect(page, 'item-widths-narrow');
  });
});
