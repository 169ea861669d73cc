import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { projectRoot } from './sources.ts';
import { temporaryRoot } from '../support/temporary-folder.ts';
import {
  blocksOfSection,
  codeBlocks,
  filesOf,
  placeFiles,
  readPage,
  run,
  typeErrors,
} from './doc-examples.ts';

const folder = mkdtempSync(join(tmpdir(), 'quoin-examples-'));
const adapterPage = readPage('docs/writing-an-adapter.md');
const workerPage = readPage('docs/other-runtimes.md');
const adapterFiles = filesOf(adapterPage);
// Those of the first section run on the packed package: package.test.ts.
const workerFiles = new Map(
  [...filesOf(workerPage)].filter(([path]) => !path.startsWith('my-core/')),
);
const embeddingFiles = filesOf(readPage('docs/embedding.md'));
const hookFiles = filesOf(readPage('docs/hooks.md'));
const portFiles = new Map(
  ['docs/configuration-file.md', 'docs/command-line.md'].flatMap((page) => [
    ...filesOf(readPage(page)),
  ]),
);

beforeAll(() => {
  placeFiles(
    folder,
    new Map([...adapterFiles, ...workerFiles, ...embeddingFiles, ...hookFiles, ...portFiles]),
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a block is a file if its first line is a comment with a path', () => {
  const page = '```ts\n// a/b.ts\nx;\n```\n\n```ts\nconst y = 1;\n```\n\n```\n// c.ts\n```\n';
  expect(codeBlocks(page)).toHaveLength(3);
  expect([...filesOf(page)]).toEqual([['a/b.ts', '// a/b.ts\nx;\n']]);
});

describe('the adapter in docs/writing-an-adapter.md', () => {
  test('has four files, the shortest one and a store have two', () => {
    expect([...adapterFiles.keys()]).toEqual([
      'my-cms/map-cache.ts',
      'my-cms/quoin.config.ts',
      'adapters/sqlite/sqlite-blob-store.ts',
      'test/adapters/sqlite.test.ts',
      'sqlite/quoin.config.ts',
      'bootstrap/sqlite-blobs.ts',
      'store/item-row.ts',
      'store/your-store.ts',
    ]);
  });

  test('is checked by its configuration file, and so is the skeleton of a store, with the output of the page', async () => {
    const blocks = codeBlocks(adapterPage).filter(({ language }) => language === 'checked');
    const [ofBlobs = '', ofStore = ''] = blocks.map(({ code }) => code);
    // Each case syncs a file of its own.
    vi.stubEnv('TMPDIR', temporaryRoot);
    const check = async (...args: readonly string[]): Promise<string> =>
      (await run(folder, ['bootstrap/cli.ts', 'check-adapter', ...args])).replaceAll(
        folder,
        '/srv/cms',
      );
    // Progress may follow, which goes to standard error.
    expect(await check('sqlite/quoin.config.ts')).toMatch(startOf(ofBlobs));
    const output = await check('store/your-store.ts', '--only', 'SiteRepository');
    const [first = '', last = ''] = ofStore.split('…\n');
    expect(output).toMatch(startOf(first));
    expect(output).toContain(`\n${last}`);
    expect(output.match(/^ {4}✖ /gm)).toHaveLength(9);
  });

  test('passes the suite with the number of cases that the page names', async () => {
    const output = await run(folder, ['--test', 'test/adapters/sqlite.test.ts']);
    const [, cases] = /^ℹ tests (\d+)$/m.exec(adapterPage) ?? [];
    expect(output).toMatch(new RegExp(`^\\S+ pass ${cases}$`, 'm'));
    expect(output).toMatch(/^\S+ fail 0$/m);
  });
});

test('the files of the REST API in docs/other-runtimes.md are the examples that the tests run', () => {
  const blocks = codeBlocks(workerPage).map(({ code }) => code);
  const examples = readdirSync(join(projectRoot, 'docs/examples/runtimes'));
  expect(examples).toHaveLength(5);
  for (const name of examples) {
    expect(blocks, name).toContain(readPage(`docs/examples/runtimes/${name}`));
  }
});

describe('the Worker in docs/other-runtimes.md', () => {
  test('compiles without the types of Node, and a file that imports a Node module does not', async () => {
    const files = [...workerFiles.keys()];
    expect(files).toEqual(['worker/cms.ts', 'worker/worker.ts', 'worker/try.ts']);
    const planted = 'worker/planted.ts';
    writeFileSync(join(folder, planted), "import 'node:fs';\nexport {};\n");
    const errors = await typeErrors(folder, { files: [...files, planted], types: [] });
    expect(errors).toMatch(/^worker\/planted\.ts[^\n]*'node:fs'[^\n]*\n$/);
  });

  test('prints the output that the page shows', async () => {
    const blocks = blocksOfSection(workerPage, 'Try it');
    const printed = blocks.find(({ language }) => language === 'output');
    expect(await run(folder, ['worker/try.ts'])).toBe(printed?.code);
  });

  test('tries again after a failed start', async () => {
    const script = [
      "import worker from './worker/worker.ts';",
      "const ask = (JWT_SECRET) => worker.fetch(new Request('https://a.example/content'), { JWT_SECRET });",
      "console.log(await ask('short').catch(() => 'failed'));",
      "console.log((await ask('thirty-two bytes or more that nobody can guess')).status);",
    ].join('\n');
    expect(await run(folder, ['--input-type=module', '--eval', script])).toBe('failed\n200\n');
  });
});

// Together, because the compiler checks all sources that they import.
test('the adapter, the application in docs/embedding.md, and the configuration files compile', async () => {
  expect([...embeddingFiles.keys()]).toEqual(['embedding/main.ts']);
  expect([...portFiles.keys()]).toEqual([
    'ports/quoin.config.ts',
    'quoin.schema.ts',
    'check/my-blobs.ts',
  ]);
  const files = [adapterFiles, embeddingFiles, hookFiles, portFiles].flatMap((each) => [
    ...each.keys(),
  ]);
  expect(await typeErrors(folder, { files, types: ['node'] })).toBe('');
});

describe('the configuration file in docs/hooks.md', () => {
  test('has three hooks', () => {
    expect([...hookFiles.keys()]).toEqual([
      'quoin.config.ts',
      'hooks/forbidden-words.ts',
      'hooks/second-person.ts',
      'hooks/reading-time.ts',
    ]);
  });

  test('is loaded from the folder of a checkout', async () => {
    const script = [
      "import { readConfig, loadExtensions } from 'quoin/bootstrap';",
      'const { hooks } = await loadExtensions(readConfig());',
      "console.log(hooks.map(({ name }) => name).join(' '));",
    ].join('\n');
    const output = await run(folder, ['--input-type=module', '--eval', script]);
    expect(output).toBe('forbidden-words second-person reading-time\n');
  });
});

const startOf = (text: string): RegExp => new RegExp(`^${RegExp.escape(text)}`);
