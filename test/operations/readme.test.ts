import { expect, test } from 'vitest';
import { codeBlocks, readPage } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import { runAsShown } from '../support/documented-commands.ts';
import { startService } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Each command starts a process, some start npm: slow on a busy machine.
const options = { timeout: 180_000 };

test('the commands in the README print the output in the README', options, async () => {
  const blocks = codeBlocks(readPage('README.md'));
  expect(blocks.filter(({ language }) => language === 'bash').length).toBeGreaterThan(8);
  await using folder = await temporaryFolder();
  await using service = await startService({ DATA_DIR: `${folder.path}/data` });
  await service.ready;
  const replaced = {
    '/tmp/': `${folder.path}/`,
    'http://localhost:8787': service.url.replace('127.0.0.1', 'localhost'),
  };
  await runAsShown(blocks, { cwd: projectRoot, replaced });
});
