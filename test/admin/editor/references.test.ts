import { describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { dataOf } from '../../support/admin/admin-articles.ts';
import { longTitle, markup, saved } from '../../support/admin/admin-content.ts';
import { createReports, noFile, noItem, storeImage } from '../../support/admin/admin-references.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act } from '../../support/admin/editor-page.ts';
import { paintedPng } from '../../support/admin/painted-png.ts';

withAdmin(({ open, cms, url }) => {
  describe('a list of references', () => {
    test('is filled, ordered and emptied with the keyboard alone', async () => {
      const { report, human } = await createReports(cms());
      const [tides, pools] = [await report('Tides'), await report(`Pools ${markup}`)];
      const person = await human(longTitle);
      await human('Ada');
      const { id } = await report('Refers', { author: person.id });
      const page = await open(`/admin/content/${id}`);
      const author = page.getByRole('link', { name: longTitle });
      await author.waitFor();
      expect(await author.getAttribute('href')).toBe(`/admin/content/${person.id}`);
      expect(await author.getAttribute('target')).toBe('_blank');

      const picker = page.getByRole('dialog', { name: 'Choose: Related' });
      const pick = async (words: string, title: string): Promise<void> => {
        await page.getByRole('button', { name: 'Add to Related' }).focus();
        await page.keyboard.press('Enter');
        await picker.getByLabel('Find by title').waitFor();
        await page.keyboard.type(words);
        // Only reports are offered.
        await expect.poll(() => picker.getByRole('listitem').count()).toBe(1);
        await picker.getByRole('listitem').filter({ hasText: title }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.locator('dialog li button:focus').waitFor();
        await page.keyboard.press('ArrowUp');
        await page.locator('dialog input:focus').waitFor();
        await page.keyboard.press('ArrowDown');
        if (words === 'poo') await inspect(page, 'editor-reference-picked');
        await page.keyboard.press('Enter');
        await picker.waitFor({ state: 'detached' });
        await page.getByRole('link', { name: title }).waitFor();
      };
      await pick('poo', pools.title);
      // The new entry has the focus.
      await page.locator('button:focus').getByText('Change').waitFor();
      await pick('tid', tides.title);
      await page.getByRole('button', { name: 'Move Related 2 up' }).press('Enter');
      await page.keyboard.press('Control+s');
      await saved(page);
      expect((await dataOf(cms(), id))['related']).toEqual([tides.id, pools.id]);
      await inspect(page, 'editor-references');

      // An entry has one button that removes it.
      const remove = page.getByRole('button', { name: 'Remove Related 1' });
      expect(await remove.count()).toBe(1);
      await remove.press('Enter');
      await page.keyboard.press('Control+s');
      await expect.poll(() => dataOf(cms(), id)).toMatchObject({ related: [pools.id] });
    });
  });

  describe('broken references', () => {
    test('are named with links to their fields, and stay stored', async () => {
      const { report, human } = await createReports(cms());
      const ada = await human('Ada');
      const broken = `${url()}/files/${noFile}`;
      const data = {
        author: noItem,
        cover: broken,
        related: [noItem],
        sections: [1, 2, 3, 4].map((n) => ({ type: 'quote', id: `b${n}`, text: `Words ${n}` })),
        body: `[Ada](quoin:${ada.id})`,
      };
      Object.assign(data.sections[3] ?? {}, { by: noItem });
      const { id } = await report('Broken', data);
      const page = await open(`/admin/content/${id}`);
      const line = page.getByText('Broken references in');
      await line.getByRole('link', { name: 'Sections 4 By' }).waitFor();
      expect(await line.getByRole('link').allTextContents()).toEqual([
        'Author',
        'Related 1',
        'Cover',
        'Sections 4 By',
      ]);
      await page.getByText(`Broken: no file has the URL ${broken}`).waitFor();
      await inspect(page, 'editor-broken-references');

      // A link opens the collapsed block.
      await line.getByRole('link', { name: 'Sections 4 By' }).click();
      await page.locator('#field-sections-3-by:focus').waitFor();
      await page.getByLabel('Words').last().fill('Changed');
      await page.keyboard.press('Control+s');
      await saved(page);
      const stored = await dataOf(cms(), id);
      expect(stored).toMatchObject({ author: noItem, cover: broken, related: [noItem] });

      // What is mended is named no more; what exists by now neither, once the user comes back to the tab.
      await page.getByRole('button', { name: 'Remove Author' }).click();
      await page.getByRole('button', { name: 'Remove Cover' }).click();
      await expect.poll(() => line.getByRole('link').count()).toBe(2);
      await cms().content.delete(operator, ada.id);
      await page.reload();
      await line.getByRole('link', { name: 'Body' }).waitFor();
      await cms().trash.restore(operator, ada.id, {});
      await page.evaluate('window.dispatchEvent(new Event("focus"))');
      await line.getByRole('link', { name: 'Body' }).waitFor({ state: 'detached' });
    });

    test('that are no ids leave the titles of the others, and links are read with them', async () => {
      const { report, human } = await createReports(cms());
      const people = [await human('Ada'), await human('Bea'), await human('Cora')];
      const [ada, bea, cora] = people;
      const { id } = await report('Refers', {
        author: ada?.id,
        guard: bea?.id.toUpperCase(),
        related: ['Tides'],
        body: `[Cora](quoin:${cora?.id}) and [nobody](quoin:${noItem})`,
      });
      const page = await open('/admin');
      const requests: URL[] = [];
      page.on('request', (request) => requests.push(new URL(request.url())));
      await page.goto(`/admin/content/${id}`);
      await page.getByRole('link', { name: 'Ada' }).waitFor();
      await page.getByRole('link', { name: 'Bea' }).waitFor();
      await page.getByText('Broken: no item has the id Tides').waitFor();
      await page.getByRole('link', { name: 'Body' }).waitFor();
      // One request for all of them. What was broken can be read again later.
      const read = requests.find(({ searchParams }) => searchParams.has('ids'));
      const ids = [...people.map((person) => person.id), noItem];
      expect(read?.searchParams.get('ids')?.split(',').toSorted()).toEqual(ids.toSorted());
      for (const each of ids) {
        expect(requests.map(({ pathname }) => pathname)).not.toContain(`/api/content/${each}`);
      }
    });

    test('are not what the service could not read, nor URLs of other services', async () => {
      const { report, human } = await createReports(cms());
      const ada = await human('Ada');
      const { id } = await report('Refers', {
        author: ada.id,
        cover: `https://cdn.example.com/media/${noFile}`,
      });
      const page = await open('/admin');
      let isDown = true;
      await page.route('https://cdn.example.com/**', (route) => route.abort());
      await page.route('**/api/content/summaries?ids=*', (route) =>
        isDown ? route.fulfill({ status: 503, json: { error: 'Busy' } }) : route.continue(),
      );
      await page.goto(`/admin/content/${id}`);
      await page.getByText('Busy').waitFor();
      expect(await page.getByText(/^Broken/).count()).toBe(0);
      isDown = false;
      await page.evaluate('window.dispatchEvent(new Event("focus"))');
      await page.getByRole('link', { name: 'Ada' }).waitFor();
      expect(await page.getByText(/roken/).count()).toBe(0);
    });
  });

  describe('a chosen file', () => {
    test('shows its alternative text, and fills the empty members beside it', async () => {
      const { report } = await createReports(cms());
      const pool = await storeImage(cms(), 'pool.png', { alt: `A pool ${markup}` });
      await storeImage(cms(), 'plain.png', { width: 50 });
      const { id } = await report('Files', {
        cover: `${url()}/files/${pool.key}`,
        photo: { height: 7 },
      });
      const page = await open(`/admin/content/${id}`);
      await page.getByText(`Alt text: A pool ${markup}`).waitFor();
      await page.getByText('90 × 60 px').waitFor();

      const photo = page.getByRole('group', { name: 'Photo', exact: true });
      await photo.getByRole('button', { name: 'Choose a file' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose an image' });
      await picker.getByRole('button', { name: 'pool.png' }).click();
      await page.getByText(`Alt text: A pool ${markup}`).nth(1).waitFor();
      await page.getByRole('button', { name: 'Add to Gallery' }).click();
      await picker.getByRole('button', { name: 'plain.png' }).click();
      await page.getByLabel('No alt text').waitFor();
      await inspect(page, 'editor-files');
      await page.getByRole('button', { name: 'Add an address to Gallery' }).click();
      await page.getByRole('button', { name: 'Remove Gallery 2' }).click();
      await page.keyboard.press('Control+s');
      await saved(page);
      const stored = await dataOf(cms(), id);
      expect(stored['photo']).toEqual({
        image: `${url()}/files/${pool.key}`,
        alt: `A pool ${markup}`,
        width: 90,
        height: 7,
      });
      expect(stored['gallery']).toHaveLength(1);
    });
  });

  describe('a chosen file without an alternative text', () => {
    test('is described at its place, and in the empty member beside it', async () => {
      const { report } = await createReports(cms());
      const pool = await storeImage(cms(), 'pool.png', {});
      const photo = { image: `${url()}/files/${pool.key}` };
      const { id } = await report('Files', { cover: photo.image, photo });
      const page = await open(`/admin/content/${id}`);
      const group = page.getByRole('group', { name: 'Photo', exact: true });
      await group.getByLabel('No alt text').fill('A pool');
      await page.keyboard.press('Enter');
      await page.getByText('Alt text: A pool').nth(1).waitFor();
      expect(await page.getByLabel('No alt text').count()).toBe(0);
      expect((await cms().media.get(operator, pool.id)).alt).toBe('A pool');
      await page.keyboard.press('Control+s');
      await saved(page);
      expect((await dataOf(cms(), id))['photo']).toEqual({ ...photo, alt: 'A pool' });
    });

    test('has the text that was typed after its upload, also in a list from before', async () => {
      const { report } = await createReports(cms());
      const { id } = await report('Files', {});
      const page = await open(`/admin/content/${id}`);
      const photo = page.getByRole('group', { name: 'Photo', exact: true });
      await photo.getByRole('button', { name: 'Choose a file' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose an image' });
      const chooser = page.waitForEvent('filechooser');
      await picker.getByRole('button', { name: 'Upload', exact: true }).click();
      const chosen = {
        name: 'pool.png',
        mimeType: 'image/png',
        buffer: Buffer.from(paintedPng(90, 60)),
      };
      await (await chooser).setFiles(chosen);
      // One file is chosen at once; of several, one is chosen in the list.
      await picker.waitFor({ state: 'detached' });
      await photo.getByRole('link', { name: 'pool.png' }).waitFor();
      await photo.getByRole('button', { name: 'Change' }).click();
      const choosers = page.waitForEvent('filechooser');
      await picker.getByRole('button', { name: 'Upload', exact: true }).click();
      await (
        await choosers
      ).setFiles(['rock.png', 'weed.png'].map((name) => ({ ...chosen, name })));
      const file = picker
        .getByRole('list', { name: 'Files' })
        .getByRole('button', { name: 'rock.png' });
      await file.waitFor();
      await page.route('**/api/media?*', () => undefined);
      await picker.getByRole('button', { name: /^Describe/ }).click();
      await page.getByRole('textbox', { name: 'rock.png' }).fill('A rock');
      await page.keyboard.press('Enter');
      await page.getByText('Alt text saved.').waitFor();
      await page.keyboard.press('Escape');
      await file.click();
      await page.getByText('Alt text: A rock').waitFor();
    });
  });

  describe('what uses an item', () => {
    test('is listed beside it, page by page', async () => {
      const { report, human } = await createReports(cms());
      const ada = await human('Ada');
      for (let n = 1; n <= 52; n += 1) await report(`Report ${n}`, { author: ada.id });
      await report(markup, {
        sections: [{ type: 'quote', by: ada.id }],
        body: `quoin:${ada.id}`,
      });
      const page = await open(`/admin/content/${ada.id}`);
      const card = page.locator('section', {
        has: page.getByRole('heading', { name: 'Used in at least 49 items' }),
      });
      await card.getByRole('link', { name: markup }).waitFor();
      await card.getByText('Reports · Body, Sections By').waitFor();
      expect(await card.getByRole('listitem').count()).toBe(5);
      await card.getByRole('button', { name: 'Show all' }).click();
      const dialog = page.getByRole('dialog', { name: 'Used in' });
      await dialog.getByRole('link', { name: 'Report 52' }).waitFor();
      await inspect(page, 'editor-used-in');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByRole('link', { name: 'Report 1', exact: true }).waitFor();
      await page.keyboard.press('Escape');

      const other = await human('Unused');
      await page.goto(`/admin/content/${other.id}`);
      await page.getByText('No content refers to this item.').waitFor();
    });

    test('is named before a deletion, and can prevent it', async () => {
      const { report, human } = await createReports(cms());
      const ada = await human('Ada');
      const guarding = await report(`Guards ${markup}`, { guard: ada.id });
      await report('Mentions', { author: ada.id });
      const page = await open(`/admin/content/${ada.id}`);
      await page.getByRole('heading', { name: 'Used in 2 items' }).waitFor();
      await act(page, 'Delete');
      const question = page.getByRole('dialog', { name: 'Delete “Ada”?' });
      await question.getByText('Used in 2 items.').waitFor();
      await question.getByRole('link', { name: 'Mentions' }).waitFor();
      await inspect(page, 'editor-delete-used');
      await question.getByRole('button', { name: 'Delete' }).click();

      const refused = page.getByRole('dialog', { name: '“Ada” is needed by other content' });
      const link = refused.getByRole('link');
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe(`/admin/content/${guarding.id}`);
      await refused.getByText('Reports · Guard').waitFor();
      await inspect(page, 'editor-delete-referenced');
      await cms().content.update(operator, guarding.id, { data: {} });
      await refused.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(/^“Ada” was deleted\./).waitFor();
    });
  });
});
