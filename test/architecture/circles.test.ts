import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, source, type Source } from './sources.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which file of `sources` imports which other one. */
const importsOf = (sources: readonly Source[]): Graph => {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      new Set(
        imports
          .filter((specifier) => specifier?.startsWith('.'))
          .map((specifier) => posix.join(posix.dirname(path), specifier!))
          .filter((target) => paths.has(target)),
      ),
    ]),
  );
};

/** Which folder imports which other one. */
const foldersOf = (files: Graph): Graph => {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const folder = posix.dirname(path);
    const others = [...targets].map((target) => posix.dirname(target));
    const found = folders.get(folder) ?? [];
    folders.set(folder, new Set([...found, ...others.filter((other) => other !== folder)]));
  }
  return folders;
};

/** What is left after everything that needs nothing, and then what needed only that, is taken away. */
const circlesOf = (graph: Graph): readonly string[] => {
  const left = new Map([...graph].map(([node, targets]) => [node, new Set(targets)]));
  const remove = (isFree: (node: string) => boolean): boolean => {
    const free = [...left.keys()].filter(isFree);
    for (const node of free) left.delete(node);
    for (const targets of left.values()) for (const node of free) targets.delete(node);
    return free.length > 0;
  };
  const isNeeded = (node: string): boolean =>
    [...left.values()].some((targets) => targets.has(node));
  while (remove((node) => left.get(node)!.size === 0));
  while (remove((node) => !isNeeded(node)));
  return [...left].map(([node, targets]) => `${node} imports ${[...targets].join(', ')}`);
};

const isInCore = ({ path }: Source): boolean => path.startsWith('core/');

describe('a circle is reported:', () => {
  const above = source('core/a/use.ts', "import './own.ts'; export * from '../b/rule.ts';");
  const own = source('core/a/own.ts', 'export {};');
  const rule = source('core/b/rule.ts', "import type { X } from '../c/port.ts';");

  test('of files, also by types', () => {
    const port = source('core/c/port.ts', "import type { Y } from '../b/rule.ts';");
    expect(circlesOf(importsOf([above, own, rule, port]))).toEqual([
      'core/b/rule.ts imports core/c/port.ts',
      'core/c/port.ts imports core/b/rule.ts',
    ]);
  });

  test('of folders', () => {
    const port = source('core/c/port.ts', "const own = await import('../a/own.ts');");
    const files = importsOf([above, own, rule, port]);
    expect(circlesOf(files)).toEqual([]);
    expect(circlesOf(foldersOf(files))).toEqual([
      'core/a imports core/b',
      'core/b imports core/c',
      'core/c imports core/a',
    ]);
  });
});

describe('the project', () => {
  const sources = readSources();

  test('has no circle of files', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(circlesOf(importsOf(sources))).toEqual([]);
  });

  test('has no circle of folders in the core', () => {
    // Its own files are the entrance and what assembles the core.
    const core = sources.filter(isInCore);
    expect(core.length).toBeGreaterThan(100);
    expect(circlesOf(foldersOf(importsOf(core)))).toEqual([]);
  });
});
