import { readFile } from 'node:fs/promises';

/** The version of this program. */
export const readVersion = async (): Promise<string> => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
};
