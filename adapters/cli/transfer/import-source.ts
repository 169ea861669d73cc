import { stat } from 'node:fs/promises';
import { CommandError, UsageError } from '../command-errors.ts';
import { openMarkdownFolder } from '../markdown/markdown-folder.ts';
import { readManifest } from './archive.ts';
import { ifExists } from './files.ts';
import { importArchive } from './import-archive.ts';
import { importLines, type ImportDefaults } from './import-lines.ts';
import { importMarkdown } from './import-markdown.ts';
import type { ImportRun, OnSlugClash } from './import-run.ts';

/** A recognised source. Its files are read when the import runs. */
export interface ImportSource {
  /** The collection of items that name none. */
  readonly collection: string | undefined;
  /** What a summary calls the files of the source; undefined when it has none. */
  readonly files: string | undefined;
  readonly importInto: (run: ImportRun) => Promise<void>;
}

export interface SourceOptions extends ImportDefaults {
  readonly onSlugClash?: OnSlugClash | undefined;
  readonly inferSchema?: boolean | undefined;
}

/**
 * Recognises a folder of Markdown, an export or an NDJSON file.
 *
 * @throws CommandError for anything else; UsageError for an option that is missing or has no effect.
 */
export const openSource = async (path: string, options: SourceOptions): Promise<ImportSource> => {
  const { onSlugClash, inferSchema = false, ...defaults } = options;
  const { collection, status } = defaults;
  const found = await ifExists(stat(path));
  if (found === undefined) throw new CommandError(`There is nothing at ${path}.`);
  if (!found.isDirectory()) {
    if (!/\.(?:ndjson|jsonl)$/i.test(path)) {
      throw new CommandError(`${path} is neither a folder nor a file that ends in .ndjson.`);
    }
    assertNoPathRule(onSlugClash);
    return { collection, files: undefined, importInto: (run) => importLines(path, defaults, run) };
  }
  const manifest = await readManifest(path);
  if (manifest !== undefined) {
    if (collection !== undefined || status !== undefined) {
      throw new UsageError(
        'An export contains the collection and status of its items: leave out --collection and --status.',
      );
    }
    if (inferSchema) {
      throw new UsageError('An export contains its schemas: leave out --infer-schema.');
    }
    assertNoPathRule(onSlugClash);
    const importInto = (run: ImportRun) => importArchive(path, manifest, run);
    return { collection, files: 'files', importInto };
  }
  if (collection === undefined) throw new UsageError('Markdown needs --collection <name>.');
  const folder = await openMarkdownFolder(path, { collection, status });
  if (folder.documents.length === 0) throw new CommandError(`There is no Markdown in ${path}.`);
  return { collection, files: 'images', importInto: (run) => importMarkdown(folder, run) };
};

const assertNoPathRule = (onSlugClash: OnSlugClash | undefined): void => {
  if (onSlugClash !== 'path') return;
  throw new UsageError('Only Markdown files have a path: use --on-slug-clash skip or suffix.');
};
