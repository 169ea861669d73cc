import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';
import { chunks } from '../support/media/media-world.ts';

withAdmin(({ open, cms }) => {
  const store = (originalName: string, folder = 'uploads') =>
    cms().media.upload(operator, {
      originalName,
      body: chunks(paintedPng(320, 200)),
      folder: () => folder,
    });

  const folderOf = async (id: string) => (await cms().media.get(operator, id)).folder;

  test('a search finds files by their names and texts, and opens one', async () => {
    const { id } = await store('IMG_2041.png');
    await store('dune.png', 'coast/north');
    await cms().media.update(operator, id, { alt: 'A tidal pool' });
    const page = await open('/admin/media');
    const search = page.getByRole('searchbox', { name: 'Search files' });
    await expect.poll(() => page.evaluate('document.activeElement?.type')).toBe('search');
    await page.keyboard.type('TID poo');
    await page.getByRole('main').getByRole('status').getByText('1 file', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('TID poo');
    await page.getByRole('button', { name: /IMG_2041/ }).click();
    const dialog = page.getByRole('dialog', { name: 'IMG_2041.png' });
    await dialog.getByLabel('Name').fill('Pool.png');
    await dialog.getByLabel('Folder').fill('coast/south');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await inspect(page, 'media-library-file');
    await page.keyboard.press('Escape');
    await search.fill('');
    await page.getByRole('button', { name: 'No alternative text' }).click();
    await page.getByRole('main').getByRole('status').getByText('1 file', { exact: true }).waitFor();
    await page.getByRole('button', { name: /dune/ }).waitFor();
    await page.getByRole('button', { name: 'No alternative text' }).click();
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('button', { name: /^south/ }).click();
    await page.getByRole('button', { name: /^Pool\.png/ }).waitFor();
  });

  test('files are selected, moved, moved back, and deleted', async () => {
    const files = [await store('one.png'), await store('two.png'), await store('three.png', 'a')];
    const page = await open('/admin/media');
    await page.getByRole('checkbox', { name: 'Select three.png' }).check();
    await page.getByRole('checkbox', { name: 'Select one.png' }).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await inspect(page, 'media-library-selected');
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await bar.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 3 files' });
    await dialog.getByLabel('Folder').fill('coast/2026');
    await page.keyboard.press('Enter');
    await page.getByText('3 files moved to coast/2026.').waitFor();
    for (const { id } of files) expect(await folderOf(id)).toBe('coast/2026');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 files moved back.').waitFor();
    expect(await folderOf(files[0]!.id)).toBe('uploads');
    expect(await folderOf(files[2]!.id)).toBe('a');

    await page.getByRole('heading', { name: 'Media' }).click();
    await page.keyboard.press('Control+a');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('3 selected').waitFor({ state: 'detached' });
    const { id } = await createArticle(cms(), 'Pools', { cover: files[1]?.id });
    await page.getByRole('checkbox', { name: 'Select two.png' }).check();
    await page.getByRole('checkbox', { name: 'Select one.png' }).check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 files?' });
    await question.getByText('1 of these files is used.').waitFor();
    const used = question.getByRole('list', { name: 'Files that are used' });
    expect(await used.getByRole('listitem').first().textContent()).toBe(
      'two.png · Used in 1 itemPoolsDraftArticles · Cover',
    );
    const link = used.getByRole('link', { name: 'Pools' });
    expect(await link.getAttribute('href')).toBe(`/admin/content/${id}`);
    await inspect(page, 'media-library-delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('main').getByRole('status').getByText('1 file', { exact: true }).waitFor();
  });

  test('a file is replaced under its address, or gets a new one', async () => {
    const { id, key } = await store('pool.png');
    const page = await open('/admin/media');
    const replace = async (address: string): Promise<void> => {
      const dialog = page.getByRole('dialog', { name: 'Replace pool.png' });
      await page.getByRole('button', { name: 'Replace …' }).click();
      await dialog.getByLabel('New file').setInputFiles({
        name: 'other.png',
        mimeType: 'image/png',
        buffer: Buffer.from(paintedPng(60, 40)),
      });
      await dialog.getByLabel(address).check();
      await inspect(page, 'media-library-replace');
      await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: /^pool\.png/ }).click();
    await replace('Keep the address');
    expect(await cms().media.get(operator, id)).toMatchObject({ key, width: 60 });
    await replace('Write a new address into all uses');
    await page.getByText(/its new address written into 0 items/).waitFor();
    expect((await cms().media.get(operator, id)).key).not.toBe(key);
  });

  test('the part of an image that pages show is chosen with the keyboard', async () => {
    const { id } = await store('pool.png');
    const page = await open('/admin/media');
    await page.getByRole('button', { name: /^pool\.png/ }).click();
    await page.getByRole('button', { name: 'Crop' }).click();
    const corner = page.getByRole('button', { name: 'Corner at the bottom right' });
    await corner.press('Shift+ArrowLeft');
    await corner.press('Shift+ArrowLeft');
    await corner.press('ArrowUp');
    await page.getByRole('button', { name: 'The part that is shown' }).press('Shift+ArrowRight');
    await inspect(page, 'media-library-crop');
    const dialog = page.getByRole('dialog', { name: 'pool.png' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const crop = async () => (await cms().media.get(operator, id)).crop;
    expect(await crop()).toEqual({ x: 0.1, y: 0, width: 0.8, height: 0.99 });
    await dialog.getByRole('button', { name: 'Show the whole image' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(crop).toBe(undefined);
  });
});
