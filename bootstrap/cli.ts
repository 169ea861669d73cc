#!/usr/bin/env node
import { requireNode } from './require-node.ts';

requireNode();
const { setUpNode, tuneHeap } = await import('./set-up-node.ts');
setUpNode();
tuneHeap();
const { runCommandLine } = await import('../adapters/cli/run-command-line.ts');
const { showPhase } = await import('../adapters/cli/progress.ts');
const { processTerminal } = await import('../adapters/cli/terminal.ts');
const { createCommandHost } = await import('./command-host.ts');
const { readVersion } = await import('./version.ts');

const terminal = processTerminal();
const host = createCommandHost({
  version: await readVersion(),
  readPassword: async () => (await import('./config.ts')).readPasswordVariable(),
  readTotpSecret: async () => (await import('./config.ts')).readTotpSecretVariable(),
  readConfig: async () => (await import('./config.ts')).readConfig(),
  onStep: (step) => showPhase(terminal, step),
});
process.exitCode = await runCommandLine(process.argv.slice(2), host, terminal);
(await import('./exit-soon.ts')).exitSoon();
