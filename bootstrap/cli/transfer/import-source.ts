import { stat } from 'node:fs/promises';
import { openMarkdownFolder } from '../../../adapters/markdown/markdown-folder.ts';
import { CommandError, MisuseError } from '../command-error.ts';
import { readManifest } from './archive.ts';
import { importArchive } from './import-archive.ts';
import type { ImportRun } from './import-items.ts';
import { importLines, type LineDefaults } from './import-lines.ts';
import { importMarkdown } from './import-markdown.ts';
import { isNoEntry } from '../../no-entry.ts';

/** Something to import, recognised but not read. */
export interface ImportSource {
  /** Where items go that do not say it themselves. */
  readonly collection: string | undefined;
  /** What its files are called in a summary; undefined when it has none. */
  readonly files: string | undefined;
  readonly importInto: (run: ImportRun) => Promise<void>;
}

/**
 * Recognises a folder of Markdown, an export or an NDJSON file.
 *
 * @throws CommandError when it is none of them; MisuseError when an option is missing or has no use.
 */
export const readSource = async (path: string, defaults: LineDefaults): Promise<ImportSource> => {
  const { collection, status } = defaults;
  if (!(await isFolder(path))) {
    if (!/\.(?:ndjson|jsonl)$/i.test(path)) {
      throw new CommandError(`${path} is neither a folder nor a file with the ending .ndjson.`);
    }
    return { collection, files: undefined, importInto: (run) => importLines(path, defaults, run) };
  }
  const manifest = await readManifest(path);
  if (manifest !== undefined) {
    if (collection !== undefined || status !== undefined) {
      throw new MisuseError('An export says itself where its items go and which status they have.');
    }
    const importInto = (run: ImportRun) => importArchive(path, manifest, run);
    return { collection, files: 'files', importInto };
  }
  if (collection === undefined) throw new MisuseError('--collection <name> is missing.');
  const folder = await openMarkdownFolder(path, { collection, status });
  if (folder.documents.length === 0) throw new CommandError(`There is no Markdown in ${path}.`);
  return { collection, files: 'images', importInto: (run) => importMarkdown(folder, run) };
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isNoEntry(error)) throw new CommandError(`There is nothing at ${path}.`, { cause: error });
    throw error;
  }
};
