import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operator, type BlobStore } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

let app: TestApp;
let events: string[];

/** More than sockets and streams can buffer. */
const size = 32 * 1024 * 1024;

beforeEach(async () => {
  events = [];
  const { ports } = await memoryCms();
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
  async function* largeFile(): AsyncGenerator<Uint8Array> {
    events.push('opened');
    try {
      for (let sent = 0; sent < size; sent += 65_536) yield new Uint8Array(65_536);
      events.push('ended');
    } finally {
      events.push('closed');
    }
  }
  app = await serveApp({ core: { ports: { ...ports, blobs } } });
});

afterEach(() => app[Symbol.asyncDispose]());

const begin = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${app.url}${path}`, resolve).on('error', reject);
  });

async function* note(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('a note');
}

test('a client that disconnects closes the file that it was reading', async () => {
  const { key } = await app.cms.media.upload(operator, {
    originalName: 'note.txt',
    body: note(),
    folder: () => undefined,
  });
  const response = await begin(`/files/${key}`);
  expect([response.statusCode, events]).toEqual([200, ['opened']]);
  response.destroy();
  await vi.waitFor(() => expect(events).toEqual(['opened', 'closed']));
});
