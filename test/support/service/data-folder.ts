import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

/**
 * Creates a data folder that already contains a migrated embedded database. This saves the time of a
 * first start.
 */
export const dataFolder = async (): Promise<TemporaryFolder> => {
  const response = await fetch(inject('servicesUrl'), { method: 'PUT' });
  if (!response.ok) throw new Error(await response.text());
  const { path } = (await response.json()) as { readonly path: string };
  const folder = await temporaryFolder();
  await cp(path, join(folder.path, 'database'), { recursive: true });
  return folder;
};
