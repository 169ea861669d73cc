import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { quoin } from '../support/service/command-line.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { hasPseudoTerminal, runOnTerminal } from '../support/service/pseudo-terminal.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFiles(folder.path, { 'posts/a.md': 'a', 'posts/b.md': 'b' });
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A slow run also shows counts in between. */
const withoutCounts = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => !/^(?:\d+ %|[1-9]\d* records?,)/.test(line));

const at = (path: string): string => join(folder.path, path);

test('on a terminal a command shows each phase until it prints its result', async () => {
  await using data = await dataFolder();
  const terminal = { environment: { DATA_DIR: data.path }, isInteractive: true };
  const opening = [
    'Opening the database …',
    'Preparing the data folder …',
    'Opening the database …',
  ];
  const imported = await quoin(['import', at('posts'), '--collection', 'pages'], terminal);
  expect(imported.printed.join()).toMatch(/^Done: 2 items in /);
  expect(withoutCounts(imported.statusLines)).toEqual([
    `Reading ${at('posts')} …`,
    ...opening,
    '0 of 2 items',
    '',
    '',
  ]);
  const exported = await quoin(['export', at('backup')], terminal);
  expect(exported.printed.join()).toMatch(/: 2 collections, 2 items, 0 files of 0 bytes\.$/);
  expect(withoutCounts(exported.statusLines)).toEqual([
    ...opening,
    '0 records, 0.0 a second',
    '',
    '',
    '',
  ]);
});

test('an import that is stopped before its first item stores nothing', async () => {
  const { exitCode, printed, notices } = await quoin(
    ['import', at('posts'), '--collection', 'pages', '--dry-run'],
    { environment: { DATA_DIR: at('none') }, signal: AbortSignal.abort() },
  );
  expect([exitCode, printed]).toEqual([130, []]);
  expect(notices).toEqual(['Stopped before the import; nothing was stored.']);
});

test.skipIf(!hasPseudoTerminal)(
  'the status line is on the screen of a terminal, and removed before the result',
  async () => {
    const entry = join(projectRoot, 'bootstrap/cli.ts');
    const args = ['import', at('posts'), '--collection', 'pages', '--dry-run'];
    await using command = runOnTerminal([entry, ...args], { DATA_DIR: at('none') });
    expect(await command.ended).toBe(0);
    const [reading, opening, counting, ...rest] = command.screen().split('\r\u001b[K');
    expect([reading, opening, counting]).toEqual([
      `Reading ${at('posts')} …`.slice(0, 79),
      'Opening the database …',
      '0 of 2 items',
    ]);
    expect(rest.at(-1)).toMatch(/^Dry run: 2 items in /);
  },
);
