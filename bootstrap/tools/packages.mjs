/** Installs the locked packages of a folder with the npm that runs the script. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const windows = process.platform === 'win32';

export const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
export const readLocked = (folder) => readJson(folder, 'package-lock.json').packages;

/** npm's record of the packages in a folder. npm writes it last. */
export const readInstalled = (folder) => {
  try {
    return readJson(folder, 'node_modules', '.package-lock.json').packages;
  } catch {
    return {};
  }
};

/**
 * Whether the packages of a folder are installed in the locked versions.
 *
 * @param mayBeAbsent whether a package may also not be installed.
 */
export const hasLockedPackages = (folder, mayBeAbsent = (locked) => locked.optional === true) => {
  const locked = readLocked(folder);
  const installed = readInstalled(folder);
  const fits = (path) =>
    installed[path] === undefined
      ? mayBeAbsent(locked[path])
      : installed[path].version === locked[path].version;
  return Object.keys(locked).every((path) => path === '' || fits(path));
};

/** Whether only editors and debuggers read a file of a package: source maps and types. */
export const isForDevelopment = (path) => /\.(?:map|d\.[cm]?ts)$/.test(path);

/** The ends of all installations. */
const running = new Set();

export const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

/**
 * Installs the locked packages of a folder. npm prints its errors to the terminal. Ends the process if it
 * fails, once the installations that run at the same time have ended: npm would go on without it.
 */
export const install = async (folder, ...options) => {
  const npm = process.env.npm_execpath ?? '';
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  args.push(...options);
  // The Node that runs npm: the locked Node may be in the folder that npm replaces.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, all] = /^np[mx]-cli/.test(basename(npm))
    ? [node, [join(npm, '..', 'npm-cli.js'), ...args]]
    : ['npm', args];
  const shell = windows && command === 'npm';
  const npmProcess = spawn(command, all, { cwd: folder, stdio: ['ignore', 2, 2], shell });
  // Without npm, there is no status.
  const end = once(npmProcess, 'close').catch(() => []);
  running.add(end);
  const [status] = await end;
  if (status === 0) return;
  await Promise.all(running);
  fail('The packages could not be installed: see the output of npm above.');
};

/** Installs the locked packages of a folder unless they are installed. @param what says what they are. */
export const installIfMissing = async (folder, what) => {
  if (hasLockedPackages(folder)) return;
  console.error(`Installing ${what} …`);
  await install(folder);
};
