import { get, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { operator, type BlobStore } from '../../core/index.ts';
import { serveApp } from '../support/http/app.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { primeStream } from '../../adapters/http/answer/prime-stream.ts';

test('a client that disconnects closes the file that it was reading', async () => {
  const events: string[] = [];
  // More than sockets and streams can buffer.
  const size = 32 * 1024 * 1024;
  async function* largeFile(): AsyncGenerator<Uint8Array> {
    events.push('opened');
    try {
      for (let sent = 0; sent < size; sent += 65_536) yield new Uint8Array(65_536);
      events.push('ended');
    } finally {
      events.push('closed');
    }
  }
  async function* note(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('a note');
  }
  const blobs: BlobStore = {
    put: async (_key, body) => {
      for await (const _ of body);
      return { size };
    },
    stat: async () => ({ size }),
    get: async () => largeFile(),
    delete: async () => undefined,
    list: async () => [],
  };
  const { ports } = await memoryCms();
  await using app = await serveApp({ core: { ports: { ...ports, blobs } } });
  const { key } = await app.cms.media.upload(operator, {
    originalName: 'note.txt',
    body: note(),
    folder: () => undefined,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${app.url}/files/${key}`, resolve).on('error', reject);
  });
  expect([response.statusCode, events]).toEqual([200, ['opened']]);
  response.destroy();
  await vi.waitFor(() => expect(events).toEqual(['opened', 'closed']));
});

const collect = async (bytes: AsyncIterable<Uint8Array>): Promise<readonly number[]> => {
  const all: number[] = [];
  for await (const chunk of bytes) all.push(...chunk);
  return all;
};

/** Records when it is opened and closed. */
const source = (chunks: readonly (readonly number[])[]) => {
  const events: string[] = [];
  async function* bytes(): AsyncGenerator<Uint8Array> {
    events.push('opened');
    try {
      for (const chunk of chunks) yield Uint8Array.from(chunk);
    } finally {
      events.push('closed');
    }
  }
  return { bytes: bytes(), events };
};

test('priming neither loses nor repeats bytes', async () => {
  expect(await collect(await primeStream(source([[1, 2], [3], [], [4]]).bytes))).toEqual([
    1, 2, 3, 4,
  ]);
  expect(await collect(await primeStream(source([]).bytes))).toEqual([]);
});

test('an error while opening is thrown by primeStream', async () => {
  const broken: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
  };
  await expect(primeStream(broken)).rejects.toThrow('broken');
});

test('returning before the first chunk closes the source', async () => {
  const { bytes, events } = source([[1], [2]]);
  const primed = await primeStream(bytes);
  expect(events).toEqual(['opened']);
  await primed.return?.();
  expect(events).toEqual(['opened', 'closed']);
});
