import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import type { Extensions } from '../extensions.ts';
import { mistakesInExtensions } from './check-extensions.ts';
import { importConfigFile } from './import-config-file.ts';

export interface LoadedExtensions extends Extensions {
  /** The file with the extensions, absolute. Undefined if there is none. */
  readonly configFile?: string | undefined;
}

/** Loads the extensions. Called in the primary and in each worker. */
export type LoadExtensions = () => Promise<LoadedExtensions>;

/** The names of the files that are found without --config and QUOIN_CONFIG. */
const fileNames = ['quoin.config.ts', 'quoin.config.js', 'quoin.config.mjs'];

/**
 * Loads the hooks and the listener from the configuration file that the configuration names, otherwise from
 * that in `folder`.
 *
 * @throws ConfigError that names the file, the mistake, and the line if it is known.
 */
export const loadExtensions = async (
  { configFile, dataDir }: Pick<Config, 'configFile' | 'dataDir'>,
  folder = process.cwd(),
): Promise<LoadedExtensions> => {
  const path = configFile ?? (await findConfigFile(folder));
  if (path === undefined) return {};
  if (!(await isFile(path))) {
    throw mistakeIn(path, 'there is no such file. Check --config and QUOIN_CONFIG');
  }
  if (await isUpload(path, dataDir)) {
    throw mistakeIn(path, 'uploaded files are never loaded. Move the file out of DATA_DIR');
  }
  const exported = await importConfigFile(path);
  const mistakes = [...mistakesInExtensions(exported)];
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((text) => `${path}: ${text}`));
  return { ...(exported as { readonly default: Extensions }).default, configFile: path };
};

/** @throws ConfigError if the folder has several. */
const findConfigFile = async (folder: string): Promise<string | undefined> => {
  const found: string[] = [];
  for (const name of fileNames) {
    if (await isFile(join(folder, name))) found.push(name);
  }
  const [first, ...others] = found;
  if (others.length > 0) throw mistakeIn(folder, `has ${found.join(' and ')}. Keep one of them`);
  return first === undefined ? undefined : join(folder, first);
};

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^ENO(ENT|TDIR)$/.test(String(error.code))) {
      return false;
    }
    throw error;
  }
};

const isUpload = async (path: string, dataDir: string): Promise<boolean> => {
  const uploads = join(dataDir, 'files');
  const folder = await realpath(uploads).catch(() => uploads);
  return (await realpath(path)).startsWith(folder + sep);
};

const mistakeIn = (path: string, text: string): ConfigError =>
  new ConfigError([`${path}: ${text}`]);
