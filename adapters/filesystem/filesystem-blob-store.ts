import { randomUUID } from 'node:crypto';
import { lstat, mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assertBlobKey,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  type StoredBlob,
} from '../../core/index.ts';
import { ifThere, onDisk } from './disk-error.ts';
import { readFile, writeFile } from './file-access.ts';
import { listObjects } from './list-objects.ts';
import { publish, remove } from './object-names.ts';
import { locate } from './object-path.ts';
import { clearTemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/**
 * Objects as files under a root that only processes of this service write to, on a file system with
 * hard links. Keys never lead out of the root and symbolic links in it are not followed. An object that
 * was stored survives a power cut.
 *
 * A key that is the folder of another key cannot be stored beside it: the later gets `id_taken`.
 */
export class FilesystemBlobStore implements BlobStore {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /**
   * Makes the root where there is none and removes what an interrupted write left in it, once an hour old.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  static async open(root: string): Promise<FilesystemBlobStore> {
    return onDisk(async () => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const real = await realpath(root);
      await clearTemporaryFolder(real);
      return new FilesystemBlobStore(real);
    });
  }

  async put(key: string, body: AsyncIterable<Uint8Array>): Promise<BlobInfo> {
    assertBlobKey(key);
    const temporary = join(temporaryFolder(this.#root), randomUUID());
    try {
      const size = await writeFile(temporary, body);
      await publish(this.#root, key, temporary);
      return { size };
    } finally {
      // What cannot be removed now goes when the store is opened again.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    return (await this.#find(key))?.info;
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    const found = await this.#find(key);
    if (found === undefined) return undefined;
    const { start, end } = range ?? { start: 0, end: found.info.size - 1 };
    return readFile(found.path, start, end + 1);
  }

  async delete(key: string): Promise<void> {
    const found = await this.#find(key);
    if (found !== undefined) await remove(this.#root, found.path);
  }

  /** When an object was stored is when its file was last written. */
  async list(after: string | undefined, limit: number): Promise<readonly StoredBlob[]> {
    return listObjects(this.#root, after, limit);
  }

  async #find(key: string): Promise<StoredObject | undefined> {
    const path = await locate(this.#root, key);
    if (path === undefined) return undefined;
    const entry = await ifThere(() => lstat(path));
    return entry?.isFile() ? { path, info: { size: entry.size } } : undefined;
  }
}

interface StoredObject {
  readonly path: string;
  readonly info: BlobInfo;
}
