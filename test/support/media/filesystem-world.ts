import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { FilesystemBlobStore } from '../../../adapters/filesystem/filesystem-blob-store.ts';
import type { BlobInfo } from '../../../core/index.ts';
import { inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface FilesystemWorld extends AsyncDisposable {
  /** The parent of the root. It contains nothing else. */
  readonly folder: string;
  readonly root: string;
  readonly store: FilesystemBlobStore;
  readonly put: (key: string, size?: number) => Promise<BlobInfo>;
  /** All files and folders in the root, except the temporary folder. */
  readonly contents: () => Promise<readonly string[]>;
}

/** A blob store in a new folder. */
export const filesystemWorld = async (): Promise<FilesystemWorld> => {
  const folder = await temporaryFolder();
  const root = join(folder.path, 'root');
  const store = await FilesystemBlobStore.open(root);
  return {
    folder: folder.path,
    root,
    store,
    put: (key, size = 10) => store.put(key, inChunks(sampleBytes(size))),
    contents: async () => {
      const names = await fs.readdir(root, { recursive: true });
      return names.filter((name) => name !== '.tmp').toSorted();
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};
