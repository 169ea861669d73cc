import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quoin } from '../support/service/command-line.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { onePixel, writeFiles } from '../support/write-files.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFiles(folder.path, {
    'posts/a.md': '![a](a.png) ![b](b.png)',
    'posts/a.png': onePixel,
    'posts/b.md': '---',
  });
});
afterEach(async () => folder[Symbol.asyncDispose]());

const importer =
  (environment: Readonly<Record<string, string>>) =>
  (collection: string, ...rest: readonly string[]) =>
    quoin(['import', join(folder.path, 'posts'), '--collection', collection, ...rest], {
      environment,
    });

/** The counts of a summary. */
const counts = (printed: readonly string[]) =>
  Object.fromEntries(
    [...printed.join('\n').matchAll(/^ {2}(\w+) +(\d+)$/gm)].map(([, name = '', count]) => [
      name,
      Number(count),
    ]),
  );

describe('a dry run', () => {
  test('without a database checks against a new service and creates no files', async () => {
    const run = importer({ DATA_DIR: join(folder.path, 'data') });
    const { exitCode, printed } = await run('pages', '--dry-run');
    expect([exitCode, printed[0]]).toEqual([
      0,
      expect.stringMatching(/^Dry run: 2 items.*1 stored, 0 there before, 1 missing/s),
    ]);
    const { notices } = await run('nope', '--dry-run');
    expect(notices).toEqual(["There is no collection 'nope'. There are: blog-posts, pages."]);
    expect(await readdir(folder.path)).toEqual(['posts']);
  });

  test('on an embedded database reports what the import does, and changes nothing', async () => {
    await using data = await dataFolder();
    const run = importer({ DATA_DIR: data.path });
    await run('pages');
    await writeFiles(folder.path, { 'posts/b.md': 'Changed', 'posts/c.md': '---\nslug: a\n---' });
    const expected = { created: 0, updated: 1, unchanged: 1, skipped: 1 };
    for (const options of [['--dry-run'], ['--dry-run'], []]) {
      const { exitCode, printed, notices } = await run('pages', ...options);
      expect([exitCode, counts(printed)]).toEqual([3, expected]);
      expect(notices).toContain("Skipped c.md: The slug 'a' is taken; 'a-2' is free");
    }
    expect(counts((await run('pages')).printed)).toMatchObject({ updated: 0, unchanged: 2 });
  }, 60_000);
});

await withPostgres('empty', (DATABASE_URL) => {
  test('a dry run on an empty database of a server creates no tables and no files', async () => {
    const DATA_DIR = join(folder.path, 'data');
    const environment = { DATABASE_URL, DATA_DIR, JWT_SECRET: 'x'.repeat(32) };
    const run = importer(environment);
    const dry = await run('pages', '--dry-run');
    expect([dry.exitCode, counts(dry.printed)]).toMatchObject([0, { created: 2, skipped: 0 }]);
    expect(await readdir(folder.path)).toEqual(['posts']);
    const pending = await quoin(['migrate', '--check'], { environment });
    expect(pending.printed).toContain('To do: 0101-collections');
    expect(counts((await run('pages')).printed)).toMatchObject({ created: 2 });
    expect(counts((await run('pages', '--dry-run')).printed)).toMatchObject({ unchanged: 2 });
  }, 60_000);
});
