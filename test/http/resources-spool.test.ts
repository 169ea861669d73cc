import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpool } from '../../adapters/koa/spool.ts';
import { transferHandlers } from '../../adapters/koa/rest/transfer.ts';
import { anonymous, operator, type UnitOfWork } from '../../core/index.ts';
import { memoryCms } from '../support/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder[Symbol.asyncDispose]());

const readBack = async (lines: readonly string[]): Promise<readonly string[]> => {
  const spool = await openSpool(folder.path);
  try {
    for (const line of lines) await spool.append(line);
    const read: string[] = [];
    for await (const line of spool.lines()) read.push(line);
    return read;
  } finally {
    await spool.close();
  }
};

test('lines come back as they were, short, empty, and longer than any buffer', async () => {
  const lines = [
    'a',
    '',
    'ü\u2028\u2029\r',
    'x'.repeat(65_535),
    'ß'.repeat(100_000),
    'é'.repeat(3),
    'end',
  ];
  expect(await readBack(lines)).toEqual(lines);
});

test('no lines are none', async () => {
  expect(await readBack([])).toEqual([]);
});

test('a spool has no name, even while it is open', async () => {
  const spool = await openSpool(folder.path);
  await spool.append('secret');
  expect(await readdir(folder.path)).toEqual([]);
  await spool.close();
});

/** The export over a core that tells whether its database is being read. */
const exportHandler = async () => {
  const { ports } = await memoryCms();
  let isReading = false;
  const unitOfWork: UnitOfWork = {
    run: (lock, work) => ports.unitOfWork.run(lock, work),
    snapshot: async (work) => {
      isReading = true;
      const result = await ports.unitOfWork.snapshot(work);
      isReading = false;
      return result;
    },
  };
  const { cms } = await memoryCms({ ports: { ...ports, unitOfWork } });
  const told: string[] = [];
  const { exportAll } = transferHandlers(cms, {
    mediaBaseUrl: '',
    openSpool: async () => {
      const spool = await openSpool(folder.path);
      told.push('opened');
      const close = async (): Promise<void> => {
        await spool.close();
        told.push('closed');
      };
      return { ...spool, close };
    },
  });
  return { exportAll, isReading: () => isReading, told };
};

const request = {
  params: undefined,
  query: undefined,
  headers: undefined,
  body: undefined,
} as const;
const context = { client: '', elapsedMs: () => 0 };

test('the database is done with before the first line is sent', async () => {
  const { exportAll, isReading } = await exportHandler();
  const lines = await exportAll({ ...request, ...context, actor: operator });
  const wasReading: boolean[] = [];
  await lines(async () => {
    wasReading.push(isReading());
  });
  expect(wasReading).toEqual([false, false, false]);
});

test('the spool is let go of, whether a client takes all, leaves, or may not', async () => {
  const { exportAll, told } = await exportHandler();
  const all = await exportAll({ ...request, ...context, actor: operator });
  expect(told).toEqual([]);
  await all(async () => undefined);
  expect(told).toEqual(['opened', 'closed']);
  await expect(all(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(told).toEqual(['opened', 'closed', 'opened', 'closed']);
  const refused = await exportAll({ ...request, ...context, actor: anonymous });
  await expect(refused(async () => undefined)).rejects.toMatchObject({ code: 'not_authenticated' });
  expect(told.filter((each) => each === 'closed')).toHaveLength(3);
});
