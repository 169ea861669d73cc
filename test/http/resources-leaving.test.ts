import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operator, type BlobStore } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/app.ts';
import { memoryCms } from '../support/memory-cms.ts';

let app: TestApp;
let told: string[];

/** More than sockets and streams hold between them. */
const size = 32 * 1024 * 1024;

beforeEach(async () => {
  told = [];
  const { ports } = await memoryCms();
  const blobs: BlobStore = {
    put: async (_key, body) => {
      for await (const _ of body);
      return { size };
    },
    stat: async () => ({ size }),
    get: async () => endless(),
    delete: async () => undefined,
    list: async () => [],
  };
  async function* endless(): AsyncGenerator<Uint8Array> {
    told.push('opened');
    try {
      for (let sent = 0; sent < size; sent += 65_536) yield new Uint8Array(65_536);
      told.push('ended');
    } finally {
      told.push('closed');
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

test('a client that leaves lets go of the file that it was reading', async () => {
  const { key } = await app.cms.media.upload(operator, {
    originalName: 'note.txt',
    body: note(),
    folder: () => undefined,
  });
  const response = await begin(`/files/${key}`);
  expect([response.statusCode, told]).toEqual([200, ['opened']]);
  response.destroy();
  await vi.waitFor(() => expect(told).toEqual(['opened', 'closed']));
});
