import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codeBlocks, readPage } from '../../architecture/doc-examples.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { runAsShown } from '../../support/documented-commands.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command starts a process and opens a database of its own.
test.each([
  ['a-spreadsheet', 'csv', 'spreadsheet/products.csv'],
  ['wordpress', 'xml', 'wordpress/site.xml'],
])(
  'the commands for coming from %s print what the page shows',
  { timeout: 180_000 },
  async (name, language, path) => {
    const blocks = codeBlocks(readPage(`docs/content/coming-from-${name}.md`));
    const source = blocks.find((block) => block.language === language);
    expect(source).toBeDefined();
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, dirname(path)));
    await writeFile(join(folder.path, path), source!.code);
    await runAsShown(blocks, {
      cwd: projectRoot,
      env: { ...process.env, DATA_DIR: join(folder.path, 'data') },
      replaced: {
        '/tmp/': `${folder.path}/`,
        'npx quoin': `${process.execPath} bootstrap/cli.ts`,
      },
    });
  },
);
