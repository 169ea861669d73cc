import { expect, test } from 'vitest';
import { fieldTypes } from '../../../core/vocabulary.ts';
import type { FieldDto } from '../../../contracts/schemas/collection-schema.ts';
import {
  sketchOf,
  sketchSize,
} from '../../../adapters/admin/screens/editor/fields/blocks/sketch.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { createLanding, rowsOf } from '../../support/admin/admin-blocks.ts';

const many: FieldDto = {
  type: 'object',
  properties: Object.fromEntries(fieldTypes.map((type) => [type, { type }])),
};

test.each(fieldTypes)(
  'the sketch of a block with a field of the type %s fits on the sheet',
  (type) => {
    for (const field of [{ type }, { ...many, type: 'object' as const }]) {
      for (const others of [{}, { photo: { type: 'media' as const } }, many.properties]) {
        const marks = sketchOf({ field, ...others });
        expect(marks.length).toBeGreaterThan(0);
        for (const { x, y, width, height } of marks) {
          expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(sketchSize.width);
          expect(y + height).toBeLessThanOrEqual(sketchSize.height);
        }
      }
    }
  },
);

test('the only picture of a block stands beside the first of its other fields', () => {
  const marks = sketchOf({ title: { type: 'string' }, photo: { type: 'media' } });
  const [hills, title] = ['hills', 'solid'].map((look) => marks.find((mark) => mark.look === look));
  expect(title?.x).toBeGreaterThan((hills?.x ?? NaN) + (hills?.width ?? NaN));
  expect(sketchOf({})).toEqual([]);
});

withAdmin(({ open, cms }) => {
  test('the menu of blocks shows a sketch of each type, in tiles', async () => {
    const { id } = await createLanding(cms(), []);
    const page = await open(`/admin/content/${id}`);
    await page.getByRole('button', { name: 'Add to Sections' }).click();
    const menu = page.getByRole('navigation', { name: 'Types of blocks for Sections' });
    const tiles = menu.getByRole('button');
    expect(await tiles.allTextContents()).toEqual(['Hero', 'quote']);
    expect(await tiles.locator('svg[aria-hidden=true]').count()).toBe(2);
    const boxes = await Promise.all([0, 1].map((index) => tiles.nth(index).boundingBox()));
    expect(boxes[1]?.y).toBe(boxes[0]?.y);
    await inspect(page, 'block-sketches');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await rowsOf(page).filter({ hasText: 'quote' }).waitFor();

    // The builder shows the same.
    const builder = await open('/admin/collections/landing');
    await builder.getByRole('button', { name: /^Sections/ }).click();
    const types = builder.getByRole('list', { name: 'Types of blocks of Sections' });
    await types.getByText('Hero', { exact: true }).scrollIntoViewIfNeeded();
    expect(await types.locator('svg[data-sketch]').count()).toBe(2);
    await inspect(builder, 'builder-sketches');
  });
});
