import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPgliteStore } from '../../../adapters/pglite/open-pglite-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { temporaryRoot } from '../temporary-folder.ts';

/** The files of a migrated embedded database. Tests copy them. */
export interface EmbeddedTemplate {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates the template. Opening a copy is several times faster than creating a new database. */
export const makeEmbeddedTemplate = async (): Promise<EmbeddedTemplate> => {
  const path = await mkdtemp(join(temporaryRoot, 'quoin-template-'));
  const store = await openPgliteStore(path, new SystemTimer());
  try {
    await store.migrate();
  } finally {
    await store.close();
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
