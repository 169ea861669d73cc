import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const tools = new URL('../../bootstrap/tools/', import.meta.url);

const locked = {
  '': { version: '0.1.0' },
  'node_modules/needed': { version: '2.0.0' },
  'node_modules/addition': { version: '4.0.0', optional: true },
  'node_modules/tool': { version: '3.0.0', dev: true },
};
const { '': _root, ...complete } = locked;
const { 'node_modules/tool': _tool, ...withoutTools } = complete;

const nodeFolder = 'bootstrap/tools/node';
const nodePackage = { version: '1.0.0', optional: true, bin: { node: 'bin/node' } };
const thisPlatform = { os: process.platform, cpu: process.arch };
const lockedNodes = {
  '': {},
  'node_modules/node-elsewhere': { ...nodePackage, os: 'elsewhere', cpu: 'other' },
  'node_modules/node-here': { ...nodePackage, ...thisPlatform },
};

let root: string;

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
};

const installed = (packages: object): void =>
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));

/** Installs the Node package, with this program as Node. */
const nodeInstalled = (program: string, version = '1.0.0'): void => {
  const packages = { 'node_modules/node-here': { version } };
  write(`${nodeFolder}/node_modules/.package-lock.json`, JSON.stringify({ packages }));
  write(`${nodeFolder}/node_modules/node-here/bin/node`, program, 0o755);
};

/** The current Node is older than the service needs. */
const nodeIsTooOld = (): void =>
  write('package.json', JSON.stringify({ publishConfig: { engines: { node: '>=999' } } }));

/** Replaces npm: writes its arguments to a file in the folder, and exits with `status`. */
const npmThat = ({ status }: { status: number }): void =>
  write(
    'npm/npm-cli.js',
    `require('node:fs').writeFileSync('npm-arguments', process.argv.slice(2).join(' '));
    process.exit(${status});`,
  );

const npmArguments = (folder = ''): string | undefined =>
  existsSync(join(root, folder, 'npm-arguments'))
    ? readFileSync(join(root, folder, 'npm-arguments'), 'utf8')
    : undefined;

const run = (...args: readonly string[]): { status: number | null; output: string } => {
  const program = join(root, 'bootstrap/tools/install.mjs');
  // Not a pipe, which an npm that outlives the program would keep open.
  const output = openSync(join(root, 'output'), 'w');
  const env = { ...process.env, npm_execpath: join(root, 'npm/npm-cli.js') };
  const { status } = spawnSync(process.execPath, [program, ...args], {
    env,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return { status, output: readFileSync(join(root, 'output'), 'utf8') };
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quoin-install-'));
  for (const name of ['install.mjs', 'packages.mjs']) {
    cpSync(new URL(name, tools), join(root, 'bootstrap/tools', name));
  }
  write('package-lock.json', JSON.stringify({ packages: locked }));
  write(`${nodeFolder}/package-lock.json`, JSON.stringify({ packages: lockedNodes }));
  write('package.json', JSON.stringify({ publishConfig: { engines: { node: '>=20' } } }));
  npmThat({ status: 0 });
});

afterEach(() => rmSync(root, { recursive: true }));

describe('nothing is installed and nothing is printed', () => {
  test('when all packages are installed', () => {
    installed(complete);
    nodeInstalled('');
    expect(run('--dev')).toEqual({ status: 0, output: '' });
    expect(npmArguments()).toBeUndefined();
  });

  test('when only tools, an optional package and Node are missing, without --dev', () => {
    const { 'node_modules/addition': _addition, ...rest } = withoutTools;
    installed(rest);
    expect(run()).toEqual({ status: 0, output: '' });
    expect(npmArguments()).toBeUndefined();
    expect(npmArguments(nodeFolder)).toBeUndefined();
  });
});

describe('the locked packages are installed, without their scripts,', () => {
  test('on a fresh machine: without the tools', () => {
    const { status, output } = run();
    expect(status).toBe(0);
    expect(output).toContain('Installing');
    expect(npmArguments()).toMatch(/^ci --ignore-scripts .*--omit=dev$/);
  });

  test('when a version differs: with the tools if some are installed, which a start does not remove', () => {
    installed({ ...complete, 'node_modules/needed': { version: '1.9.9' } });
    expect(run().status).toBe(0);
    expect(npmArguments()).toMatch(/^ci .*--include=dev$/);
  });

  test('when a package that a start needs is missing', () => {
    const { 'node_modules/needed': _needed, ...rest } = complete;
    installed(rest);
    expect(run().status).toBe(0);
    expect(npmArguments()).toMatch(/^ci /);
  });

  test('when a tool is missing, with --dev', () => {
    installed(withoutTools);
    expect(run('--dev').status).toBe(0);
    expect(npmArguments()).toMatch(/^ci .*--include=dev/);
  });

  test('for a start without source maps and types, which come back with --dev', () => {
    const files = ['index.js', 'index.js.map', 'index.d.ts', 'lib/index.d.mts', 'lib/code.ts'];
    for (const name of files) write(`node_modules/needed/${name}`, '');
    expect(run().status).toBe(0);
    const left = files.filter((name) => existsSync(join(root, 'node_modules/needed', name)));
    expect(left).toEqual(['index.js', 'lib/code.ts']);

    installed(complete);
    nodeInstalled('');
    expect(run()).toEqual({ status: 0, output: '' });
    expect(run('--dev').output).toContain('Installing the packages');
    expect(npmArguments()).toMatch(/--include=dev/);
  });

  test('and a failure of npm exits with code 1', () => {
    npmThat({ status: 7 });
    const { status, output } = run();
    expect(status).toBe(1);
    expect(output).toContain('could not be installed');
  });

  test('and a failure for the packages waits for the npm that installs Node', () => {
    write(
      'npm/npm-cli.js',
      `if (!process.cwd().endsWith('node')) process.exit(3);
      setTimeout(() => require('node:fs').writeFileSync('npm-ended', ''), 500);`,
    );
    expect(run('--dev').status).toBe(1);
    expect(existsSync(join(root, nodeFolder, 'npm-ended'))).toBe(true);
  });
});

describe('the Node of the lock file', () => {
  const link = 'node_modules/.bin/node';
  const pinned = '#!/bin/sh\necho pinned\n';
  const broken = '#!/nowhere/ld-linux\n';
  const linkedNode = (): string | undefined =>
    existsSync(join(root, link))
      ? spawnSync(join(root, link), { encoding: 'utf8' }).stdout
      : undefined;

  test('is not installed when the current Node is recent enough', () => {
    expect(run().status).toBe(0);
    expect(npmArguments(nodeFolder)).toBeUndefined();
  });

  test('is installed when the current Node is too old', () => {
    nodeIsTooOld();
    const { status, output } = run();
    expect(npmArguments(nodeFolder)).toMatch(/^ci --ignore-scripts\b/);
    expect(output).toContain('Installing Node 1.0.0');
    expect(status).toBe(1);
    expect(output).toContain(`This is Node ${process.versions.node}; Quoin needs 999 or later`);
    expect(output).toContain('npm package: node-here');
  });

  test('is installed with --dev, and instead of another version', () => {
    installed(complete);
    nodeInstalled(pinned, '0.9.0');
    expect(run('--dev').status).toBe(0);
    expect(npmArguments()).toBeUndefined();
    expect(npmArguments(nodeFolder)).toMatch(/^ci /);
  });

  test('is first on the path of npm scripts', () => {
    nodeInstalled(pinned);
    expect(run().status).toBe(0);
    expect(linkedNode()).toBe('pinned\n');
  });

  test('is linked again, without output, after npm removed the link', () => {
    installed(complete);
    nodeInstalled(pinned);
    nodeIsTooOld();
    expect(run()).toEqual({ status: 0, output: '' });
    expect(linkedNode()).toBe('pinned\n');
  });

  test('is removed from the path when it is another version and the current Node is recent enough', () => {
    installed(complete);
    nodeInstalled(pinned, '0.9.0');
    write(link, pinned, 0o755);
    expect(run()).toEqual({ status: 0, output: '' });
    expect(existsSync(join(root, link))).toBe(false);
  });

  test('is not put on the path when it does not run here', () => {
    nodeInstalled(broken);
    expect(run().status).toBe(0);
    expect(existsSync(join(root, link))).toBe(false);
  });

  test('is reported when it does not run and the current Node is too old', () => {
    nodeInstalled(broken);
    nodeIsTooOld();
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
