import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPages } from './pages.ts';
import { readSources, source, type Source } from './sources.ts';

/** Folders of the core, from the lowest floor to the highest. */
type Floors = readonly (readonly string[])[];

/** The rows of the table of floors. */
const floorsIn = (text: string): Floors => {
  const [, table = ''] = text.split('| Floor | Folders |\n|---|---|\n');
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .map((row) => [...(row.split('|')[2] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!));
};

/** The folder of the core that a file is in, or undefined for the files beside the folders. */
const folderOf = (path: string): string | undefined => /^core\/([^/]+)\//.exec(path)?.[1];

/** What is wrong with a file of the core: it imports from its own floor or a higher one, or has none. */
const climbs = (floors: Floors, { path, imports }: Source): readonly string[] => {
  const folder = folderOf(path);
  if (folder === undefined) return [];
  const floor = floors.findIndex((each) => each.includes(folder));
  if (floor === -1) return [`${folder} is on no floor`];
  return imports
    .filter((specifier) => specifier?.startsWith('.'))
    .map((specifier) => folderOf(posix.join(posix.dirname(path), specifier!)))
    .filter((target) => target !== folder)
    .filter((target) => !floors.slice(0, floor).some((each) => each.includes(target ?? '')))
    .map((target) => `${path} imports ${target ?? 'a door'}, which is not below ${folder}`);
};

test('a planted mistake is found', () => {
  const floors = floorsIn(
    'x\n| Floor | Folders |\n|---|---|\n| low | `a` |\n| high | `b`, `c` |\n\ny',
  );
  expect(floors).toEqual([['a'], ['b', 'c']]);
  const of = (path: string, text: string) => climbs(floors, source(path, text));
  expect(of('core/b/use.ts', "import './own.ts'; import '../a/rule.ts';")).toEqual([]);
  expect(of('core/a/x.ts', "import type { B } from '../b/y.ts';")).toEqual([
    'core/a/x.ts imports b, which is not below a',
  ]);
  expect(of('core/b/x.ts', "export * from '../c/y.ts'; import '../index.ts';")).toEqual([
    'core/b/x.ts imports c, which is not below b',
    'core/b/x.ts imports a door, which is not below b',
  ]);
  expect(of('core/d/x.ts', '')).toEqual(['d is on no floor']);
});

describe('the core', () => {
  const page = readPages().find(({ path }) => path === 'docs/architecture.md');
  const floors = floorsIn(page?.text ?? '');
  const core = readSources().filter(({ path }) => path.startsWith('core/'));

  test('has the folders that the page says', () => {
    const folders = new Set(core.flatMap(({ path }) => folderOf(path) ?? []));
    expect(floors.flat().toSorted()).toEqual([...folders].sort());
  });

  test('imports downwards only', () => {
    expect(core.length).toBeGreaterThan(100);
    expect(core.flatMap((file) => climbs(floors, file))).toEqual([]);
  });
});
