import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';

const nodeAccepts = (options: readonly string[]): boolean =>
  spawnSync(process.execPath, [...options, '--version']).status === 0;

test('every launcher of the service limits the young generation of the heap, and the arenas', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const dockerfile = /^ENV (?:.*\\\n)*.*$|^ENTRYPOINT .*$/gm;
  const launchers = [scripts['start'], scripts['quoin'], read('bootstrap/cli.mjs')];
  launchers.push(read('Dockerfile').match(dockerfile)?.join('\n'));
  for (const launcher of launchers) {
    expect(launcher).toContain('--max-semi-space-size=8');
    expect(launcher).toMatch(/MALLOC_ARENA_MAX(?:=2|: '2'|=\$\{MALLOC_ARENA_MAX:-2\})/);
  }
  expect(nodeAccepts(['--max-semi-space-size=8'])).toBe(true);
});

test('Node knows the options that the service sets at run time', () => {
  // The service starts with an unknown option, too: `setFlagsFromString` only prints an error.
  const source = readFileSync(join(projectRoot, 'bootstrap/set-up-node.ts'), 'utf8');
  const options = [...source.matchAll(/setFlagsFromString\('(.+)'\)/g)].map(
    ([, option = '']) => option,
  );
  expect(options.length).toBeGreaterThan(0);
  expect(nodeAccepts(options)).toBe(true);
  expect(nodeAccepts(['--no-such-option'])).toBe(false);
});
