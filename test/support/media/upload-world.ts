import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import type { BlobStore } from '../../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../http/app.ts';
import type { Answer } from '../http/http-client.ts';
import { multipart, multipartType, type PartHead, type Parts } from '../http/multipart.ts';

export const uploadMaxBytes = 256 * 1024;

/** Common part heads, and the content of the file. */
export const file: PartHead = { name: 'file', filename: 'notes.txt' };
export const folder: PartHead = { name: 'folder' };
export const record: PartHead = { name: 'record' };
export const text = 'Tidal pools in winter.\n';

export interface UploadWorld extends AsyncDisposable {
  readonly app: TestApp;
  /** Sends any body, as an admin. */
  readonly post: (
    path: string,
    body: Buffer<ArrayBuffer>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  readonly upload: (...parts: Parts) => Promise<Answer>;
  readonly transfer: (...parts: Parts) => Promise<Answer>;
  /** The number of objects in the blob store. */
  readonly stored: () => Promise<number>;
}

/** Opens an application for uploads. */
export const uploadWorld = async (): Promise<UploadWorld> => {
  const { blobs, stored } = recordingStore();
  const app = await serveApp({ core: { uploadMaxBytes, ports: { blobs } } });
  const { bearer }: SignedIn = await app.signIn('admin');
  const post: UploadWorld['post'] = (path, body, headers = {}) =>
    app.request(path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': multipartType, ...bearer, ...headers },
    });
  return {
    app,
    post,
    upload: (...parts) => post('/api/media/upload', multipart(...parts)),
    transfer: (...parts) => post('/api/transfer/media', multipart(...parts)),
    stored,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};

/** A blob store that records its keys, to count the objects that still exist. */
const recordingStore = (): Pick<UploadWorld, 'stored'> & { readonly blobs: BlobStore } => {
  const store = new MemoryBlobStore();
  const keys: string[] = [];
  const blobs: BlobStore = {
    put: (key, body) => {
      keys.push(key);
      return store.put(key, body);
    },
    stat: (key) => store.stat(key),
    get: (key, range) => store.get(key, range),
    delete: (key) => store.delete(key),
    list: (...range) => store.list(...range),
  };
  return {
    blobs,
    stored: async () => {
      const found = await Promise.all(keys.map((key) => store.stat(key)));
      return found.filter((each) => each !== undefined).length;
    },
  };
};
