#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { keepCompiled } from './compile-cache.ts';

keepCompiled();
const { commands } = await import('./cli/commands.ts');
const { createInterruption } = await import('./cli/interruption.ts');
const { runCommandLine } = await import('./cli/run-command-line.ts');
const { processTerminal } = await import('./cli/terminal.ts');
const { readConfig, readPasswordVariable } = await import('./config.ts');

const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };
const terminal = processTerminal();

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  commands,
  version,
  terminal,
  readConfig,
  password: readPasswordVariable(),
  interruption: createInterruption(terminal),
});
