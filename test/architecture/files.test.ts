import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot, readSources, source, violations, type Rule } from './sources.ts';

const budget = 250;

/** Who translates the admin translates one file. */
const catalogue = /^adapters\/admin\/catalogue\/[a-z]{2}\.ts$/;

/** A longer file has more than one concept. A test may have as many cases as its subject needs. */
const lineBudgetRule: Rule = ({ path, text }) => {
  if (path.startsWith('test/') || catalogue.test(path)) return [];
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > budget ? [`has ${lines} lines, ${budget} are allowed`] : [];
};

test('a file of 251 lines is rejected, a file of 250 lines is accepted', () => {
  const lines = (count: number): string => 'x;\n'.repeat(count);
  expect(violations([source('core/a.ts', lines(251))], lineBudgetRule)).toEqual([
    'core/a.ts: has 251 lines, 250 are allowed',
  ]);
  expect(violations([source('core/a.ts', lines(250))], lineBudgetRule)).toEqual([]);
});

test('no file of the project exceeds the limit', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(100);
  expect(violations(sources, lineBudgetRule)).toEqual([]);
});

const allowed = new Set([
  'adapters',
  'bootstrap',
  'contracts',
  'core',
  'docs',
  'test',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]);

/** Generated in a checkout and ignored by git. */
const generated = new Set(['data', 'dist', 'node_modules']);

const unknown = (entries: readonly string[]): readonly string[] =>
  entries.filter((entry) => !entry.startsWith('.') && !allowed.has(entry));

/** The entries that git sees, including new files; without git, those on disk. */
const topLevel = (): readonly string[] => {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  if (status !== 0) return readdirSync(projectRoot).filter((entry) => !generated.has(entry));
  return [...new Set(stdout.split('\0').map((path) => path.split('/')[0] ?? ''))].filter(Boolean);
};

test('an unknown entry is rejected, a dot file is accepted', () => {
  expect(unknown(['core', 'vitest.config.ts', '.npmrc', 'src'])).toEqual([
    'vitest.config.ts',
    'src',
  ]);
});

test('the top level has only the known entries', () => {
  const entries = topLevel();
  expect(entries).toEqual(expect.arrayContaining(['core', 'adapters', 'package.json', 'test']));
  expect(unknown(entries)).toEqual([]);
});
