import { expect, test } from 'vitest';
import { codeBlocks, readPage } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import {
  commandsIn,
  runCommands,
  shownOutput,
  withPlaceholders,
} from '../support/documented-commands.ts';
import { startService } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const blocks = codeBlocks(readPage('README.md'));
const commands = commandsIn(blocks);

// Each command starts a process, some start npm: slow on a busy machine.
const options = { timeout: 180_000 };

test('the commands in the README print the output in the README', options, async () => {
  expect(commands.length).toBeGreaterThan(8);
  await using folder = await temporaryFolder();
  await using service = await startService({ DATA_DIR: `${folder.path}/data` });
  await service.ready;
  const replaced = {
    '/tmp/': `${folder.path}/`,
    'http://localhost:8787': service.url.replace('127.0.0.1', 'localhost'),
  };
  const printed = await runCommands(blocks, { cwd: projectRoot, replaced });
  for (const [index, block] of commands.entries()) {
    expect(withPlaceholders(printed[index] ?? ''), block.code).toBe(
      withPlaceholders(shownOutput(blocks, block)),
    );
  }
});
