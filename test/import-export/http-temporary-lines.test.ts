import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTemporaryLines } from '../../adapters/koa/answer/temporary-file.ts';
import { transferHandlers } from '../../adapters/http/rest/transfer.ts';
import { anonymous, operator } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder[Symbol.asyncDispose]());

const readBack = async (lines: readonly string[]): Promise<readonly string[]> => {
  const file = await openTemporaryLines(folder.path);
  try {
    for (const line of lines) await file.append(line);
    const read: string[] = [];
    for await (const line of file.read()) read.push(line);
    return read;
  } finally {
    await file.close();
  }
};

test('lines are read back unchanged: short, empty, and longer than the buffer', async () => {
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

test('an empty file has no lines', async () => {
  expect(await readBack([])).toEqual([]);
});

test('the file has no name in its folder while it is open', async () => {
  const file = await openTemporaryLines(folder.path);
  await file.append('secret');
  expect(await readdir(folder.path)).toEqual([]);
  await file.close();
});

/** An export that records whether its database snapshot is open. */
const exportHandler = async () => {
  const { ports } = await memoryCms();
  let isReading = false;
  const store = altered(ports.store, {
    consistently: async (work) => {
      isReading = true;
      const result = await ports.store.consistently(work);
      isReading = false;
      return result;
    },
  });
  const { cms } = await memoryCms({ ports: { ...ports, store } });
  const events: string[] = [];
  const { exportAll } = transferHandlers(cms, {
    mediaBaseUrl: '',
    openLines: async () => {
      const file = await openTemporaryLines(folder.path);
      events.push('opened');
      const close = async (): Promise<void> => {
        await file.close();
        events.push('closed');
      };
      return { ...file, close };
    },
  });
  return { exportAll, isReading: () => isReading, events };
};

const request = {
  params: undefined,
  query: undefined,
  headers: undefined,
  body: undefined,
} as const;

const context = {
  isStrict: false,
  client: '',
  cookie: () => undefined,
  cookieNames: () => [],
  language: () => 'en' as const,
  cause: () => 'user' as const,
  isGone: () => false,
  reserve: () => () => undefined,
  userAgent: undefined,
  elapsedMs: () => 0,
  allowReuse: () => 0,
};

test('the database snapshot ends before the first line is sent', async () => {
  const { exportAll, isReading } = await exportHandler();
  const lines = await exportAll({ ...request, ...context, actor: operator });
  const wasReading: boolean[] = [];
  await lines(async () => {
    wasReading.push(isReading());
  });
  expect(wasReading).toEqual([false, false, false]);
});

test('the file is closed when the client has read everything, disconnects, or is rejected', async () => {
  const { exportAll, events } = await exportHandler();
  const all = await exportAll({ ...request, ...context, actor: operator });
  expect(events).toEqual([]);
  await all(async () => undefined);
  expect(events).toEqual(['opened', 'closed']);
  await expect(all(() => Promise.reject(new Error('disconnected')))).rejects.toThrow(
    'disconnected',
  );
  expect(events).toEqual(['opened', 'closed', 'opened', 'closed']);
  const rejected = await exportAll({ ...request, ...context, actor: anonymous });
  await expect(rejected(async () => undefined)).rejects.toMatchObject({
    code: 'not_authenticated',
  });
  expect(events.filter((each) => each === 'closed')).toHaveLength(3);
});
