import { describe, expect, test } from 'vitest';
import { operator, type Actor } from '../../../core/index.ts';
import { addMonths, sameDayIn, weeksOf } from '../../../adapters/admin/schedule/days.ts';
import { createArticle } from '../../support/admin/admin-articles.ts';
import { longTitle, markup, namedUser } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { failToPublish } from '../../support/admin/failed-change.ts';

test('a month has whole weeks, from the first day of the week', () => {
  const weeks = weeksOf('2027-02', 1);
  expect(weeks.map((days) => days.length)).toEqual([7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2027-02-01', '2027-02-28']);
  const fromSunday = weeksOf('2026-11', 7);
  expect([fromSunday[0]?.[0], fromSunday.at(-1)?.at(-1)]).toEqual(['2026-11-01', '2026-12-05']);
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28');
});

withAdmin(({ open, cms }) => {
  const plan = async (
    title: string,
    publishAt: number,
    actor: Actor = operator,
  ): Promise<string> => {
    const { id } = await cms().content.create(actor, { title, collection: 'pages' });
    await cms().schedule.plan(actor, id, { publishAt });
    return id;
  };

  describe('the schedule', () => {
    test('shows a month and a list in the zone of the site, and what failed', async () => {
      await cms().settings.update(operator, { timeZone: 'Pacific/Auckland' });
      const page = await open('/admin/schedule');
      await page.getByRole('heading', { name: 'Nothing is planned' }).waitFor();
      await page.getByText('With the API').click();
      await page.getByText('/schedule').last().waitFor();
      await inspect(page, 'schedule-empty');

      // 23:00 in UTC is the next day at noon.
      const evening = Date.UTC(2027, 0, 14, 23);
      await plan('Tides', evening);
      await plan(markup, evening + 60_000);
      for (const title of [longTitle, 'Ebb', 'Flood']) await plan(title, evening + 120_000);
      const broken = await createArticle(cms(), 'Broken');
      await failToPublish(cms(), broken.id);
      await page.goto('/admin/schedule?month=2027-01');
      await page.getByText('the time zone of the site: Pacific/Auckland.').waitFor();
      const day = page.getByRole('gridcell', { name: 'Friday, January 15, 2027, 5 changes' });
      await day.getByRole('link', { name: /12:00 PM.*Publish.*Tides/ }).waitFor();
      expect(await day.getByRole('link').count()).toBe(3);
      const failed = page.getByRole('region', { name: 'Failed' });
      await failed.getByText('Summary is missing.').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await inspect(page, 'schedule');
      await day.getByRole('button', { name: '2 more' }).click();
      const opened = page.getByRole('dialog', { name: 'Friday, January 15, 2027' });
      await opened.getByRole('link', { name: 'Flood' }).waitFor();
      await page.keyboard.press('Escape');

      // On phones, the month is a list.
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('list', { name: 'January 2027' }).waitFor();
      expect(await page.getByRole('grid').count()).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });

      const list = page.getByRole('region', { name: 'Planned' });
      await list.getByRole('button', { name: 'Cancel: Publish Ebb' }).click();
      await page.getByText('The publication was cancelled.').waitFor();
      await list.getByRole('link', { name: 'Ebb' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await list.getByRole('link', { name: 'Ebb' }).waitFor();
      await failed.getByRole('button', { name: 'Remove this message: Broken' }).click();
      await failed.waitFor({ state: 'detached' });
    });

    test('is used with the keyboard: from day to day, from month to month, and into a day', async () => {
      await plan('Tides', Date.UTC(2027, 0, 15, 9));
      const page = await open('/admin/schedule?month=2027-01');
      const grid = page.getByRole('grid', { name: 'January 2027' });
      const focused = (name: string) =>
        page.locator('td:focus').and(page.getByRole('gridcell', { name })).waitFor();
      await page.getByRole('button', { name: 'Next month' }).focus();
      await page.keyboard.press('Tab');
      await focused('Friday, January 1, 2027');
      for (const [key, name] of [
        ['ArrowLeft', 'Thursday, December 31, 2026'],
        ['PageDown', 'Sunday, January 31, 2027'],
        ['PageDown', 'Sunday, February 28, 2027'],
        ['PageUp', 'Thursday, January 28, 2027'],
        ['Home', 'Sunday, January 24, 2027'],
        ['End', 'Saturday, January 30, 2027'],
        ['ArrowUp', 'Saturday, January 23, 2027'],
        ['ArrowDown', 'Saturday, January 30, 2027'],
        ['ArrowRight', 'Sunday, January 31, 2027'],
      ] as const) {
        await page.keyboard.press(key);
        await focused(name);
      }
      expect(page.url()).toContain('month=2027-01');
      for (let step = 0; step < 16; step += 1) await page.keyboard.press('ArrowLeft');
      await focused('Friday, January 15, 2027, 1 change');
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'Friday, January 15, 2027' })
        .getByRole('link', { name: 'Tides' })
        .waitFor();
      await page.keyboard.press('Escape');
      await focused('Friday, January 15, 2027, 1 change');
      await grid.getByRole('link', { name: /Tides/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Previous month' }).click();
      await page.getByRole('heading', { name: 'December 2026' }).waitFor();
    });

    test('is there for everybody; only who may edit an item cancels its changes', async () => {
      const author = await namedUser(cms(), 'author', 'Ada');
      await plan('Own', Date.UTC(2027, 0, 15, 9), author);
      await plan('Of another', Date.UTC(2027, 0, 15, 9));
      const authors = await open('/admin/schedule', 'author');
      await authors.getByRole('button', { name: 'Cancel: Publish Own' }).waitFor();
      expect(await authors.getByRole('button', { name: /^Cancel/ }).count()).toBe(1);
      const readers = await open('/admin/schedule', 'viewer');
      await readers.getByRole('region', { name: 'Planned' }).waitFor();
      expect(await readers.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    });
  });
});
