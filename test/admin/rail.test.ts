import { afterEach, describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import type { OwnAccountDto } from '../../contracts/schemas/account-schemas.ts';
import { draftsOf, firstOf } from '../../adapters/admin/shell/rail/rail-collections.ts';
import { offeredAdministration, offeredWork } from '../../adapters/admin/shell/screens.ts';
import { account } from '../../adapters/admin/shell/session.ts';
import { operator } from '../../core/index.ts';
import { roles } from '../../core/vocabulary.ts';
import { notes, writeItems } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

describe('the rail', () => {
  afterEach(() => {
    account.value = undefined;
  });

  test('keeps what administrators need apart from the work of everybody', () => {
    for (const role of roles) {
      account.value = { role, permissions: [] as OwnAccountDto['permissions'] } as OwnAccountDto;
      const work = offeredWork().map(({ path }) => path);
      expect(work).toEqual(
        ['/', '/content', '/schedule', '/media', '/health', '/trash'].filter(
          (path) => role !== 'viewer' || path !== '/trash',
        ),
      );
      expect(offeredAdministration().length > 0).toBe(role === 'admin');
    }
  });

  const twenty = Array.from({ length: 20 }, (_, index) => ({ name: `c${index}` }));

  test('shows the first twelve collections and the current one, or all', () => {
    expect(firstOf(twenty.slice(0, 12), undefined, false)).toMatchObject({ isLong: false });
    const names = (current: string | undefined, showsAll: boolean) =>
      firstOf(twenty, current, showsAll).shown.map(({ name }) => name);
    const first = twenty.slice(0, 12).map(({ name }) => name);
    expect(firstOf(twenty, undefined, false).isLong).toBe(true);
    expect(names('c3', false)).toEqual(first);
    expect(names('c17', false)).toEqual([...first, 'c17']);
    expect(names(undefined, true)).toHaveLength(20);
  });

  test('counts the drafts of a collection, not of a singleton', () => {
    const total = (count: number, isLowerBound = false) => ({ count, isLowerBound });
    const of = (collection: string, count: number, isLowerBound = false) => ({
      collectionId: collection,
      collection,
      counts: { draft: total(count, isLowerBound), published: total(7), archived: total(8) },
    });
    const counts = [of('pages', 0), of('posts', 10_000, true), of('home', 1)];
    expect(draftsOf({ name: 'posts' }, counts)).toEqual(total(10_000, true));
    expect(draftsOf({ name: 'pages' }, counts)).toBeUndefined();
    expect(draftsOf({ name: 'home', singleton: true }, counts)).toBeUndefined();
    expect(draftsOf({ name: 'new' }, counts)).toBeUndefined();
  });
});

/** Whether the middle of it is not cut off. */
const isInSight = (link: Locator): Promise<boolean> =>
  link.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint(left + 4, top + height / 2));
  });

withAdmin(({ open, cms }) => {
  test('the rail opens collections and unfolds the administration, by keyboard', async () => {
    await writeItems(cms(), notes(3));
    await writeItems(cms(), ['Live'], { status: 'published', collection: 'blog-posts' });
    for (let n = 1; n <= 12; n += 1) {
      const displayName = `Section ${n}`;
      await cms().collections.create(operator, { name: `section-${n}`, displayName });
    }
    const page = await open('/admin');
    const rail = page.getByRole('navigation', { name: 'Screens' });
    const list = rail.getByRole('list', { name: 'Collections' });
    const current = rail.locator('[aria-current=page]');
    const pages = list.getByRole('link', { name: 'Pages 3 drafts' });
    await pages.waitFor();
    await list.getByRole('link', { name: 'Blog posts', exact: true }).waitFor();
    expect(await list.getByRole('link').count()).toBe(12);
    await list.getByRole('button', { name: 'All collections' }).press('Enter');
    await expect.poll(() => list.getByRole('link').count()).toBe(14);
    await list.getByRole('button', { name: 'All collections' }).press('Enter');

    await pages.press('Enter');
    await page.waitForURL('**/admin/content?collection=pages');
    await page.getByRole('main').getByRole('link', { name: 'Note 2' }).waitFor();
    expect(await current.allTextContents()).toEqual(['Pages3 drafts']);
    // The list comes back as it was left, and the item belongs to it.
    await page.getByRole('main').getByLabel('Status').selectOption('draft');
    await page.getByRole('main').getByRole('link', { name: 'Note 2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Note 2' }).waitFor();
    await expect.poll(() => current.allTextContents()).toEqual(['Pages3 drafts']);
    await page.keyboard.press('Control+Enter');
    await list.getByRole('link', { name: 'Pages 2 drafts' }).press('Enter');
    await page.waitForURL('**/admin/content?collection=pages&status=draft');

    const administration = rail.getByRole('button', { name: 'Administration' });
    expect(await administration.getAttribute('aria-expanded')).toBe('false');
    const users = rail.getByRole('link', { name: 'Users' });
    expect(await users.count()).toBe(0);
    await administration.press('Enter');
    await users.waitFor();
    await expect.poll(() => isInSight(rail.getByRole('link', { name: 'Settings' }))).toBe(true);
    await inspect(page, 'rail-open');
    await page.reload();
    await users.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(await current.allTextContents()).toEqual([' Users']);
    // Folded by the user, it stays folded, until the user is there.
    await administration.press('Enter');
    await users.waitFor({ state: 'hidden' });
    await page.goto('/admin/media');
    await administration.waitFor();
    expect(await users.count()).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/admin/webhooks');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => isInSight(rail.getByRole('link', { name: 'Webhooks' }))).toBe(true);
    await inspect(page, 'rail-administration');
  });

  test('a collection has an icon, which the rail shows', async () => {
    const page = await open('/admin/collections/pages');
    const link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('list', { name: 'Collections' })
      .getByRole('link', { name: 'Pages' });
    const picture = () => link.locator('path').getAttribute('d');
    await link.waitFor();
    const neutral = await picture();
    const icons = page.getByRole('group', { name: 'Icon' });
    await icons.getByRole('radio', { name: 'No icon', checked: true }).press('ArrowRight');
    await icons.getByRole('radio', { name: 'Article', checked: true }).waitFor();
    await icons.getByText('Leaf').click();
    await inspect(page, 'builder-icon');
    await page.keyboard.press('Control+s');
    await page.getByText('The collection is saved.').waitFor();
    await expect.poll(picture).not.toBe(neutral);
    expect(await cms().collections.get(operator, 'pages')).toMatchObject({ icon: 'leaf' });
    const leaf = await picture();
    await page.goto('/admin/collections');
    const row = page.getByRole('main').getByRole('link', { name: 'Pages', exact: true });
    expect(await row.locator('path').getAttribute('d')).toBe(leaf);
    await inspect(page, 'collections-icons');

    await page.goto('/admin/collections/pages');
    await icons.getByText('No icon').click();
    await page.keyboard.press('Control+s');
    await expect.poll(picture).toBe(neutral);
    expect((await cms().collections.get(operator, 'pages')).icon).toBeUndefined();
  });
});
