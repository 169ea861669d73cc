import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../adapters/pglite/empty-database.ts';
import { serviceStarter } from '../../support/service/processes.ts';
import { startQuoin } from '../../support/service/quoin-process.ts';
import { smallDisk, type SmallDisk } from '../../support/service/small-disk.ts';

const startService = serviceStarter();

const disk = await smallDisk(70);
if (typeof disk === 'string') {
  console.warn(`Not tested: a full disk. A small one cannot be mounted: ${disk}`);
} else {
  afterAll(() => disk[Symbol.asyncDispose]());
  registerTests(disk);
}

function registerTests({ path, fill, free }: SmallDisk): void {
  const environment = { DATA_DIR: join(path, 'data') };
  const usedBytes = async (): Promise<number> => {
    const { blocks, bfree, bsize } = await statfs(path);
    return (blocks - bfree) * bsize;
  };
  let emptyBytes: number;
  beforeAll(async () => {
    await createEmptyDatabase(environment.DATA_DIR);
    emptyBytes = await usedBytes();
    await rm(environment.DATA_DIR, { recursive: true });
  });

  test('a first start on a disk that is too small for a database ends with code 1 and a sentence', async () => {
    await fill(emptyBytes / 2);
    const service = await startService(environment);
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(/\nCannot use the folder .*\(ENOSPC: .*\): .*\n$/);
    await rm(environment.DATA_DIR, { recursive: true });
    await free();
  });

  const sentence = String.raw`Cannot use the folder .*\(the embedded database cannot write to it: \d+ KiB of its disk are free\): .*`;

  test('a service whose embedded database stops for lack of space ends with code 1 and a sentence', async () => {
    // Enough for an empty database, too little for its migration.
    await fill(emptyBytes + 700 * 1024);
    const service = await startService(environment);
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(new RegExp(`\n${sentence}\n$`));
  });

  test.each([
    ['export', ['export', join(path, 'export')]],
    ['migrate', ['migrate']],
  ])('and so does quoin %s', async (_name, args) => {
    const { exitCode, stderr, stdout } = await startQuoin(args, environment).ended;
    expect(stderr).toMatch(new RegExp(`^${sentence}\n$`));
    expect([exitCode, stdout]).toEqual([1, '']);
  });

  test('with free space, the service starts', async () => {
    await free();
    const service = await startService(environment);
    await service.ready;
    expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
  });
}
