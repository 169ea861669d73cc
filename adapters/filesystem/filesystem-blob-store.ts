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
import { readFile, writeFile } from './file-io.ts';
import { undefinedIfAbsent, withDiskErrors } from './filesystem-errors.ts';
import { listObjects } from './list-objects.ts';
import { pathOf, publish, remove } from './object-path.ts';
import { clearTemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/**
 * Objects as files in a root folder that only processes of this service write to. The file system must
 * support hard links. Keys cannot lead out of the root, symbolic links are not followed, and a stored object
 * survives a power failure.
 *
 * `a` and `a/b` cannot both be stored, because a file and a folder cannot have the same name: the second
 * `put` throws `id_taken`.
 */
export class FilesystemBlobStore implements BlobStore {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /**
   * Creates the root if it does not exist. Removes files of interrupted writes that are older than an hour.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  static async open(root: string): Promise<FilesystemBlobStore> {
    return withDiskErrors(async () => {
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
      // If this fails, open() removes the file later.
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

  /** `storedAt` is the time of the last change of the file. */
  async list(
    after: string | undefined,
    limit: number,
    prefix = '',
  ): Promise<readonly StoredBlob[]> {
    return listObjects(this.#root, { after: after ?? '', limit, prefix });
  }

  async #find(key: string): Promise<StoredObject | undefined> {
    const path = await pathOf(this.#root, key);
    if (path !== undefined) {
      const entry = await undefinedIfAbsent(() => lstat(path));
      if (entry?.isFile()) return { path, info: { size: entry.size } };
    }
    // Missing only if the drive of the root is not mounted: then no object is known to be absent.
    await withDiskErrors(() => lstat(temporaryFolder(this.#root)));
    return undefined;
  }
}

interface StoredObject {
  readonly path: string;
  readonly info: BlobInfo;
}
