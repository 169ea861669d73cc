import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { hour } from '../../core/vocabulary.ts';
import { adminPassword, inspect, withAdmin } from '../support/admin/admin-world.ts';
import { addField } from '../support/admin/builder-page.ts';

const script = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms, url }) => {
  const accessOf = async (name: string): Promise<string> =>
    (await cms().collections.get(operator, name)).isPrivate === true ? 'private' : 'public';

  const write = (collection: string, title: string, data = {}, status?: 'draft' | 'published') =>
    cms().content.create(operator, { collection, title, status: status ?? 'published', data });

  /** Two published items and a draft, to which a page refers. */
  const writePartners = async (access: 'public' | 'private'): Promise<void> => {
    await cms().collections.create(operator, {
      name: 'partners',
      displayName: `Partners ${script}`,
      access,
    });
    const friend = await write('partners', 'A friend');
    await write('partners', 'Another friend');
    await write('partners', 'Not yet a friend', {}, 'draft');
    const schema = {
      type: 'object',
      properties: { partner: { type: 'reference', collection: 'partners' } },
    };
    await cms().collections.update(operator, 'pages', { schema });
    await write('pages', 'About us', { partner: friend.id });
  };

  /** An account of a viewer with roles in collections. */
  const grant = async (email: string, collections: readonly string[]): Promise<void> => {
    const users = await cms().users.list(operator, {});
    const known = users.find(({ user }) => user.email === email)?.user;
    const user =
      known ??
      (await cms().users.create(operator, { email, password: adminPassword, role: 'viewer' })).user;
    await cms().users.setPermissions(
      operator,
      user.id,
      collections.map((collection) => ({ collection, role: 'viewer' })),
    );
  };

  const main = (page: Page): Locator => page.getByRole('main');

  describe('who can read a collection', () => {
    test('is chosen in the builder, which says what visitors lose and who goes on reading it', async () => {
      await writePartners('public');
      await grant('ada@example.com', ['partners']);
      await cms().apiTokens.create(operator, { name: 'Shop', collections: ['partners'] });
      const page = await open('/admin/collections/partners');
      await addField(page, 'Country', 'Line of text');
      await page.getByRole('radio', { name: 'Private' }).check();
      const readers = page.getByRole('region', { name: 'Who will see it' });
      await readers.getByText('2 accounts: all admins and editors').waitFor();
      await readers.getByRole('link', { name: /^ada/ }).waitFor();
      await readers.getByText('Shop').waitFor();
      await inspect(page, 'collection-access');

      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: /^Make “Partners .*” private/ });
      await dialog.getByText('2 published items disappear for visitors').waitFor();
      await dialog.getByText('1 item that is not published disappears').waitFor();
      await dialog.getByText('1 item of a public collection links to it').waitFor();
      await dialog.getByText(/go on reading it: Shop/).waitFor();
      await inspect(page, 'collection-closing');
      await dialog.getByRole('button', { name: 'Go back' }).click();
      expect(await accessOf('partners')).toBe('public');
      await page.getByText('Unsaved changes').waitFor();
      await main(page).getByText('Country').first().waitFor();

      await page.keyboard.press('Control+s');
      await dialog.getByRole('button', { name: 'Make it private' }).click();
      await page.getByText('The collection is saved.').waitFor();
      expect(await accessOf('partners')).toBe('private');
      const { schema } = await cms().collections.get(operator, 'partners');
      expect(Object.keys(schema.properties)).toEqual(['country']);
      await main(page).locator('header').getByText('Private').waitFor();
      await page.getByRole('region', { name: 'Who sees it', exact: true }).waitFor();
    });

    test('is opened after a question with what everybody can read then', async () => {
      await writePartners('private');
      const moved = await write('partners', 'Moved');
      await cms().content.update(operator, moved.id, { slug: 'moved-on' });
      const page = await open('/admin/collections/partners');
      await page.getByText('None: no API token names it.').waitFor();
      // As in another tab, from which the admin comes back.
      await cms().apiTokens.create(operator, { name: 'Shop', collections: ['partners'] });
      await page.evaluate('dispatchEvent(new Event("focus"))');
      await page.getByText('Shop').waitFor();
      await page.getByRole('radio', { name: 'Public' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: /^Make “Partners .*” public/ });
      await dialog.getByText('3 published items become readable by everybody').waitFor();
      await dialog.getByText('1 redirect from a former slug becomes public').waitFor();
      await dialog.getByText('1 item that is not published becomes readable').waitFor();
      await inspect(page, 'collection-opening');
      await dialog.getByRole('button', { name: 'Make it public' }).click();
      await page.getByText('The collection is saved.').waitFor();
      expect(await accessOf('partners')).toBe('public');

      // Drafts do not concern the public any more.
      await cms().collections.update(operator, 'partners', { access: 'private' });
      await cms().settings.update(operator, { publicContent: 'published' });
      await page.reload();
      await page.getByRole('radio', { name: 'Public' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('3 published items').waitFor();
      expect(await dialog.getByText('not published').count()).toBe(0);
    });

    test('stays in the form if the numbers cannot be read, or the service refuses', async () => {
      await writePartners('public');
      const page = await open('/admin/collections/partners');
      await page.getByLabel('Display name').fill('Friends');
      await page.getByRole('radio', { name: 'Private' }).check();
      const isClosing = (): Promise<boolean> =>
        page.getByRole('radio', { name: 'Private' }).isChecked();

      await page.getByRole('region', { name: 'Who will see it' }).waitFor();
      await page.route('**/api/collections/partners/access', (route) =>
        route.fulfill({ status: 500, json: { error: 'No numbers now' } }),
      );
      await page.keyboard.press('Control+s');
      await page.getByText('No numbers now').waitFor();
      expect(await accessOf('partners')).toBe('public');
      expect(await isClosing()).toBe(true);
      await page.unroute('**/api/collections/partners/access');

      await page.route('**/api/collections/partners', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 500, json: { error: 'Something broke' } })
          : route.continue(),
      );
      await page.keyboard.press('Control+s');
      await page.getByRole('dialog').getByRole('button', { name: 'Make it private' }).click();
      await page.getByText('Something broke').waitFor();
      expect(await accessOf('partners')).toBe('public');
      expect(await isClosing()).toBe(true);
      expect(await page.getByLabel('Display name').inputValue()).toBe('Friends');
    });
  });

  describe('a private collection', () => {
    test('has a lock wherever it is named', async () => {
      await writePartners('private');
      await cms().collections.create(operator, {
        name: 'terms',
        displayName: 'Terms',
        access: 'private',
        singleton: true,
      });
      const page = await open('/admin/collections');
      const lock = (within: Locator): Locator => within.getByTitle('Private');
      await lock(page.getByRole('row', { name: 'Partners' })).waitFor();
      expect(await lock(page.getByRole('row', { name: 'Pages' })).count()).toBe(0);
      await lock(
        page.getByRole('list', { name: 'Collections' }).getByRole('link', { name: 'Terms' }),
      ).waitFor();
      await inspect(page, 'private-collections');

      await page.goto('/admin/content');
      await lock(page.getByRole('row', { name: 'Another friend' })).waitFor();
      expect(await lock(page.getByRole('row', { name: 'About us' })).count()).toBe(0);
      const options = page.getByRole('combobox', { name: 'Collection' }).locator('option');
      await expect
        .poll(() => options.allTextContents())
        .toEqual([
          'All collections',
          'Blog posts',
          'Pages',
          `Partners ${script} (private)`,
          'Terms (private)',
        ]);
      await inspect(page, 'private-content');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('Partners');
      const palette = page.getByRole('dialog', { name: 'Go to' });
      await palette.getByText('Private collection').waitFor();
      await inspect(page, 'private-palette');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Another friend' }).click();
      await lock(page.getByRole('complementary')).waitFor();
    });

    test('has a lock in the dashboard, the schedule, the content health, the trash and the redirects', async () => {
      await writePartners('private');
      const draft = await write('partners', 'A draft', {}, 'draft');
      await cms().schedule.plan(operator, draft.id, { publishAt: Date.now() + hour });
      const moved = await write('partners', 'Moved');
      await cms().content.update(operator, moved.id, { slug: 'moved-on' });
      await cms().content.delete(operator, (await write('partners', 'A lost friend')).id);
      await cms().content.delete(operator, (await write('pages', 'A lost page')).id);
      const schema = { properties: { next: { type: 'reference', collection: 'pages' } } };
      await cms().collections.update(operator, 'partners', { schema });
      await write('partners', 'A friend without a page', {
        next: '00000000-0000-4000-8000-000000000000',
      });
      const page = await open('/admin');
      const lock = (within: Locator): Locator => within.getByTitle('Private');
      const changes = page.getByRole('region', { name: 'Recent changes' });
      await lock(changes.getByRole('link', { name: 'A draft' })).waitFor();
      expect(await lock(changes.getByRole('link', { name: 'About us' })).count()).toBe(0);
      await inspect(page, 'private-dashboard');

      await page.goto(`${url()}/admin/schedule`);
      await lock(page.getByRole('grid').getByRole('link', { name: 'A draft' })).waitFor();
      await lock(main(page).getByRole('listitem').filter({ hasText: 'Partners' })).waitFor();
      await inspect(page, 'private-schedule');

      await page.goto(`${url()}/admin/health`);
      await lock(page.getByRole('row', { name: 'A friend without a page' })).waitFor();
      await inspect(page, 'private-health');

      await page.goto(`${url()}/admin/trash`);
      await lock(page.getByRole('row', { name: 'A lost friend' })).waitFor();
      expect(await lock(page.getByRole('row', { name: 'A lost page' })).count()).toBe(0);
      const filter = page.getByRole('combobox', { name: 'Collection' }).locator('option');
      expect(await filter.allTextContents()).toEqual([
        'All collections',
        'Blog posts (0)',
        'Pages (1)',
        `Partners ${script} (private) (1)`,
      ]);
      await inspect(page, 'private-trash');

      await page.goto(`${url()}/admin/content/redirects`);
      await lock(page.getByRole('row', { name: 'moved-on' })).waitFor();
    });

    test('has a lock where items are chosen, and where they are used', async () => {
      await writePartners('private');
      const schema = { properties: { next: { type: 'reference', collection: 'pages' } } };
      await cms().collections.update(operator, 'partners', { schema });
      const about = await write('pages', 'About partners');
      await write('partners', 'A follower', { next: about.id });
      const page = await open('/admin/content/new?collection=pages');
      await page.getByRole('button', { name: /^partner$/i }).click();
      const picker = page.getByRole('dialog', { name: /^Choose/ });
      const lock = (within: Locator): Locator => within.getByTitle('Private');
      await lock(picker.getByRole('button', { name: 'Another friend' })).waitFor();
      await inspect(page, 'private-picker');
      await picker.getByRole('button', { name: 'Another friend' }).click();
      await main(page)
        .getByText(/Partners .* \(private\)/)
        .waitFor();
      await page.goto(`${url()}/admin/content/${about.id}`);
      await lock(page.getByRole('listitem').filter({ hasText: 'A follower' })).waitFor();
    });

    test('can be private from its creation', async () => {
      const page = await open('/admin/collections');
      await page.getByRole('button', { name: 'New collection' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Display name').fill('Contracts');
      await dialog.getByRole('checkbox', { name: 'Private' }).check();
      await inspect(page, 'new-private-collection');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('region', { name: 'Who sees it', exact: true }).waitFor();
      expect(await accessOf('contracts')).toBe('private');
    });
  });

  describe('a viewer with roles in collections', () => {
    test('sees only these in the navigation, the filters and the palette', async () => {
      await writePartners('private');
      await cms().collections.create(operator, {
        name: 'terms',
        displayName: 'Terms',
        singleton: true,
      });
      await write('pages', 'A friendly page', { text: 'Of a friend' });
      const page = await open('/admin/content', 'viewer');
      const options = page.getByRole('combobox', { name: 'Collection' }).locator('option');
      await expect
        .poll(() => options.allTextContents())
        .toEqual(['All collections', 'Blog posts', 'Pages', 'Terms']);
      await grant('viewer@example.com', ['partners']);
      await page.reload();
      await expect
        .poll(() => options.allTextContents())
        .toEqual(['All content', `Partners ${script}`]);
      const rail = page.getByRole('list', { name: 'Collections' });
      expect(await rail.getByRole('link').count()).toBe(1);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Go to' });
      await palette.getByText('Partners').waitFor();
      expect(await palette.getByText('Blog posts').count()).toBe(0);

      await page.keyboard.type('friend');
      await palette.getByText('Another friend').waitFor();
      expect(await palette.getByText('A friendly page').count()).toBe(0);
      await page.keyboard.press('Escape');

      // A link to another collection still works: it is no secret.
      await page.goto(`${url()}/admin/content?collection=pages`);
      await page.getByRole('link', { name: 'About us' }).waitFor();
      await expect
        .poll(() => options.allTextContents())
        .toEqual(['All content', `Partners ${script}`, 'Pages']);
    });

    test('finds the items of all of these in the palette, and of no others', async () => {
      for (const name of ['partners', 'guests', 'others']) {
        await cms().collections.create(operator, { name, access: 'private' });
        await write(name, `One of ${name}`, { text: 'Welcome' });
        await write(name, `Tides of ${name}`);
      }
      // More than are found of all content, and newer.
      for (let n = 0; n < 25; n += 1) await write('pages', `One page ${n}`, { text: 'Welcome' });
      await open('/admin', 'viewer');
      await grant('viewer@example.com', ['partners', 'guests']);
      const page = await open('/admin', 'viewer');
      const palette = page.getByRole('dialog', { name: 'Go to' });
      await page.getByRole('link', { name: 'Tides of guests' }).waitFor();
      await page.keyboard.press('Control+k');
      for (const words of ['One', 'Welcome']) {
        await page.getByRole('combobox', { name: 'Screen, collection or item' }).fill(words);
        await palette.getByText('One of partners').waitFor();
        await palette.getByText('One of guests').waitFor();
        expect(await palette.getByText(/One page|One of others/).count()).toBe(0);
      }
    });

    test('sees only these in the dashboard', async () => {
      await writePartners('private');
      await cms().collections.create(operator, { name: 'guests', displayName: 'Guests' });
      await write('guests', 'A guest');
      await open('/admin', 'viewer');
      await grant('viewer@example.com', ['partners', 'guests']);
      const page = await open('/admin', 'viewer');
      const changes = page.getByRole('region', { name: 'Recent changes' });
      await changes.getByRole('link', { name: 'A guest' }).waitFor();
      const titles = await changes.getByRole('listitem').getByRole('link').allTextContents();
      expect(titles).toEqual(['A guest', 'Not yet a friend', 'Another friend', 'A friend']);
      const partners = page.getByRole('region', { name: /^Partners .* by status/ });
      await partners.getByRole('link', { name: '1 Draft' }).waitFor();
      const guests = page.getByRole('region', { name: 'Guests by status' });
      await guests.getByRole('link', { name: '1 Published' }).waitFor();
      await inspect(page, 'viewer-dashboard');
      await partners.getByRole('link', { name: '2 Published' }).click();
      await page.getByRole('row', { name: 'Another friend' }).waitFor();
      expect(page.url()).toBe(`${url()}/admin/content?collection=partners&status=published`);
    });
  });
});
