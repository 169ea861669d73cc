#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { useCompileCache } from './compile-cache.ts';

useCompileCache();
const { runCommandLine } = await import('../adapters/cli/run-command-line.ts');
const { processTerminal } = await import('../adapters/cli/terminal.ts');
const { createCommandHost } = await import('./command-host.ts');
const { readConfig, readPasswordVariable } = await import('./config.ts');

const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  createCommandHost({ version, password: readPasswordVariable(), readConfig }),
  processTerminal(),
);
