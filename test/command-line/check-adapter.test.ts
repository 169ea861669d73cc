import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runPromise } from '../../bootstrap/check-adapter/run-promise.ts';
import { creationMutants } from '../adapters/repository-mutants/commit-mutants.ts';
import { sessionMutants } from '../adapters/repository-mutants/session-mutants.ts';
import { trashMutants } from '../adapters/repository-mutants/trash-mutants.ts';
import { projectRoot } from '../architecture/sources.ts';
import { blobStoreSuite } from '../conformance/media/blob-store.ts';
import { storeSteps } from '../conformance/store.ts';
import { manualTimer } from '../support/core/manual-timer.ts';
import { quoin, type CommandOptions } from '../support/service/command-line.ts';
import { waitUntil } from '../support/service/processes.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

let files = 0;

const blobPromises = blobStoreSuite.cases.length;

/** Checks the adapters in a new file with this text. */
const check = async (text: string, args: readonly string[] = [], options: CommandOptions = {}) => {
  files += 1;
  const path = join(folder.path, `adapter-${files}.ts`);
  await writeFile(path, text);
  const result = await quoin(['check-adapter', path, ...args], options);
  return { ...result, path, output: result.printed.join('\n') };
};

const adapters = `
import { FilesystemBlobStore } from 'quoin/adapters/filesystem/filesystem-blob-store';
import { MemoryBlobStore } from 'quoin/adapters/memory/memory-blob-store';
import { MemoryKeyValueCache } from 'quoin/adapters/memory/memory-key-value-cache';
import { MemoryStore } from 'quoin/adapters/memory/memory-store';
`;

/** Imports the mutants of a suite. */
const mutantsFrom = (file: string): string =>
  `import * as mutants from '${projectRoot}/test/adapters/${file}';\n`;

describe('a good adapter', () => {
  test('keeps all promises, in a folder of its own for each of them', async () => {
    const own = join(folder.path, 'temporary');
    await mkdir(own);
    vi.stubEnv('TMPDIR', own);
    const { exitCode, printed, notices } = await check(
      `${adapters}
       const folders = new Set();
       export const blobs = ({ config }) => {
         if (folders.has(config.dataDir)) throw new Error('the same folder again');
         if (!config.dataDir.startsWith('${folder.path}')) throw new Error('another folder');
         folders.add(config.dataDir);
         return FilesystemBlobStore.open(config.dataDir);
       };`,
    );
    // A slow machine also reports progress.
    expect([exitCode, notices.filter((notice) => !notice.includes(' %: '))]).toEqual([0, []]);
    expect(printed).toEqual([
      `Checking ports.blobs: ${blobPromises} promises.`,
      `✔ BlobStore: ${blobPromises} promises`,
      `Kept: all ${blobPromises} promises.`,
    ]);
    expect(await readdir(own)).toEqual([]);
  });

  test('can be every port of a configuration file', async () => {
    const { exitCode, printed } = await check(
      `${adapters}
       import { MonotonicClock } from 'quoin/adapters/system/monotonic-clock';
       import { defineConfig } from 'quoin/config';
       export default defineConfig({
         ports: {
           store: () => new MemoryStore(),
           blobs: () => new MemoryBlobStore(),
           sharedCache: () => new MemoryKeyValueCache(new MonotonicClock()),
         },
       });`,
      ['--only', 'return'],
    );
    expect(exitCode).toBe(0);
    expect(printed.filter((line) => line.startsWith('Checking'))).toEqual([
      expect.stringMatching(/^Checking ports\.store: \d\d+ promises\.$/),
      expect.stringMatching(/^Checking ports\.blobs: \d+ promises\.$/),
      expect.stringMatching(/^Checking ports\.sharedCache: \d+ promises\.$/),
    ]);
  });

  test('is migrated first if it is new', async () => {
    const { exitCode } = await check(
      `${adapters}
       class Migrated extends MemoryStore {
         #isMigrated = false;
         async pendingMigrations() {
           return this.#isMigrated ? [] : [{ name: '0001', script: '', creates: true }];
         }
         async migrate() { this.#isMigrated = true; return ['0001']; }
         async snapshot() {
           if (!this.#isMigrated) throw new Error('there is no schema');
           return super.snapshot();
         }
       }
       export const store = () => new Migrated();`,
      ['--only', 'Store, snapshots'],
    );
    expect(exitCode).toBe(0);
  });
});

const otherPorts = {
  processCache: 'new MemoryKeyValueCache(new MonotonicClock())',
  timer: 'new SystemTimer()',
  ids: 'new WebCryptoIdGenerator(clock)',
  secrets: 'new WebCryptoSecretGenerator()',
  passwords: "new WebCryptoPasswordHasher({ legacySalt: '' })",
  digest: 'new WebCryptoDigest()',
  encryption: "new WebCryptoEncryption('a secret')",
  markdown: 'new MarkdownItReader()',
  mediaInspector: 'new FileTypeMediaInspector()',
  patterns: 'new Re2jsPatternCompiler()',
  oneTimeCodes: 'new WebCryptoOneTimeCodes()',
  webhookSigner: 'new WebCryptoWebhookSigner()',
};

test('every port whose suite needs only the port can be checked', async () => {
  const { exitCode, printed, output } = await check(
    `import { FileTypeMediaInspector } from 'quoin/adapters/file-type/file-type-media-inspector';
     import { MarkdownItReader } from 'quoin/adapters/markdown-it/markdown-it-reader';
     import { MemoryKeyValueCache } from 'quoin/adapters/memory/memory-key-value-cache';
     import { Re2jsPatternCompiler } from 'quoin/adapters/re2js/re2js-pattern-compiler';
     import { MonotonicClock } from 'quoin/adapters/system/monotonic-clock';
     import { SystemTimer } from 'quoin/adapters/system/system-timer';
     import { WebCryptoDigest } from 'quoin/adapters/webcrypto/web-crypto-digest';
     import { WebCryptoEncryption } from 'quoin/adapters/webcrypto/web-crypto-encryption';
     import { WebCryptoIdGenerator, WebCryptoSecretGenerator } from 'quoin/adapters/webcrypto/web-crypto-generators';
     import { WebCryptoPasswordHasher } from 'quoin/adapters/webcrypto/web-crypto-password-hasher';
     import { WebCryptoOneTimeCodes } from 'quoin/adapters/webcrypto/web-crypto-one-time-codes';
     import { WebCryptoWebhookSigner } from 'quoin/adapters/webcrypto/web-crypto-webhook-signer';
     ${Object.entries(otherPorts)
       .map(([name, text]) => `export const ${name} = ({ clock }) => ${text};`)
       .join('\n')}`,
    ['--only', 'a'],
  );
  expect([exitCode, output]).toEqual([0, expect.not.stringContaining('✖')]);
  expect(printed.flatMap((line) => /^Checking ports\.(\w+): [1-9]/.exec(line)?.[1] ?? [])).toEqual(
    Object.keys(otherPorts),
  );
});

describe('a store that is being written', () => {
  const suitesOf = (printed: readonly string[]) =>
    printed.flatMap((line) => /^. ([\w, ]+): \d+ promises?$/.exec(line)?.[1] ?? []);
  const store = `${adapters} export const store = () => new MemoryStore();`;

  test('is checked up to a step', async () => {
    const { printed } = await check(store, ['--step', '1']);
    expect(suitesOf(printed)).toEqual(storeSteps[0]?.suites.map(({ port }) => port));
  });

  test.each(['0', '7', 'one'])('has no step %s', async (step) => {
    expect(await check(store, ['--step', step])).toMatchObject({ exitCode: 2 });
  });

  test('is what has steps', async () => {
    const blobs = `${adapters} export const blobs = () => new MemoryBlobStore();`;
    const { exitCode, notices } = await check(blobs, ['--step', '1']);
    expect([exitCode, notices.join()]).toEqual([
      1,
      expect.stringContaining('only a store has steps, and there is no factory of one'),
    ]);
  });

  test('is checked by the suite whose name is given, and not by those whose names begin like it', async () => {
    const { printed } = await check(store, ['--only', 'userrepository']);
    expect(suitesOf(printed)).toEqual(['UserRepository']);
  });
});

describe('a faulty adapter', () => {
  test.each([
    ['loses the last byte', 'get returns the bytes that put stored'],
    ['overwrites objects', 'put does not overwrite an object'],
    ['ignores the prefix', 'list returns only keys that start with the prefix'],
  ])('that %s is reported by the promise "%s"', async (fault, promise) => {
    const { exitCode, output, printed } = await check(
      `${mutantsFrom('mutants/blob-store-mutants.ts')}
       const { mutants: all } = mutants.blobStoreMutants;
       const { open } = all.find((each) => each.fault === '${fault}');
       export const blobs = () => open().store;`,
    );
    expect(exitCode).toBe(1);
    expect(output).toContain(`\n    ✖ ${promise}\n      `);
    expect(printed.at(-1)).toMatch(
      new RegExp(`^Kept: \\d+ of ${blobPromises} promises\\. Broken: \\d+\\.$`),
    );
  });

  test.each([
    ['creationMutants', 'commit-mutants.ts', creationMutants],
    ['trashMutants', 'trash-mutants.ts', trashMutants],
    ['sessionMutants', 'session-mutants.ts', sessionMutants],
  ])(
    'that is the first of %s breaks exactly the promise that names it',
    async (list, file, { suite, mutants: [mutant] }) => {
      const { exitCode, printed } = await check(
        `${mutantsFrom(`repository-mutants/${file}`)}
         import { memorySubject } from '${projectRoot}/test/adapters/repository-mutants/repository-mutant.ts';
         export const store = () => mutants.${list}.mutants[0].make(memorySubject());`,
        ['--only', `${suite.port}: ${mutant?.caughtBy}`],
      );
      expect(exitCode).toBe(1);
      expect(printed.slice(1)).toEqual([
        `✖ ${suite.port}: 0 of 1 promise`,
        `    ✖ ${mutant?.caughtBy}`,
        expect.stringMatching(/^ {6}\S/),
        'Kept: 0 of 1 promise. Broken: 1.',
      ]);
    },
  );

  test('that leaves pieces is found by its usage', async () => {
    const { output } = await check(
      `${mutantsFrom('mutants/blob-store-mutants.ts')}
       const { mutants: all } = mutants.blobStoreMutants;
       const { open } = all.find((each) => each.fault === 'leaves the pieces of a failed write');
       export const blobs = () => {
         const { store, usage } = open();
         return Object.assign(store, { usage });
       };`,
      ['--only', 'the storage holds nothing'],
    );
    expect(output).toContain('usage after a body that throws: expected 50000, got 50001');
  });

  test('is named with its line if it throws an error of its own', async () => {
    const { exitCode, output, path } = await check(
      `${adapters}
       import { DomainError } from 'quoin/core';
       export const blobs = () => Object.assign(new MemoryBlobStore(), {
         stat: async () => undefined.size,
         delete: async () => { throw new DomainError('forbidden', 'Not here'); },
       });`,
    );
    expect(exitCode).toBe(1);
    expect(output).toContain(
      `TypeError: Cannot read properties of undefined (reading 'size') (${path}:9)`,
    );
    expect(output).toContain(`forbidden: Not here (${path}:10)`);
  });

  test('is reported as JSON, for programs', async () => {
    const { exitCode, printed } = await check(
      `${adapters}
       import { MonotonicClock } from 'quoin/adapters/system/monotonic-clock';
       export const sharedCache = () =>
         Object.assign(new MemoryKeyValueCache(new MonotonicClock()), {
           increment: async () => ({ count: 1, ttlMs: 1 }),
         });`,
      ['--json', '--only', 'incr'],
    );
    expect(exitCode).toBe(1);
    expect(printed).toHaveLength(1);
    const { ports } = JSON.parse(printed[0]!);
    expect(ports).toMatchObject([{ port: 'sharedCache' }]);
    const [{ kept, broken, promises }] = ports;
    expect(kept + broken).toBe(promises.length);
    expect(broken).toBeGreaterThan(2);
    expect(promises).toContainEqual({
      suite: 'KeyValueCache',
      promise: 'increments count from one for each key',
      error: 'second: expected 2, got 1',
    });
  });

  test('that rejects in the background breaks the promise, and ends no process', () => {
    const file = join(folder.path, 'background.mjs');
    const text = `
      import { MemoryBlobStore } from 'quoin/adapters/memory/memory-blob-store';
      export const blobs = () => Object.assign(new MemoryBlobStore(), {
        stat: async () => { void Promise.reject(new Error('in the background')); },
      });`;
    return writeFile(file, text).then(() => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [
          join(projectRoot, 'bootstrap/dist/cli.mjs'),
          'check-adapter',
          file,
          '--only',
          'stat and get',
        ],
        { encoding: 'utf8' },
      );
      expect(stdout).toContain('Unhandled rejection: in the background');
      expect(status).toBe(1);
    });
  });

  test('that does not answer breaks the promise after a minute', async () => {
    const timer = manualTimer();
    const never = { name: 'never', run: () => Promise.withResolvers<void>().promise };
    const broken = runPromise(never, async () => ({ subject: undefined }), timer);
    await waitUntil(() => timer.waits().length > 0);
    expect(timer.waits()).toEqual([60_000]);
    timer.expire();
    expect(await broken).toBe('It did not end within 60 seconds');
  });
});

describe('nothing is checked', () => {
  test.each([
    [
      'store',
      `export const store = async () => {
         const store = new MemoryStore();
         await store.repositories.site.claimStarterCollections();
         await store.repositories.collections.insert({
           id: 'b0000000-0000-7000-8000-000000000001', name: 'live', displayName: 'Live', description: '',
           schema: { type: 'object', properties: {}, required: [] }, isActive: true, version: 1, createdAt: 1, updatedAt: 1,
         });
         return watched(store, ['commit', 'migrate', 'exclusively', 'atomically']);
       };`,
    ],
    [
      'store',
      `export const store = () => watched(
         Object.assign(new MemoryStore(), {
           pendingMigrations: async () => [{ name: '0007', script: '', creates: false }],
         }),
         ['commit', 'migrate', 'exclusively', 'atomically'],
       );`,
    ],
    [
      'blobs',
      `export const blobs = async () => {
         const blobs = new MemoryBlobStore();
         await blobs.put('live/a.png', (async function* () {})());
         return watched(blobs, ['put', 'delete']);
       };`,
    ],
    [
      'sharedCache',
      `const cache = new MemoryKeyValueCache({ now: () => 0 });
       let calls = 0;
       export const sharedCache = () => (calls++ === 0 ? cache : watched(cache, ['set', 'increment']));`,
    ],
  ])('in ports.%s if there is data in it', async (port, text) => {
    const { exitCode, notices } = await check(
      `${adapters}
       const watched = (port, names) => {
         for (const name of names) port[name] = async () => { throw new Error('written'); };
         return port;
       };
       ${text}`,
    );
    expect([exitCode, notices]).toEqual([
      1,
      [
        `The factory ports.${port} must return an empty port at each call, but there is data in it: use the folder config.dataDir, which is new for each call, or a database of its own`,
      ],
    ]);
  });

  test('if the factory is faulty', async () => {
    const { exitCode, notices } = await check('export const blobs = () => ({ put() {} });');
    expect([exitCode, notices]).toEqual([
      1,
      [
        'The factory ports.blobs must return a BlobStore, but its result lacks stat, get, delete, list',
      ],
    ]);
  });

  test.each([
    [
      'export const files = 1;',
      'there is no factory. Export a function named store, blobs, sharedCache, processCache, timer',
    ],
    ['export const keyValue = () => ({});', 'ports.keyValue is called ports.sharedCache now'],
    ['export const blobs = 1;', 'ports.blobs must be a function that returns the port'],
    ['export default { ports: { cache() {} } };', 'ports.cache cannot be replaced'],
    ['export default { hooks: [] };', 'there is no factory'],
  ])('if the file is %s', async (text, mistake) => {
    const { exitCode, notices, path } = await check(text);
    expect(exitCode).toBe(1);
    expect(notices.join()).toContain(`${path}: ${mistake}`);
  });

  test('if there is no such file', async () => {
    const { exitCode, notices } = await quoin(['check-adapter', join(folder.path, 'gone.ts')]);
    expect(exitCode).toBe(1);
    expect(notices.join()).toContain('gone.ts: there is no such file');
  });

  test('if no promise has the text', async () => {
    const { exitCode, notices } = await check(
      `${adapters} export const blobs = () => new MemoryBlobStore();`,
      ['--only', 'nonsense'],
    );
    expect(exitCode).toBe(2);
    expect(notices.join()).toContain("No promise contains 'nonsense'.");
  });

  test('after Ctrl-C', async () => {
    const { exitCode, printed } = await check(
      `${adapters} export const blobs = () => new MemoryBlobStore();`,
      [],
      { signal: AbortSignal.abort() },
    );
    expect([exitCode, printed]).toEqual([130, [`Checking ports.blobs: ${blobPromises} promises.`]]);
  });
});
