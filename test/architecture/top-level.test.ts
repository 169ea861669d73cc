import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from './sources.ts';

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

/** What a checkout makes and git ignores. */
const made = new Set(['data', 'dist', 'node_modules']);

const strangers = (entries: readonly string[]): readonly string[] =>
  entries.filter((entry) => !entry.startsWith('.') && !allowed.has(entry));

/** The top level as git sees it, files not yet added included; without git, as the disk has it. */
const topLevel = (): readonly string[] => {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  if (status !== 0) return readdirSync(projectRoot).filter((entry) => !made.has(entry));
  return [...new Set(stdout.split('\0').map((path) => path.split('/')[0] ?? ''))].filter(Boolean);
};

test('a planted stranger is refused, a dot file is not', () => {
  expect(strangers(['core', 'vitest.config.ts', '.npmrc', 'src'])).toEqual([
    'vitest.config.ts',
    'src',
  ]);
});

test('the top level holds what everybody knows by heart, and no more', () => {
  const entries = topLevel();
  expect(entries).toEqual(expect.arrayContaining(['core', 'adapters', 'package.json', 'test']));
  expect(strangers(entries)).toEqual([]);
});
