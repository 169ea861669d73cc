import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeBlocks, readPage } from '../../architecture/doc-examples.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { runAsShown } from '../../support/documented-commands.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command starts a process and opens a database of its own.
test('the commands for a spreadsheet print what the page shows', { timeout: 180_000 }, async () => {
  const blocks = codeBlocks(readPage('docs/content/coming-from-a-spreadsheet.md'));
  const table = blocks.find(({ language }) => language === 'csv');
  expect(table).toBeDefined();
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'spreadsheet'));
  await writeFile(join(folder.path, 'spreadsheet/products.csv'), table!.code);
  await runAsShown(blocks, {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: join(folder.path, 'data') },
    replaced: {
      '/tmp/': `${folder.path}/`,
      'npx quoin': `${process.execPath} bootstrap/cli.ts`,
    },
  });
});
