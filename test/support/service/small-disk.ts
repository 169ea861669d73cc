import { spawnSync } from 'node:child_process';
import { appendFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** A disk of a few megabytes. Disposing removes it. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  /** Fills the disk except for some bytes. */
  readonly fill: (leftBytes: number) => Promise<void>;
  /** Removes what `fill` has written. */
  readonly free: () => Promise<void>;
}

const run = (...[command = '', ...args]: readonly string[]): string | undefined => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr);
};

/** Mounts a disk in memory. @returns why it cannot: only root may mount. */
export const smallDisk = async (mebibytes: number): Promise<SmallDisk | string> => {
  const folder = await temporaryFolder();
  const { path } = folder;
  const ballast = join(path, 'ballast');
  const refusal = run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path);
  if (refusal !== undefined) {
    await folder[Symbol.asyncDispose]();
    return refusal;
  }
  return {
    path,
    fill: async (leftBytes) => {
      const { bavail, bsize } = await statfs(path);
      await appendFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
    },
    free: () => rm(ballast),
    [Symbol.asyncDispose]: async () => {
      run('umount', '--lazy', path);
      await folder[Symbol.asyncDispose]();
    },
  };
};
