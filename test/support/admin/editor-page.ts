import type { Locator, Page } from 'playwright-core';

/** The menu with the actions of an item; its button opens it. */
const actionsOf = async (page: Page): Promise<Locator> => {
  const menu = page.getByRole('navigation', { name: 'Actions' });
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'More actions' }).click();
  return menu;
};

/** The labels of the actions. */
export const actionNames = async (page: Page): Promise<readonly string[]> =>
  (await actionsOf(page)).getByRole('button').allTextContents();

/** Does one of the actions with the open item. */
export const act = async (page: Page, label: string): Promise<void> =>
  (await actionsOf(page)).getByRole('button', { name: new RegExp(`^${label}…?$`) }).click();
