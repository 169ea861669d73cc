import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import type { OnSlugClash } from '../../../adapters/cli/transfer/import-run.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

let service: Awaited<ReturnType<typeof memoryCms>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await memoryCms();
});

afterEach(() => folder[Symbol.asyncDispose]());

/** The title of each document is its path. */
const write = (...paths: readonly string[]) =>
  writeFiles(
    folder.path,
    Object.fromEntries(paths.map((path) => [path, `---\ntitle: ${path}\n---\nText\n`])),
  );

const run = (onSlugClash: OnSlugClash = 'skip') =>
  importFrom(folder.path, coreTarget(service.cms, ''), { collection: 'pages', onSlugClash });

/** The path of each document, by slug. */
const paths = async () =>
  Object.fromEntries(
    (await service.ports.store.repositories.contents.listAfter(undefined, 1000)).map(
      ({ slug, title }) => [slug, title],
    ),
  );

const bundles = ['about', 'posts/tides', 'posts/pools'].flatMap((path) => [
  `${path}/index.en.md`,
  `${path}/index.fr.md`,
]);

test('translations get the slug of their folder, and their language if it is taken', async () => {
  await write(...bundles);
  expect(await run()).toMatchObject({ counts: { created: '6', skipped: '0' }, isComplete: true });
  const expected = {
    about: 'about/index.en.md',
    'about-fr': 'about/index.fr.md',
    tides: 'posts/tides/index.en.md',
    'tides-fr': 'posts/tides/index.fr.md',
    pools: 'posts/pools/index.en.md',
    'pools-fr': 'posts/pools/index.fr.md',
  };
  expect(await paths()).toEqual(expected);
  for (const rule of ['skip', 'suffix', 'path'] as const) {
    expect((await run(rule)).counts).toMatchObject({ unchanged: '6', skipped: '0' });
  }
  expect(await paths()).toEqual(expected);
});

test('with the rule path, a taken slug becomes that of the path', async () => {
  await write(...bundles);
  await run('path');
  expect(await paths()).toMatchObject({
    tides: 'posts/tides/index.en.md',
    'posts-tides-fr': 'posts/tides/index.fr.md',
  });
});

test('a file without a language comes before its translations', async () => {
  await write('tides.fr.md', 'tides.md', 'pools.md', 'fr/pools.md', 'i18n/de/current/pools.md');
  await run();
  expect(await paths()).toEqual({
    tides: 'tides.md',
    'tides-fr': 'tides.fr.md',
    pools: 'pools.md',
    'pools-fr': 'fr/pools.md',
    'pools-de': 'i18n/de/current/pools.md',
  });
});

test('a slug stays when a translation is added or removed', async () => {
  await write('tides/index.fr.md');
  await run();
  expect(await paths()).toEqual({ tides: 'tides/index.fr.md' });
  await write('tides/index.en.md', 'pools/index.en.md', 'pools/index.md');
  expect((await run()).counts).toMatchObject({ created: '3', unchanged: '1' });
  const expected = {
    tides: 'tides/index.fr.md',
    'tides-en': 'tides/index.en.md',
    pools: 'pools/index.md',
    'pools-en': 'pools/index.en.md',
  };
  expect(await paths()).toMatchObject(expected);
  await rm(`${folder.path}/pools/index.md`);
  await run();
  expect(await paths()).toMatchObject(expected);
});
