import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { createArticle } from '../../support/admin/admin-articles.ts';
import { namedUser } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { failToPublish } from '../../support/admin/failed-change.ts';

withAdmin(({ open, cms, closeProfile }) => {
  const planned = async (id: string): Promise<readonly (readonly [string, string])[]> =>
    (await cms().schedule.get(operator, id)).map(({ action, at }) => [
      action,
      new Date(at).toISOString(),
    ]);

  const card = (page: Page) =>
    page
      .getByRole('complementary', { name: 'About this item' })
      .locator('section', { has: page.getByRole('heading', { name: 'Schedule' }) });

  const dialogOf = async (page: Page) => {
    await card(page)
      .getByRole('button', { name: /schedule/i })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    const time = (name: string) => dialog.getByLabel(name, { exact: true });
    return { dialog, time, save: dialog.getByRole('button', { name: 'Save the schedule' }) };
  };

  test('an item is planned in the zone of the site, whatever zone the browser is in', async () => {
    await cms().settings.update(operator, { timeZone: 'America/New_York' });
    const { id } = await createArticle(cms(), 'Tides', { summary: 'Low water' });
    const page = await open(`/admin/content/${id}`);
    await card(page).getByText('Nothing is planned.').waitFor();
    const { dialog, time, save } = await dialogOf(page);
    await dialog.getByText('the time zone of the site: America/New York.').waitFor();

    // The usual times stand there until there is a time, and come back with an empty field.
    const tomorrow = dialog.getByRole('button', { name: 'Publish at: Tomorrow, 9:00 AM' });
    await tomorrow.click();
    expect(await time('Publish at').inputValue()).toMatch(/T09:00$/);
    expect(await tomorrow.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Clear: Publish at' }).click();
    await tomorrow.waitFor();

    // A time that comes twice is asked about; one that never comes is a mistake.
    await time('Publish at').fill('2027-11-07T01:30');
    await dialog.getByText('Nov 7, 2027, 5:30 AM in your zone').waitFor();
    const which = dialog.getByRole('combobox', { name: /which 01:30/ });
    await which.selectOption('The second one (GMT-5)');
    await dialog.getByText('Nov 7, 2027, 6:30 AM in your zone').waitFor();
    await time('Unpublish at').fill('2028-03-12T02:30');
    await dialog.getByText('The clocks skip 02:30 on this day.').waitFor();
    await inspect(page, 'editor-schedule');
    await save.click();
    expect(await planned(id)).toEqual([]);
    await time('Unpublish at').fill('2027-11-01T09:00');
    await save.click();
    await dialog.getByText('This must be later than the publication.').waitFor();
    await time('Unpublish at').fill('2028-03-12T03:30');
    await save.press('Enter');
    await page.getByText('The schedule is saved.').waitFor();
    expect(await planned(id)).toEqual([
      ['publish', '2027-11-07T06:30:00.000Z'],
      ['unpublish', '2028-03-12T07:30:00.000Z'],
    ]);
    await card(page).getByText('Nov 7, 2027, 1:30 AM', { exact: true }).waitFor();
    await inspect(page, 'editor-planned');

    // The dialog shows the second time again; a change of one time leaves the other.
    const again = await dialogOf(page);
    expect(await again.dialog.getByRole('combobox').inputValue()).toBe('second');
    await again.dialog.getByRole('button', { name: 'Clear: Unpublish at' }).click();
    await again.save.click();
    await expect.poll(() => planned(id)).toEqual([['publish', '2027-11-07T06:30:00.000Z']]);
    await card(page).getByRole('button', { name: 'Cancel: Publish' }).click();
    await page.getByText('The publication was cancelled.').waitFor();
    await card(page).getByText('Nothing is planned.').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await card(page).getByText('Nov 7, 2027, 1:30 AM', { exact: true }).waitFor();
    expect(await planned(id)).toEqual([['publish', '2027-11-07T06:30:00.000Z']]);
  });

  test('the time of the browser is not shown where both clocks agree', async () => {
    const { id } = await createArticle(cms(), 'Tides');
    const page = await open(`/admin/content/${id}`);
    const { dialog, time, save } = await dialogOf(page);
    await time('Publish at').fill('2020-01-01T00:00');
    expect(await dialog.getByText('in your zone').count()).toBe(0);
    await save.click();
    await dialog.getByText('Must be in the future.').waitFor();
    expect(await time('Publish at').getAttribute('aria-invalid')).toBe('true');
    closeProfile();
  });

  test('a published item can be published later only with unpublished changes', async () => {
    const { id } = await createArticle(cms(), 'Tides', { summary: 'Low water' });
    await cms().content.update(operator, id, { status: 'published' });
    const page = await open(`/admin/content/${id}`);
    const first = await dialogOf(page);
    await first.dialog.getByText('there is nothing to publish later').waitFor();
    expect(await first.time('Publish at').count()).toBe(0);
    await first.time('Unpublish at').waitFor();
    await inspect(page, 'editor-nothing-to-publish');
    await page.keyboard.press('Escape');
    // What was typed just before is saved first, however long that takes.
    const { promise: planRequested, resolve: letSave } = Promise.withResolvers<void>();
    await page.route('**/draft', async (route) => {
      if (route.request().method() !== 'GET') await planRequested;
      await route.continue();
    });
    await page.getByLabel('Summary').fill('High water');
    const second = await dialogOf(page);
    await second.time('Publish the changes at').fill('2027-01-01T09:00');
    await second.save.click();
    letSave();
    await expect.poll(() => planned(id)).toEqual([['publish', '2027-01-01T09:00:00.000Z']]);
  });

  test('phones plan in the dialog with the facts, and the form below says the same', async () => {
    const { id } = await createArticle(cms(), 'Tides');
    const page = await open('/admin/profile');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/admin/content/${id}`);
    await page.getByRole('button', { name: 'About this item' }).click();
    const facts = page.getByRole('dialog', { name: 'About this item' });
    await facts.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByLabel('Publish at', { exact: true }).fill('2027-01-01T09:00');
    await inspect(page, 'editor-schedule-phone');
    await page.setViewportSize({ width: 360, height: 740 });
    await dialog.getByRole('button', { name: 'Save the schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await facts.getByText('Jan 1, 2027, 9:00 AM').waitFor();
    await page.keyboard.press('Escape');
    await facts.waitFor({ state: 'detached' });
    await card(page).getByText('Jan 1, 2027, 9:00 AM').waitFor();
  });

  test('what failed is shown with its reason until it is removed', async () => {
    const { id } = await createArticle(cms(), 'Tides');
    await failToPublish(cms(), id);
    const page = await open(`/admin/content/${id}`);
    await card(page).getByText('Publish failed').waitFor();
    await card(page).getByText('Summary is missing.').waitFor();
    await inspect(page, 'editor-failed-change');

    await page.goto('/admin');
    const failed = page.getByRole('region', { name: 'Planned changes that failed' });
    await failed.getByText('Summary is missing.').waitFor();
    await inspect(page, 'dashboard-failed-change');
    await failed.getByRole('link', { name: 'Tides' }).click();
    await card(page).getByRole('button', { name: 'Remove this message' }).click();
    await card(page).getByText('Nothing is planned.').waitFor();
    expect(await planned(id)).toEqual([]);
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
    expect(await failed.count()).toBe(0);
  });

  test('who may not edit an item sees what is planned, and cannot change it', async () => {
    await namedUser(cms(), 'author', 'Ada');
    const { id } = await createArticle(cms(), 'Tides');
    const readers = await open(`/admin/content/${id}`, 'author');
    await readers.getByRole('heading', { name: 'Facts' }).waitFor();
    expect(await card(readers).count()).toBe(0);
    await cms().schedule.plan(operator, id, { publishAt: Date.UTC(2027, 0, 1, 9) });
    await readers.reload();
    await card(readers).getByText('Jan 1, 2027, 9:00 AM').waitFor();
    expect(await card(readers).getByRole('button').count()).toBe(0);

    await cms().content.update(operator, id, { status: 'archived' });
    const page = await open(`/admin/content/${id}`);
    await page.getByRole('heading', { name: 'Facts' }).waitFor();
    expect(await card(page).count()).toBe(0);
  });
});
