import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** The imports of a text that load something before its first statement runs. */
const loaded = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s)?\s*'([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  );

/** The files and packages that are loaded together with a file. */
const loadedWith = (entry: string, texts: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const found = new Set<string>();
  const pending = [entry];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const specifier of loaded(texts.get(path) ?? '')) {
      const isFile = specifier.startsWith('.');
      pending.push(isFile ? posix.join(posix.dirname(path), specifier) : specifier);
    }
  }
  return found;
};

test('what a file loads includes imports of imports and re-exports, but no types and no late imports', () => {
  const texts = new Map([
    [
      'a/main.ts',
      "import { b } from './b.ts';\nimport type { T } from 't';\nawait import('late');",
    ],
    ['a/b.ts', "export {\n  c,\n} from '../c.ts';\nimport 'effect';"],
    ['c.ts', "import { type U, d } from 'd';"],
  ]);
  expect([...loadedWith('a/main.ts', texts)].toSorted()).toEqual([
    'a/b.ts',
    'a/main.ts',
    'c.ts',
    'd',
    'effect',
  ]);
});

test('before its first line, a command loads the core and commander, but neither contracts nor the service', () => {
  const texts = new Map(readSources().map(({ path, text }) => [path, text]));
  const entries = ['run-command-line', 'progress', 'terminal'].map(
    (name) => `adapters/cli/${name}.ts`,
  );
  const all = new Set(
    [
      ...entries,
      ...['cli', 'set-up-node', 'command-host'].map((name) => `bootstrap/${name}.ts`),
    ].flatMap((entry) => [...loadedWith(entry, texts)]),
  );
  expect(all).toContain('core/index.ts');
  const others = [...all].filter((path) => !path.startsWith('core/') && !path.startsWith('node:'));
  expect(others.filter((path) => !path.endsWith('.ts'))).toEqual(['commander']);
  expect(others.filter((path) => !/^(?:adapters\/cli|bootstrap)\//.test(path))).toEqual([
    'commander',
  ]);
  expect(others.filter((path) => path.startsWith('bootstrap/')).toSorted()).toEqual([
    'bootstrap/cli.ts',
    'bootstrap/command-host.ts',
    'bootstrap/compile-cache.ts',
    'bootstrap/config-file/program-modules.ts',
    'bootstrap/require-node.ts',
    'bootstrap/set-up-node.ts',
  ]);
});
