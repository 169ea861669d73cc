/**
 * Runs first in `npm start` and `npm test`, on the Node (20 or later) that runs npm. Installs the locked
 * packages that are missing; otherwise prints nothing and takes some milliseconds. Installs what the
 * service needs to run, without source maps and types, which are a third of the files; with `--dev`, everything,
 * and the development packages.
 *
 * Node itself is a locked package in the folder `node`. It is installed if the current Node is too old,
 * and with `--dev`, so that tests run on the same version everywhere. Where it cannot run, the current
 * Node must be recent enough; if it is not, an error message says so and the exit code is 1.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  fail,
  hasLockedPackages,
  install,
  isForDevelopment,
  readInstalled,
  readJson,
  readLocked,
  windows,
} from './packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const nodeFolder = fileURLToPath(new URL('node', import.meta.url));
const development = process.argv.includes('--dev');

const isTool = (locked) => Boolean(locked?.dev || locked?.devOptional);

const modules = join(root, 'node_modules');
/** npm removes this file with the packages that it replaces. */
const pruned = join(modules, '.pruned');

const prune = () => {
  mkdirSync(modules, { recursive: true });
  for (const path of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    if (isForDevelopment(path)) rmSync(join(modules, path));
  }
  writeFileSync(pruned, '');
};

const installPackages = async () => {
  const mayBeAbsent = (locked) => locked.optional || (!development && isTool(locked));
  const lacksFiles = development && existsSync(pruned);
  if (!lacksFiles && hasLockedPackages(root, mayBeAbsent)) return;
  console.error('Installing the packages in package-lock.json …');
  // A start does not remove development packages that are already there.
  const locked = readLocked(root);
  const hasTools = Object.keys(readInstalled(root)).some((path) => isTool(locked[path]));
  if (development || hasTools) return install(root, '--include=dev');
  await install(root, '--omit=dev');
  prune();
};

// The `engines` of the checkout are those of this file, so that npm and npx do not warn about an older Node.
const { publishConfig } = readJson(root, 'package.json');
const oldestNode = Number(/\d+/.exec(publishConfig.engines.node)[0]);
const tooOld = Number.parseInt(process.versions.node, 10) < oldestNode;

const lockedNodes = readLocked(nodeFolder);
/** The Node package for this platform, if there is one. */
const nodePackage = Object.keys(lockedNodes).find(
  (path) =>
    lockedNodes[path].bin?.node !== undefined &&
    [lockedNodes[path].os].flat().includes(process.platform) &&
    [lockedNodes[path].cpu].flat().includes(process.arch),
);

const hasNode = () =>
  nodePackage !== undefined &&
  readInstalled(nodeFolder)[nodePackage]?.version === lockedNodes[nodePackage].version;

const installNode = async () => {
  if (nodePackage === undefined || hasNode() || !(tooOld || development)) return;
  console.error(`Installing Node ${lockedNodes[nodePackage].version} …`);
  await install(nodeFolder);
};

/** npm's scripts run this link as `node`: it comes first on their path. */
const link = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');

/** Puts the locked Node first on the path of npm's scripts if it runs here; otherwise removes it. */
const linkNode = () => {
  rmSync(link, { force: true });
  if (!hasNode()) return;
  const binary = join(nodeFolder, nodePackage, lockedNodes[nodePackage].bin.node);
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

const hadNode = hasNode();
await Promise.all([installPackages(), installNode()]);
// Replacing the packages removes the link.
if (!hadNode || !existsSync(link)) linkNode();
provideExec();

if (tooOld && !existsSync(link)) {
  const name = nodePackage?.replace('node_modules/', '') ?? 'none for this platform';
  fail(
    `This is Node ${process.versions.node}; Quoin needs ${oldestNode} or later, and its own Node ` +
      `(npm package: ${name}) could not be installed or started here. ` +
      'Install a newer Node, then try again.',
  );
}
