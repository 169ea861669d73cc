import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSecret } from '../../support/core/memory-cms.ts';
import { serviceStarter, waitForOutput } from '../../support/service/processes.ts';
import { startQuoin } from '../../support/service/quoin-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

const startService = serviceStarter();

/** A store that holds a connection and never closes, and a storage of files that `FAULT` chooses. */
const neverClosing = `import { MemoryStore } from 'quoin/adapters/memory/memory-store';
import { defineConfig } from 'quoin/config';

const never = new Promise<never>(() => undefined);

class NeverClosing extends MemoryStore {
  override close = () => never;
}

export default defineConfig({
  ports: {
    store: () => {
      setInterval(() => undefined, 1_000);
      return new NeverClosing();
    },
    blobs: async ({ log }) => {
      log.info('Opening the files of the test');
      if (process.env['FAULT'] === 'hangs') return never;
      throw new Error('no bucket');
    },
  },
});
`;

let folder: TemporaryFolder;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const file = join(folder.path, 'quoin.config.ts');
  await writeFile(file, neverClosing);
  environment = {
    QUOIN_CONFIG: file,
    DATA_DIR: join(folder.path, 'data'),
    JWT_SECRET: testSecret,
  };
});

afterAll(() => folder[Symbol.asyncDispose]());

test('a start that fails ends with code 1 and a sentence, even if a part never closes', async () => {
  const service = await startService(environment);
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(/\n[^\n{]*ports\.blobs[^\n]*no bucket[^\n]*\n$/);
});

test.each([
  ['export', ['export', 'never-written']],
  ['media check', ['media', 'check']],
])('quoin %s ends with code 1 and a sentence, even if a part never closes', async (_name, args) => {
  const { exitCode, stderr } = await startQuoin(args, environment).ended;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^[^\n]*ports\.blobs[^\n]*no bucket[^\n]*\n$/);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends a start that hangs, with code 0',
  async (signal) => {
    const service = await startService({ ...environment, FAULT: 'hangs' });
    await waitForOutput(service, 'Opening the files of the test');
    service.child.kill(signal);
    // Without a limit, the start would end when the time of the port is up, after ten seconds.
    expect(await Promise.race([service.ended, sleep(6_000, 'running')])).toBe(0);
  },
);
