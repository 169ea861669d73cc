import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const script = new URL('../../bootstrap/tools/install.mjs', import.meta.url);
const runtime = { version: '1.0.0', optional: true, bin: { node: 'bin/node' } };
const thisPlatform = { os: process.platform, cpu: process.arch };

const locked = {
  '': { version: '0.1.0' },
  'node_modules/needed': { version: '2.0.0' },
  'node_modules/tool': { version: '3.0.0', dev: true },
  'node_modules/node-elsewhere': { ...runtime, os: 'elsewhere', cpu: 'other' },
  'node_modules/node-here': { ...runtime, ...thisPlatform },
};
const { '': _root, 'node_modules/node-elsewhere': _elsewhere, ...complete } = locked;

let root: string;

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
};

const installed = (packages: object): void =>
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));

const needsNode = (engine: string): void =>
  write('package.json', JSON.stringify({ engines: { node: engine } }));

/** Replaces npm: writes its arguments to a file, records `packages` as installed, exits with `status`. */
const npmThat = ({ status, packages }: { status: number; packages: object }): void =>
  write(
    'npm/npm-cli.js',
    `const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules', { recursive: true });
    writeFileSync('npm-arguments', process.argv.slice(2).join(' '));
    writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages }))});
    process.exit(${status});`,
  );

const npmArguments = (): string | undefined =>
  existsSync(join(root, 'npm-arguments'))
    ? readFileSync(join(root, 'npm-arguments'), 'utf8')
    : undefined;

const run = (...args: readonly string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bootstrap/tools/install.mjs'), ...args],
    { encoding: 'utf8', env: { ...process.env, npm_execpath: join(root, 'npm/npm-cli.js') } },
  );
  return { status, output: stdout + stderr };
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quoin-install-'));
  cpSync(script, join(root, 'bootstrap/tools/install.mjs'));
  write('package-lock.json', JSON.stringify({ packages: locked }));
  needsNode('>=20');
  npmThat({ status: 0, packages: complete });
});

afterEach(() => rmSync(root, { recursive: true }));

describe('nothing is installed and nothing is printed', () => {
  test('when all packages are installed', () => {
    installed(complete);
    expect(run('--dev')).toEqual({ status: 0, output: '' });
    expect(npmArguments()).toBeUndefined();
  });

  test('when only tools and an optional package are missing, without --dev', () => {
    const { 'node_modules/tool': _tool, 'node_modules/node-here': _node, ...rest } = complete;
    installed(rest);
    expect(run()).toEqual({ status: 0, output: '' });
    expect(npmArguments()).toBeUndefined();
  });
});

describe('the locked packages are installed, without their scripts,', () => {
  test('on a fresh machine', () => {
    const { status, output } = run();
    expect(status).toBe(0);
    expect(output).toContain('Installing');
    expect(npmArguments()).toMatch(/^ci --ignore-scripts\b(?!.*--include=dev)/);
  });

  test('when a version differs', () => {
    installed({ ...complete, 'node_modules/needed': { version: '1.9.9' } });
    expect(run().status).toBe(0);
    expect(npmArguments()).toMatch(/^ci /);
  });

  test('when a package that a start needs is missing', () => {
    const { 'node_modules/needed': _needed, ...rest } = complete;
    installed(rest);
    expect(run().status).toBe(0);
    expect(npmArguments()).toMatch(/^ci /);
  });

  test('when a tool is missing, with --dev', () => {
    const { 'node_modules/tool': _tool, ...rest } = complete;
    installed(rest);
    expect(run('--dev').status).toBe(0);
    expect(npmArguments()).toMatch(/^ci .*--include=dev/);
  });

  test('and a failure of npm exits with code 1', () => {
    npmThat({ status: 7, packages: {} });
    const { status, output } = run();
    expect(status).toBe(1);
    expect(output).toContain('could not be installed');
  });
});

describe('the Node of the lock file', () => {
  const link = 'node_modules/.bin/node';
  const binary = (text: string): void => write('node_modules/node-here/bin/node', text, 0o755);

  test('is first on the path of npm scripts after an installation', () => {
    binary('#!/bin/sh\necho pinned\n');
    expect(run().status).toBe(0);
    expect(spawnSync(join(root, link), { encoding: 'utf8' }).stdout).toBe('pinned\n');
  });

  test('is linked again, without output, when npm removed the link', () => {
    installed(complete);
    binary('#!/bin/sh\necho pinned\n');
    needsNode('>=999');
    expect(run()).toEqual({ status: 0, output: '' });
    expect(npmArguments()).toBeUndefined();
    expect(spawnSync(join(root, link), { encoding: 'utf8' }).stdout).toBe('pinned\n');
  });

  test('is removed from the path when it does not run here and the current Node is recent enough', () => {
    binary('#!/nowhere/ld-linux\n');
    write(link, '#!/nowhere/ld-linux\n', 0o755);
    expect(run().status).toBe(0);
    expect(existsSync(join(root, link))).toBe(false);
  });

  test('is installed when it is missing and the current Node is too old', () => {
    const { 'node_modules/node-here': _node, ...rest } = complete;
    installed(rest);
    needsNode('>=999');
    npmThat({ status: 0, packages: rest });
    const { status, output } = run();
    expect(npmArguments()).toMatch(/^ci /);
    expect(status).toBe(1);
    expect(output).toContain(`This is Node ${process.versions.node}; Quoin needs 999 or later`);
    expect(output).toContain('npm package: node-here');
  });

  test('is reported when it does not run and the current Node is too old', () => {
    binary('#!/nowhere/ld-linux\n');
    needsNode('>=999');
    const { status, output } = run();
    expect(status).toBe(1);
    expect(output).toContain('could not be installed or started here');
  });
});

test('npm scripts may start with exec on Windows, too', () => {
  installed(complete);
  const asOnWindows =
    'data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })';
  const path = join(root, 'bootstrap/tools/install.mjs');
  expect(spawnSync(process.execPath, ['--import', asOnWindows, path]).status).toBe(0);
  expect(readFileSync(join(root, 'node_modules/.bin/exec.cmd'), 'utf8')).toBe('@%*\r\n');
});
