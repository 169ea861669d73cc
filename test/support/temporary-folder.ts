import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates an empty folder. Disposing removes it with its content. */
export const temporaryFolder = async (): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'quoin-test-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
};
