#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { commands } from './cli/commands.ts';
import { createInterruption } from './cli/interruption.ts';
import { runCommandLine } from './cli/run-command-line.ts';
import { processTerminal } from './cli/terminal.ts';
import { readConfig, readPassword } from './config.ts';

const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };
const terminal = processTerminal();

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  commands,
  version,
  terminal,
  readConfig,
  password: readPassword(),
  interruption: createInterruption(terminal),
});
