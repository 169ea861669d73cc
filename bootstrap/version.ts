import { readFile } from 'node:fs/promises';

let version: Promise<string> | undefined;

/** The version of this program. */
export const readVersion = (): Promise<string> => (version ??= read());

const read = async (): Promise<string> => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
};
