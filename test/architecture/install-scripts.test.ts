import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { projectRoot } from './sources.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

test('npm runs no install script of a package in a checkout', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  mkdirSync(at('package'));
  const script = `node -e "require('fs').writeFileSync('${at('ran')}', '')"`;
  const packed = { name: 'hostile', version: '1.0.0', scripts: { install: script } };
  writeFileSync(at('package/package.json'), JSON.stringify(packed));
  writeFileSync(at('package.json'), JSON.stringify({ dependencies: { hostile: 'file:package' } }));
  const install = (npmrc: string): boolean => {
    writeFileSync(at('.npmrc'), `${npmrc}\ninstall-links=true\n`);
    const { status } = spawnSync('npm', ['install', '--offline', '--no-audit'], {
      cwd: folder.path,
    });
    expect(status).toBe(0);
    return spawnSync('test', ['-e', at('ran')]).status === 0;
  };
  expect(install(read('.npmrc'))).toBe(false);
});

test('no script of the project depends on another one that npm would leave out', () => {
  const names = Object.keys(manifest.scripts);
  expect(names).toContain('start');
  expect(
    names.filter(
      (name) => names.includes(name.replace(/^(?:pre|post)/, '')) && /^(?:pre|post)/.test(name),
    ),
  ).toEqual([]);
});

test('a Node that can start a checkout is not one that npm warns about', () => {
  expect(manifest.engines.node).toBe('>=20');
  expect(manifest.publishConfig.engines.node).toBe('>=24');
});
