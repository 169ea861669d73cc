import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

/**
 * A new data folder of a service, in which the embedded database is made already: the work of a
 * first start, which most tests are not about.
 */
export const dataFolder = async (): Promise<TemporaryFolder> => {
  const response = await fetch(inject('servicesUrl'), { method: 'PUT' });
  if (!response.ok) throw new Error(await response.text());
  const { path } = (await response.json()) as { readonly path: string };
  const folder = await temporaryFolder();
  await cp(path, join(folder.path, 'database'), { recursive: true });
  return folder;
};
