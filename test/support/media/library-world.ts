import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import type { RestResponse, RestSubject } from '../../conformance/rest-api/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../http/app.ts';
import { restSubject } from '../http/rest-subject.ts';
import { tinyGif } from './tiny-gif.ts';

/** A blob store that records the keys of all `put` calls. */
export class KeyRecordingStore extends MemoryBlobStore {
  readonly keys: string[] = [];

  override async put(key: string, body: AsyncIterable<Uint8Array>) {
    this.keys.push(key);
    return super.put(key, body);
  }
}

/** A file to upload. The defaults describe a GIF of one pixel. */
export interface FileToSend {
  readonly bytes?: Uint8Array | string;
  readonly filename?: string;
  readonly contentType?: string;
  readonly folder?: string;
}

/** The result of an upload, with the members of the record that tests use. */
export interface StoredFile {
  readonly status: number;
  readonly data: {
    readonly url: string;
    readonly originalName: string;
    readonly mimeType?: string;
    readonly width?: number;
  };
}

/** A service with an author who can upload. */
export interface LibraryWorld extends TestApp, RestSubject {
  readonly blobs: KeyRecordingStore;
  readonly author: SignedIn;
  readonly upload: (file: FileToSend) => Promise<StoredFile>;
  /** Requests the URL of a file. */
  readonly fetchFile: (url: string) => Promise<RestResponse>;
}

export const libraryWorld = async (): Promise<LibraryWorld> => {
  const blobs = new KeyRecordingStore();
  const app = await serveApp({ core: { ports: { blobs } } });
  const { close, ...subject } = restSubject(app.url);
  const author = await app.signIn('author');
  return {
    ...app,
    ...subject,
    blobs,
    author,
    upload: async ({ bytes = tinyGif, filename = 'a.gif', contentType = 'image/gif', folder }) => {
      const file = { name: 'file', filename, contentType, bytes: Buffer.from(bytes) };
      const fields = folder === undefined ? [] : [{ name: 'folder', text: folder }];
      const answer = await subject.send({
        method: 'POST',
        path: '/api/media/upload',
        headers: author.bearer,
        parts: [file, ...fields],
      });
      const { data } = JSON.parse(answer.text) as { readonly data?: StoredFile['data'] };
      return { status: answer.status, data: data ?? { url: '', originalName: '' } };
    },
    fetchFile: (url) => subject.send({ method: 'GET', path: new URL(url).pathname }),
    [Symbol.asyncDispose]: async () => {
      close();
      await app[Symbol.asyncDispose]();
    },
  };
};
