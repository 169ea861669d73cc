import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealthProbe } from '../../core/index.ts';
import { withDiskErrors } from './filesystem-errors.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes a small file to the temporary folder of the blob store with the same root. */
export class FilesystemHealthProbe implements HealthProbe {
  readonly #folder: string;

  constructor(root: string) {
    this.#folder = temporaryFolder(root);
  }

  /** @throws DomainError `dependency_unavailable`. */
  async ping(): Promise<void> {
    const path = join(this.#folder, `probe-${randomUUID()}`);
    await withDiskErrors(async () => {
      try {
        await writeFile(path, 'probe', { flag: 'wx', mode: 0o600 });
      } finally {
        await rm(path, { force: true });
      }
    });
  }
}
