import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { localize } from '../../support/core/localized-world.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import {
  targetKinds,
  targetWorlds,
  type TargetWorld,
} from '../../support/import/import-targets.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;
let world: TargetWorld;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  await folder[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** The locales are de, en and fr, and the base locale of the posts is en. */
const open = async (kind: (typeof targetKinds)[number] = 'core'): Promise<void> => {
  world = await targetWorlds[kind]();
};

const localizePosts = async (): Promise<void> => {
  const { store } = world.ports;
  const posts = await store.repositories.collections.findByName('blog-posts');
  await localize(store, posts!);
};

/** @param texts front matter and text, by path; the title is the path. */
const write = (texts: Readonly<Record<string, string>>) =>
  writeFiles(
    folder.path,
    Object.fromEntries(
      Object.entries(texts).map(([path, matter]) => [
        path,
        `---\ntitle: ${path}\n${matter}\n---\nText\n`,
      ]),
    ),
  );

const run = (options: ImportOptions = {}) =>
  importFrom(folder.path, world.target, { collection: 'blog-posts', ...options });

const items = (): Promise<readonly ContentItem[]> =>
  world.ports.store.repositories.contents.listAfter(undefined, 1_000);

/** The groups: `locale slug (path)` of each item. */
const groups = async (): Promise<readonly string[]> => {
  const byGroup = new Map<string, string[]>();
  for (const { title, slug, locale = '', group } of await items()) {
    const id = group?.id ?? '';
    byGroup.set(id, [...(byGroup.get(id) ?? []), `${locale} ${slug} (${title})`]);
  }
  return [...byGroup.values()].map((each) => each.toSorted().join(', ')).toSorted();
};

const layouts = {
  'endings of Hugo': {
    files: { 'tides.md': '', 'tides.de.md': '', 'pools/index.en.md': '', 'pools/index.fr.md': '' },
    groups: [
      'de tides (tides.de.md), en tides (tides.md)',
      'en pools (pools/index.en.md), fr pools (pools/index.fr.md)',
    ],
  },
  'folders of Astro': {
    files: {
      'en/tides.md': '',
      'de/tides.md': '',
      'en/index.md': '',
      'de/index.md': '',
      'fr/x.md': '',
    },
    groups: [
      'de index (de/index.md), en index (en/index.md)',
      'de tides (de/tides.md), en tides (en/tides.md)',
      'fr x (fr/x.md)',
    ],
  },
  'folders of Docusaurus': {
    files: {
      'docs/a/tides.md': '',
      'i18n/de/docusaurus-plugin-content-docs/current/a/tides.md': '',
      'blog/2020-01-02-pools.md': '',
      'i18n/fr/docusaurus-plugin-content-blog/2020-01-02-pools.md': '',
    },
    groups: [
      'de tides (i18n/de/docusaurus-plugin-content-docs/current/a/tides.md), en tides (docs/a/tides.md)',
      'en pools (blog/2020-01-02-pools.md), fr pools (i18n/fr/docusaurus-plugin-content-blog/2020-01-02-pools.md)',
    ],
  },
  'front matter': {
    files: {
      'content/about.md': 'translationKey: about',
      'content/ueber.md': 'lang: DE\ntranslationKey: about',
      'fr/other.md': 'locale: en',
      'de/other.md': 'lang: none of them',
    },
    groups: [
      'de other (de/other.md), en other (fr/other.md)',
      'de ueber (content/ueber.md), en about (content/about.md)',
    ],
  },
} as const;

describe.each(targetKinds)('through %s, documents of one name in several languages', (kind) => {
  test.each(Object.keys(layouts) as (keyof typeof layouts)[])(
    'become translations of each other: %s',
    async (name) => {
      const { files, groups: expected } = layouts[name];
      const created = `${Object.keys(files).length}`;
      await open(kind);
      await localizePosts();
      await write(files);
      const dry = await run({ dryRun: true });
      expect(dry.counts).toMatchObject({ created, skipped: '0' });
      expect(await items()).toEqual([]);
      expect((await run()).counts).toMatchObject({ created, skipped: '0' });
      expect(await groups()).toEqual(expected);
      const since = new Set((await items()).map(({ group }) => `${group?.id} ${group?.since}`));
      expect(since.size).toBe(expected.length);
      const before = await items();
      expect((await run()).counts).toMatchObject({ unchanged: created, skipped: '0' });
      expect((await run({ overwrite: true })).counts).toMatchObject({ unchanged: created });
      expect(await items()).toEqual(before);
    },
  );
});

test('the group of a document stays when translations are added, and the item when it is edited', async () => {
  await open();
  await localizePosts();
  await write({ 'de/tides.md': '' });
  await run();
  const [german] = await items();
  await world.cms.content.update(operator, german!.id, { title: 'Gezeiten' });
  await write({ 'en/tides.md': '', 'fr/tides.md': '' });
  expect((await run()).counts).toMatchObject({ created: '2', unchanged: '1' });
  expect(await groups()).toEqual([
    'de tides (Gezeiten), en tides (en/tides.md), fr tides (fr/tides.md)',
  ]);
});

test('what was imported before the collection was localised gets its language with the next import', async () => {
  await open();
  await write({ 'tides.md': '', 'tides.de.md': '', 'pools.md': '' });
  await run();
  await world.cms.locales.update(operator, { locales: [{ code: 'en' }, { code: 'de' }] });
  await world.cms.collections.update(operator, 'blog-posts', { localized: true });
  expect((await run()).counts).toMatchObject({ updated: '1', unchanged: '2' });
  // A slug stays.
  expect(await groups()).toEqual([
    'de tides-de (tides.de.md), en tides (tides.md)',
    'en pools (pools.md)',
  ]);
});

test('the language and the key of a document are no data in a localised collection', async () => {
  await open();
  await localizePosts();
  const matter = 'lang: de\ntranslationKey: about\nlocale: fr';
  await write({ 'about.md': matter });
  await run();
  const dataOf = async (collection: string) => {
    const found = await world.ports.store.repositories.collections.findByName(collection);
    return (await items())
      .filter(({ collectionId }) => collectionId === found?.id)
      .map(({ data }): unknown => JSON.parse(String(data)));
  };
  expect(await dataOf('blog-posts')).toEqual([{ locale: 'fr', content: 'Text\n' }]);
  await rm(`${folder.path}/about.md`);
  await write({ 'page.md': matter });
  await run({ collection: 'pages' });
  expect(await dataOf('pages')).toEqual([
    { lang: 'de', translationKey: 'about', locale: 'fr', content: 'Text\n' },
  ]);
});

test('a language that the service does not have costs its documents, and names those that it has', async () => {
  await open();
  await localizePosts();
  await write({ 'en/tides.md': '', 'es/tides.md': '', 'de/tides.md': 'lang: pt_br', 'x.md': '' });
  const { counts, isComplete, notices, findings } = await run();
  expect(isComplete).toBe(false);
  expect(counts).toMatchObject({ created: '2', skipped: '2' });
  for (const path of ['es/tides.md', 'de/tides.md']) {
    expect(notices.join('\n')).toMatch(
      new RegExp(`Skipped ${path}: locale: must be one of de, en, fr`),
    );
  }
  expect(findings).toContain(
    '1 document states no language: en is used, the base locale of the collection.',
  );
});

test('a text that is no code of a language is reported, and the language of the path counts', async () => {
  await open();
  await localizePosts();
  await write({ 'de/tides.md': 'lang: Deutsch' });
  const { notices, isComplete } = await run();
  expect(notices.join('\n')).toContain(
    'Not used in de/tides.md: lang "Deutsch" (is not the code of a language)',
  );
  expect(isComplete).toBe(false);
  expect(await groups()).toEqual(['de tides (de/tides.md)']);
});

test('two documents of one name and one language, and a slug of something else, are reported', async () => {
  await open();
  await localizePosts();
  const { id } = (await world.ports.store.repositories.collections.findByName('pages'))!;
  await world.cms.content.create(operator, { collectionId: id, title: 'Taken', slug: 'pools' });
  await write({ 'tides.md': '', 'tides.en.md': '', 'pools.de.md': '' });
  for (const dryRun of [true, false]) {
    const { counts, notices } = await run({ dryRun });
    expect(counts).toMatchObject({ created: '1', skipped: '2' });
    expect(notices.join('\n')).toMatch(
      /Skipped tides.en.md: There is a translation in this locale/,
    );
    expect(notices.join('\n')).toMatch(/Skipped pools.de.md: The slug 'pools' is taken/);
  }
});
