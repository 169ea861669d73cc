#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { useCompileCache } from './compile-cache.ts';
import { showSourceLines } from './source-lines.ts';

useCompileCache();
showSourceLines();
const { runCommandLine } = await import('../adapters/cli/run-command-line.ts');
const { showPhase } = await import('../adapters/cli/progress.ts');
const { processTerminal } = await import('../adapters/cli/terminal.ts');
const { createCommandHost } = await import('./command-host.ts');

const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

const terminal = processTerminal();
const host = createCommandHost({
  version,
  readPassword: async () => (await import('./config.ts')).readPasswordVariable(),
  readConfig: async () => (await import('./config.ts')).readConfig(),
  onStep: (step) => showPhase(terminal, step),
});
process.exitCode = await runCommandLine(process.argv.slice(2), host, terminal);
