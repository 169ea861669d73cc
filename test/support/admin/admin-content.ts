import type { Page } from 'playwright-core';
import { operator, type Actor, type Cms } from '../../../core/index.ts';
import type { ContentStatus, Role } from '../../../core/vocabulary.ts';
import { adminPassword } from './admin-world.ts';

/** Creates the user whom `open` signs in with this role, with another first name, as an actor. */
export const namedUser = async (cms: Cms, role: Role, firstName: string): Promise<Actor> => {
  const { user } = await cms.users.create(operator, {
    email: `${role}@example.com`,
    password: adminPassword,
    role,
    firstName,
  });
  return { kind: 'user', userId: user.id, sessionId: 'none', role, grants: [] };
};

interface Written {
  readonly actor?: Actor;
  readonly status?: ContentStatus;
  readonly collection?: string;
}

/** Creates items with these titles, the first one first. */
export const writeItems = async (
  cms: Cms,
  titles: readonly string[],
  { actor = operator, status = 'draft', collection = 'pages' }: Written = {},
): Promise<void> => {
  for (const title of titles) await cms.content.create(actor, { title, status, collection });
};

/** “Note 1” to “Note n”. */
export const notes = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `Note ${index + 1}`);

export const markup = '<img src=x onerror=alert(1)>';

/** 220 characters without a place to break a line. */
export const longTitle = `${'Donaudampfschifffahrtsgesellschaft'.repeat(6)} und mehr`;

const idIn = ({ pathname }: URL): string | undefined => /[0-9a-f-]{36}$/.exec(pathname)?.[0];

/** Waits until a new item has been saved: its URL then contains its id. @param old the id before, if any. */
export const idOfNewItem = async (page: Page, old?: string): Promise<string> => {
  await page.waitForURL((url) => ![undefined, old].includes(idIn(url)));
  return idIn(new URL(page.url())) ?? '';
};

/** Waits until the editor says that everything is saved. */
export const saved = (page: Page): Promise<void> => page.getByText(/^Saved \d/).waitFor();
