import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { completionsOf } from '../../adapters/cli/commands/completion.ts';
import { createProgram } from '../../adapters/cli/program.ts';
import { createCommandHost } from '../../bootstrap/command-host.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { quoin } from '../support/service/command-line.ts';
import { recordedTerminal } from '../support/service/recorded-terminal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = createProgram({
  host: createCommandHost({
    version: '',
    readPassword: async () => undefined,
    readTotpSecret: async () => undefined,
    readConfig: async () => readConfig({}),
    onStep: () => undefined,
  }),
  terminal: recordedTerminal(),
  setExitCode: () => undefined,
});

const values = (...words: readonly string[]): readonly string[] =>
  completionsOf(program, words).map((line) => line.split('\t')[0] ?? '');

test.each([
  [['im'], ['import']],
  [
    ['user', ''],
    ['create', 'unlock'],
  ],
  [['import', '--ov'], ['--overwrite']],
  [
    ['token', 'create', '--name', 'x', '--c'],
    ['--collection', '--config'],
  ],
  [
    ['import', './posts', '--status', ''],
    ['draft', 'published', 'archived'],
  ],
  [['user', 'create', '--role', 'ed'], ['editor']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['import', './po'], []],
  [['export', '--url', ''], []],
])('%j is completed by %j', (words, expected) => {
  expect(values(...words)).toEqual(expected);
});

test('every command and option is offered, with its description', () => {
  expect(values('')).toEqual(expect.arrayContaining(['serve', 'import', 'user', 'completion']));
  expect(values('')).not.toContain('complete');
  expect(values('migrate', '--')).toEqual(['--check', '--plan', '--config', '--help']);
  expect(completionsOf(program, ['serve'])).toEqual(['serve\tRun the service.']);
});

test('bash completes the typed text and does not execute it', async () => {
  await using folder = await temporaryFolder();
  const entry = fileURLToPath(new URL('../../bootstrap/cli.ts', import.meta.url));
  const command = join(folder.path, 'quoin');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`);
  await chmod(command, 0o755);
  const { printed } = await quoin(['completion', 'bash']);
  const script = [
    ...printed,
    'COMP_WORDS=(quoin import --over) COMP_CWORD=2; _quoin; echo "${COMPREPLY[*]}"',
    'COMP_WORDS=(quoin import \'$(touch executed)\') COMP_CWORD=2; _quoin; echo "${#COMPREPLY[@]}"',
    'ls executed',
  ].join('\n');
  const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { PATH: `${folder.path}:${process.env['PATH']}` },
  });
  expect(stdout).toBe('--overwrite\n0\n');
});
