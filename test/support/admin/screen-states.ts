import type { Page } from 'playwright-core';
import { operator, type Cms } from '../../../core/index.ts';
import { publishedArticle } from './admin-copies.ts';
import { createLanding } from './admin-blocks.ts';
import { longTitle, writeItems } from './admin-content.ts';
import { screenPaths } from './admin-screens.ts';
import { act } from './editor-page.ts';
import { localise, translatedStory } from './translated-items.ts';
import { showMode } from './open-text.ts';
import { paintedPng } from './painted-png.ts';

/** What can be opened in a screen. */
export interface Opened {
  readonly name: string;
  readonly open: (page: Page) => Promise<unknown>;
  /** Default: Esc. */
  readonly close?: (page: Page) => Promise<unknown>;
}

export interface AdminScreen {
  readonly path: string;
  readonly opened: readonly Opened[];
}

const text = `# Tides

A **word**, a [link](https://example.com/tides) and \`code\`.

| Day | Water |
|---|---|
| 1 | low |

\`\`\`ts
const tide = 1;
\`\`\`
`;

async function* image(): AsyncGenerator<Uint8Array> {
  yield paintedPng(90, 60);
}

const press =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

/** What marks the differing words is loaded when it is first needed. */
const marked = (page: Page): Promise<void> => page.locator('ins').first().waitFor();

const toggleField = (page: Page): Promise<void> =>
  page
    .getByRole('list', { name: 'Fields', exact: true })
    .getByRole('button', { name: 'Body' })
    .first()
    .click();

/** Ends the session for the requests of the page, and opens the dialog over the screen. */
const expire = async (page: Page): Promise<void> => {
  await page.route('**/deliveries*', (route) => route.fulfill({ status: 401 }), { times: 1 });
  await press('Refresh')(page);
  await page.getByRole('dialog').getByLabel('Password').waitFor();
};

const restore = async (page: Page): Promise<void> => {
  await page.route('**/auth/login', (route) => route.fulfill({ json: {} }), { times: 1 });
  await page.getByRole('dialog').getByLabel('Password').fill('a password');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

interface Written {
  readonly article: string;
  readonly landing: string;
  readonly translation: string;
  readonly user: string;
  readonly webhook: string;
}

/** Stores something for every screen to show. */
const write = async (cms: Cms): Promise<Written> => {
  const file = await cms.media.upload(operator, {
    originalName: 'harbour.png',
    body: image(),
    folder: () => undefined,
  });
  const cover = `/files/${file.key}`;
  const article = await publishedArticle(cms, 'Tides', { summary: 'Water', body: text, cover });
  await cms.drafts.save(operator, article.id, { data: { summary: 'Seas', body: text, cover } });
  await cms.content.update(operator, article.id, { slug: 'the-tides' });
  const hero = { type: 'hero', heading: 'Summer', intro: text };
  const landing = await createLanding(cms, [hero, { type: 'quote', text: 'Go at low tide.' }]);
  await cms.schedule.plan(operator, landing.id, { publishAt: Date.now() + 86_400_000 });
  await writeItems(cms, [longTitle]);
  const deleted = await cms.content.create(operator, { collection: 'pages', title: 'Ebb' });
  await cms.content.delete(operator, deleted.id);
  await localise(cms);
  const [original, translation] = await translatedStory(cms, {
    data: { summary: 'Water', body: text },
  });
  await cms.content.update(operator, original.id, { title: 'High and low tides' });
  // Last: what is changed then would be delivered to it.
  const { webhook } = await cms.webhooks.create(operator, {
    name: 'Site',
    url: 'https://builds.example.com/',
  });
  const [user] = await cms.users.list(operator, {});
  return {
    article: article.id,
    landing: landing.id,
    translation: translation.id,
    user: user?.user.id ?? '',
    webhook: webhook.id,
  };
};

/** What is opened in the screens, by their paths. */
const openedIn = ({
  article,
  landing,
  translation,
  webhook,
}: Written): Readonly<Record<string, Opened[]>> => ({
  '/admin': [
    {
      name: 'palette',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('option').first().waitFor();
      },
    },
  ],
  '/admin/health': [{ name: 'shortcuts', open: (page) => page.keyboard.press('?') }],
  '/admin/content?collection=articles': [{ name: 'columns', open: press('Columns') }],
  [`/admin/content/${article}`]: [
    {
      name: 'compare',
      open: async (page) => {
        await act(page, 'Compare with published');
        await marked(page);
      },
    },
    {
      name: 'source',
      open: async (page) => {
        await showMode(page, 'source');
        await press('Preview')(page);
        await page.getByRole('region', { name: 'Body: preview' }).getByRole('table').waitFor();
      },
      close: (page) => showMode(page, 'formatted'),
    },
  ],
  [`/admin/content/${landing}`]: [{ name: 'history', open: (page) => act(page, 'History') }],
  [`/admin/content/${translation}`]: [
    {
      name: 'source',
      open: async (page) => {
        await press('Show the source')(page);
        await marked(page);
      },
      close: press('Hide the source'),
    },
    { name: 'language', open: (page) => act(page, 'Change the language') },
  ],
  '/admin/settings/languages': [{ name: 'add', open: press('Add a language') }],
  '/admin/content/new?collection=articles': [{ name: 'files', open: press('Choose a file') }],
  '/admin/media': [
    { name: 'file', open: (page) => page.getByRole('main').getByText('harbour.png').click() },
  ],
  '/admin/collections/articles': [{ name: 'field', open: toggleField, close: toggleField }],
  '/admin/collections/landing': [{ name: 'new field', open: press('Add field') }],
  '/admin/users': [{ name: 'new user', open: press('New user') }],
  '/admin/api-tokens': [{ name: 'new token', open: press('New token') }],
  '/admin/webhooks': [{ name: 'new webhook', open: press('New webhook') }],
  [`/admin/webhooks/${webhook}`]: [{ name: 'sign-in', open: expire, close: restore }],
});

/** Every screen with its dialogs and drawers, in a service that has something to show in each. */
export const adminScreens = async (cms: Cms): Promise<readonly AdminScreen[]> => {
  const written = await write(cms);
  const opened = openedIn(written);
  const paths = [
    ...screenPaths({ item: written.article, user: written.user }),
    ...Object.keys(opened),
  ];
  return [...new Set(paths)].map((path) => ({ path, opened: opened[path] ?? [] }));
};
