import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenConfigFiles as broken } from '../support/service/broken-config-files.ts';

interface Loaded {
  readonly configFile?: string;
  readonly hooks?: readonly string[];
  readonly onEvent?: string;
  readonly mistakes?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'quoin-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A configuration with one hook of this name, in TypeScript. */
const typed = (name: string): string =>
  [
    "import { defineConfig, type Hook } from 'quoin/config';",
    `const hook: Hook = { name: '${name}', operations: ['content.create'], decide: () => undefined };`,
    'export default defineConfig({ hooks: [hook] });',
  ].join('\n');

const plain = (name: string): string =>
  `{ hooks: [{ name: '${name}', operations: ['content.create'], decide() {} }] }`;

const loadable: Readonly<Record<string, { readonly files: object; readonly hook: string }>> = {
  'a folder without package.json': { files: { 'quoin.config.ts': typed('a') }, hook: 'a' },
  'a folder whose package.json says CommonJS': {
    files: {
      'package.json': '{ "type": "commonjs" }',
      'quoin.config.ts': "import { hooks } from './hooks/all.ts';\nexport default { hooks };",
      'hooks/all.ts': `const { hooks } = ${plain('b')};\nexport { hooks };`,
    },
    hook: 'b',
  },
  'a folder with a module in JavaScript': {
    files: { 'quoin.config.mjs': `export default ${plain('c')};` },
    hook: 'c',
  },
  'a folder with CommonJS': {
    files: {
      'quoin.config.js': `const { defineConfig } = require('quoin/config');\nmodule.exports = defineConfig(${plain('d')});`,
    },
    hook: 'd',
  },
  'a folder with a space in its name': {
    files: { 'quoin.config.ts': typed('e') },
    hook: 'e',
  },
  'a file with another name, in TypeScript': { files: { 'cms.mts': typed('f') }, hook: 'f' },
  'a file that waits for another file': {
    files: {
      'quoin.config.ts': `import { readFile } from 'node:fs/promises';\nconst name = await readFile(new URL('name.txt', import.meta.url), 'utf8');\nexport default { hooks: [{ name, operations: ['media.upload'], decide: () => undefined }] };`,
      'name.txt': 'g',
    },
    hook: 'g',
  },
};

const write = (path: string, text: string): string => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return join(folder, path);
};

const isLookedUp = (name: string): boolean => name.startsWith('quoin.config.');

/** The results of all cases, from one process. */
let results: ReadonlyMap<string, Loaded>;
let stderr = '';

beforeAll(() => {
  const targets = new Map<string, string>();
  for (const [name, { files }] of Object.entries(loadable)) {
    const paths = Object.entries(files).map(([path, text]) => write(`${name}/${path}`, text));
    const [own = ''] = paths.filter((path) => /(?:config|cms)\.\w+$/.test(path));
    const isFound = isLookedUp(own.slice(dirname(own).length + 1));
    targets.set(name, isFound ? join(folder, name, '/') : own);
  }
  for (const [name, { file, text }] of Object.entries(broken)) {
    write(`${name}/${file}`, text);
    targets.set(name, join(folder, name, '/'));
  }
  write('two files/quoin.config.ts', typed('x'));
  write('two files/quoin.config.js', 'module.exports = {};');
  targets.set('two files', join(folder, 'two files', '/'));
  targets.set('a missing file', join(folder, 'gone.ts'));
  targets.set('a folder', folder);
  targets.set('nothing', join(write('nothing/readme.txt', ''), '../'));
  targets.set('an upload', write('data/files/ab/quoin.config.ts', typed('x')));
  targets.set('beside the uploads', write('data/quoin.config.ts', typed('beside')));
  write('below/config/quoin.config.ts', typed('x'));
  targets.set('a folder above', join(folder, 'below', '/'));

  const script = fileURLToPath(new URL('../support/service/load-config-files.ts', import.meta.url));
  const outcome = spawnSync(process.execPath, [script, join(folder, 'data'), ...targets.values()], {
    cwd: folder,
    encoding: 'utf8',
  });
  ({ stderr } = outcome);
  const lines = outcome.stdout.trim().split('\n');
  expect(lines, stderr).toHaveLength(targets.size);
  results = new Map([...targets.keys()].map((name, index) => [name, JSON.parse(lines[index]!)]));
});

describe('a configuration file is loaded from', () => {
  test.each(Object.entries(loadable))('%s', (name, { hook }) => {
    expect(results.get(name)).toMatchObject({
      configFile: expect.stringContaining(join(folder, name)),
      hooks: [hook],
      onEvent: 'undefined',
    });
  });

  test('the folder of the data, but not of the uploads', () => {
    expect(results.get('beside the uploads')?.hooks).toEqual(['beside']);
    expect(results.get('an upload')?.mistakes).toEqual([
      expect.stringContaining('uploaded files are never loaded'),
    ]);
  });

  test('no folder that does not contain it', () => {
    for (const name of ['nothing', 'a folder above']) {
      expect(results.get(name)).toEqual({ onEvent: 'undefined' });
    }
  });

  test('everywhere without warnings', () => {
    expect(stderr).toBe('');
  });
});

describe('a mistake is reported with its file, and its line if it is known:', () => {
  test.each(Object.entries(broken))('%s', (name, { file, mistakes }) => {
    const path = join(folder, name, file);
    expect(results.get(name)?.mistakes).toEqual(
      mistakes.map((text) => expect.stringMatching(startOf(`${path}${text}`))),
    );
  });

  test('a named file that is missing, or is a folder', () => {
    for (const [name, path] of [
      ['a missing file', join(folder, 'gone.ts')],
      ['a folder', folder],
    ] as const) {
      expect(results.get(name)?.mistakes).toEqual([
        `${path}: there is no such file. Check --config and QUOIN_CONFIG`,
      ]);
    }
  });

  test('two files in one folder', () => {
    expect(results.get('two files')?.mistakes).toEqual([
      `${join(folder, 'two files', '/')}: has quoin.config.ts and quoin.config.js. Keep one of them`,
    ]);
  });
});

const startOf = (text: string): RegExp => new RegExp(`^${RegExp.escape(text)}`);
