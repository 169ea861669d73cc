import type { Locator, Page } from 'playwright-core';

/** The names of the fields, in the order of the screen. */
export const fieldNames = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('list', { name: 'Fields', exact: true })
    .locator('> li > div > button > strong')
    .allTextContents();

/** Adds a field to the end of the collection. @param type as the menu names it. */
export const addField = async (page: Page, label: string, type: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add field', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill(label);
  // As people do: the text lies above the button.
  await dialog.getByText(type, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** The open panel of a field. */
export const panelOf = (page: Page, name: string): Locator => page.getByRole('group', { name });

/** Opens the parts of a field that are closed, such as its rules. */
export const openParts = async (panel: Locator): Promise<void> => {
  const closed = panel
    .locator('details:not([open]) > summary')
    .filter({ hasText: /^(?:Rules|Search and index|In the form)$/ });
  // Each click takes one away.
  while ((await closed.count()) > 0) await closed.first().click();
};

/** Drags a field above the first one, with the mouse. */
export const dragToTop = async (page: Page, name: string): Promise<void> => {
  const rows = page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem');
  const handle = rows.filter({ hasText: name }).getByTitle('Drag to reorder');
  const from = await handle.boundingBox();
  const to = await rows.first().boundingBox();
  if (from === null || to === null) throw new Error('The rows are not on the screen');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 4, { steps: 6 });
  await page.mouse.up();
};
