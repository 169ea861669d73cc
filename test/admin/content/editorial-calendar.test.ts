import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

withAdmin(({ open, cms }) => {
  const create = async (title: string): Promise<string> =>
    (await cms().content.create(operator, { title, collection: 'pages' })).id;

  const publishAtOf = async (id: string): Promise<number | undefined> =>
    (await cms().schedule.get(operator, id)).find(({ action }) => action === 'publish')?.at;

  describe('the calendar', () => {
    test('shows what was published beside what is planned', async () => {
      await cms().content.update(operator, await create('Tides'), { status: 'published' });
      await cms().schedule.plan(operator, await create('Flood'), {
        publishAt: Date.now() + 60_000,
      });
      const page = await open('/admin/schedule');
      const today = page.locator('td[aria-current="date"]');
      await today.getByRole('link', { name: /Published.*Tides/ }).waitFor();
      // At midnight, the change is planned for the next day.
      await page
        .getByRole('grid')
        .getByRole('link', { name: /Publish\s.*Flood/ })
        .waitFor();
      await inspect(page, 'schedule-published');

      // A past day has nothing to plan.
      await page.getByRole('button', { name: 'Previous month' }).click();
      await page.locator('td[data-day$="-15"]').click();
      const past = page.getByRole('dialog');
      await past.getByText('Nothing was published on this day.').waitFor();
      expect(await past.getByRole('button', { name: 'Choose an item' }).count()).toBe(0);
      await page.keyboard.press('Escape');

      // Whoever may not edit has the days, too, but plans nothing.
      const reader = await open('/admin/schedule', 'viewer');
      await reader.getByRole('link', { name: /Published.*Tides/ }).waitFor();
      await reader.locator('td[aria-current="date"]').focus();
      await reader.keyboard.press('Enter');
      await reader.getByRole('dialog').getByRole('link', { name: 'Tides' }).waitFor();
      expect(await reader.getByRole('button', { name: 'Choose an item' }).count()).toBe(0);
    });

    test('plans an item for a day', async () => {
      await cms().settings.update(operator, { timeZone: 'Europe/Berlin' });
      const id = await create('Tides');
      await cms().content.update(operator, await create('Old news'), { status: 'published' });
      const page = await open('/admin/schedule?month=2027-01');
      await page.getByRole('gridcell', { name: 'Wednesday, January 20, 2027' }).click();
      const day = page.getByRole('dialog', { name: 'Wednesday, January 20, 2027' });
      await day.getByRole('button', { name: 'Choose an item' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose: Item to publish' });
      await picker.getByRole('button', { name: /Tides/ }).waitFor();
      expect(await picker.getByRole('button', { name: /Old news/ }).count()).toBe(0);
      await picker.getByRole('button', { name: /Tides/ }).click();
      expect(await day.getByRole('textbox', { name: 'Publish at' }).inputValue()).toBe(
        '2027-01-20T09:00',
      );
      await inspect(page, 'schedule-plan');
      await day.getByRole('button', { name: 'Plan', exact: true }).click();
      await page.getByText(/“Tides” will be published on Jan 20, 2027/).waitFor();
      await page
        .getByRole('gridcell', { name: 'Wednesday, January 20, 2027, 1 change' })
        .getByRole('link', { name: /9:00 AM.*Publish.*Tides/ })
        .waitFor();
      expect(await publishAtOf(id)).toBe(Date.UTC(2027, 0, 20, 8));
      await page.getByRole('button', { name: 'Undo' }).click();
      await page
        .getByRole('gridcell', { name: 'Wednesday, January 20, 2027', exact: true })
        .waitFor();
      await expect.poll(() => publishAtOf(id)).toBeUndefined();
    });

    test('moves an entry by the pointer and by its menu, with undo', async () => {
      await cms().settings.update(operator, { timeZone: 'Europe/Berlin' });
      const id = await create('Tides');
      const planned = Date.UTC(2027, 2, 26, 8);
      await cms().schedule.plan(operator, id, { publishAt: planned });
      const page = await open('/admin/schedule?month=2027-03');
      const cell = (name: string) => page.getByRole('gridcell', { name });
      const drag = async (day: string): Promise<void> => {
        await page.locator('td').last().scrollIntoViewIfNeeded();
        await page.getByRole('grid').getByRole('link', { name: /Tides/ }).hover();
        await page.mouse.down();
        const box = await page.locator(`td[data-day="${day}"]`).boundingBox();
        await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { steps: 4 });
        await page.mouse.up();
      };
      await cell('Friday, March 26, 2027, 1 change').waitFor();
      // The clocks are put forward in between.
      await drag('2027-03-29');
      await cell('Monday, March 29, 2027, 1 change')
        .getByRole('link', { name: /9:00 AM.*Tides/ })
        .waitFor();
      await page.getByText(/Moved “Tides” to Mar 29, 2027/).waitFor();
      expect(await publishAtOf(id)).toBe(Date.UTC(2027, 2, 29, 7));
      expect(page.url()).toContain('/admin/schedule');
      await page.getByRole('button', { name: 'Undo' }).click();
      await cell('Friday, March 26, 2027, 1 change').waitFor();
      await expect.poll(() => publishAtOf(id)).toBe(planned);

      await page.getByRole('button', { name: 'Actions for Tides' }).click();
      await page.getByRole('button', { name: 'Move to…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move “Tides”' });
      await dialog.getByRole('textbox', { name: 'Publish at' }).fill('2020-01-01T09:00');
      await dialog.getByRole('button', { name: 'Move', exact: true }).click();
      await dialog.getByText(/is in the past/).waitFor();
      await dialog.getByRole('textbox', { name: 'Publish at' }).fill('2027-03-10T09:00');
      await inspect(page, 'schedule-move');
      await dialog.getByRole('button', { name: 'Move', exact: true }).click();
      await cell('Wednesday, March 10, 2027, 1 change').waitFor();

      // Somebody else has changed the plan: it goes back, and the reason is said.
      const elsewhere = Date.UTC(2027, 2, 17, 8);
      await page.getByText(/Moved “Tides” to Mar 10, 2027/).waitFor();
      await cms().schedule.plan(operator, id, { publishAt: elsewhere });
      await drag('2027-03-12');
      await page.getByText(/“Tides” was not moved: its schedule was changed/).waitFor();
      await cell('Wednesday, March 17, 2027, 1 change').waitFor();
      expect(await publishAtOf(id)).toBe(elsewhere);
      // A click without a drag opens the item.
      await page.getByRole('grid').getByRole('link', { name: /Tides/ }).click();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
    });
  });
});
