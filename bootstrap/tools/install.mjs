/**
 * Runs before `npm start` and `npm test`, on the Node (20 or later) that runs npm. Installs the locked
 * packages when `node_modules` differs from `package-lock.json`; otherwise prints nothing and takes some
 * milliseconds. With `--dev`, also installs the development packages.
 *
 * One of the locked packages is the Node that runs everything else. Where it cannot run, the current
 * Node must be recent enough; if it is not, an error message says so and the exit code is 1.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const nodeModules = join(root, 'node_modules');
const development = process.argv.includes('--dev');
const windows = process.platform === 'win32';

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** npm's record of the installed packages. npm writes it last. */
const readInstalled = () => {
  try {
    return readJson(nodeModules, '.package-lock.json').packages;
  } catch {
    return undefined;
  }
};

const oldestNode = Number(/\d+/.exec(readJson(root, 'package.json').engines.node)[0]);
const tooOld = Number.parseInt(process.versions.node, 10) < oldestNode;
const locked = readJson(root, 'package-lock.json').packages;

/** The Node package for this platform, if there is one. */
const runtime = Object.keys(locked).find(
  (path) =>
    path.startsWith('node_modules/node-') &&
    locked[path].bin?.node !== undefined &&
    [locked[path].os].flat().includes(process.platform) &&
    [locked[path].cpu].flat().includes(process.arch),
);

const mayBeAbsent = (path) => {
  const { optional, dev, devOptional } = locked[path];
  if (path === runtime && tooOld) return false;
  return Boolean(optional) || (!development && Boolean(dev || devOptional));
};

/** Whether every package of the lock file is installed in the locked version. */
const upToDate = () => {
  const installed = readInstalled();
  const fits = (path) =>
    installed[path] === undefined
      ? mayBeAbsent(path)
      : installed[path].version === locked[path].version;
  return installed !== undefined && Object.keys(locked).every((path) => path === '' || fits(path));
};

/** @returns whether `npm ci` succeeded. npm prints its errors to the terminal. */
const install = () => {
  const npm = process.env.npm_execpath ?? '';
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (development) options.push('--include=dev');
  // The Node that runs npm: the pinned Node is in the folder that npm replaces.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, args] = /^np[mx]-cli/.test(basename(npm))
    ? [node, [join(npm, '..', 'npm-cli.js'), ...options]]
    : ['npm', options];
  const shell = windows && command === 'npm';
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell }).status === 0;
};

/** npm's scripts run this link as `node`: it comes first on their path. */
const link = join(nodeModules, '.bin', windows ? 'node.cmd' : 'node');

/** Puts the locked Node first on the path of npm's scripts if it runs here; otherwise removes it. */
const linkRuntime = () => {
  rmSync(link, { force: true });
  if (runtime === undefined) return;
  const binary = join(root, runtime, locked[runtime].bin.node);
  if (spawnSync(binary, ['--version'], { stdio: 'ignore' }).status !== 0) return;
  const target = relative(dirname(link), binary);
  mkdirSync(dirname(link), { recursive: true });
  if (windows) writeFileSync(link, `@"%~dp0${target}" %*\r\n`);
  else symlinkSync(target, link);
};

/**
 * npm's scripts start with `exec`, because a shell between npm and the process would not forward signals.
 * Windows has no `exec`: there it is a command that runs the rest of its line.
 */
const provideExec = () => {
  const path = join(dirname(link), 'exec.cmd');
  if (!windows || existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '@%*\r\n');
};

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

if (!upToDate()) {
  console.error('Installing the packages in package-lock.json …');
  if (!install()) fail('The packages could not be installed: see the output of npm above.');
  linkRuntime();
} else if (!existsSync(link)) {
  // npm 10 removes the link together with the packages of other platforms.
  linkRuntime();
}
provideExec();

if (tooOld && !existsSync(link)) {
  const name = runtime?.replace('node_modules/', '') ?? 'none for this platform';
  fail(
    `This is Node ${process.versions.node}; Quoin needs ${oldestNode} or later, and its own Node ` +
      `(npm package: ${name}) could not be installed or started here. ` +
      'Install a newer Node, then try again.',
  );
}
