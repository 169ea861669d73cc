import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealthProbe } from '../../core/index.ts';
import { onDisk } from './disk-error.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Whether a small file can be written where the blob store of the same root begins its files. */
export class FilesystemHealthProbe implements HealthProbe {
  readonly #folder: string;

  constructor(root: string) {
    this.#folder = temporaryFolder(root);
  }

  /** @throws DomainError `dependency_unavailable`. */
  async ping(): Promise<void> {
    const path = join(this.#folder, `probe-${randomUUID()}`);
    await onDisk(async () => {
      try {
        await writeFile(path, 'probe', { flag: 'wx', mode: 0o600 });
      } finally {
        await rm(path, { force: true });
      }
    });
  }
}
