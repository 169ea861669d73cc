import { stat } from 'node:fs/promises';
import { CommandError, UsageError } from '../command-errors.ts';
import { isWordPressExport, wordPressExport } from '../wordpress/wordpress-export.ts';
import { parseColumns } from '../tables/columns.ts';
import { openMarkdownFolder } from '../markdown/markdown-folder.ts';
import { readManifest, requireFiles } from './archive.ts';
import { ifExists } from './files.ts';
import { describeOthers } from './folder-findings.ts';
import { describeForeignFile, describeForeignLines } from './foreign-source.ts';
import { importArchive } from './import-archive.ts';
import { countLines, importLines } from './import-lines.ts';
import { importMarkdown } from './import-markdown.ts';
import { importTable } from './import-table.ts';
import { assertNoSystemOptions, openSystem } from './open-system.ts';
import type { ImportSource, SourceOptions } from './source-options.ts';
import type { ImportRun } from './import-run.ts';

/**
 * Recognises a folder of Markdown, an export, also of WordPress, a table or an NDJSON file.
 *
 * @throws CommandError for anything else, which it names; UsageError for an option that is missing or has no effect.
 */
export const openSource = async (path: string, options: SourceOptions): Promise<ImportSource> => {
  const {
    collection,
    status,
    staticFolder,
    inferSchema = false,
    from,
    furtherPaths = [],
  } = options;
  const found = await ifExists(stat(path));
  if (found === undefined) throw new CommandError(`There is nothing at ${path}.`);
  if (from === 'csv' || (found.isFile() && /\.(?:csv|tsv)$/i.test(path))) {
    assertNoSystemOptions(options);
    return openTable(path, options);
  }
  if (from === 'wordpress' || (found.isFile() && (await isWordPressExport(path)))) {
    return openSystem(wordPressExport([path, ...furtherPaths]), options);
  }
  assertNoSystemOptions(options);
  if (options.columns !== undefined) {
    throw new UsageError('Only a table has columns: leave out --columns.');
  }
  if (!found.isDirectory()) {
    if (!/\.(?:ndjson|jsonl)$/i.test(path)) {
      throw new CommandError(await describeForeignFile(path));
    }
    const foreign = found.isFile() ? await describeForeignLines(path) : undefined;
    if (foreign !== undefined) throw new CommandError(foreign);
    assertNoMarkdownOptions(options);
    assertNoSettings(options);
    const total = found.isFile() ? await countLines(path) : undefined;
    const importInto = (run: ImportRun) => {
      run.progress.count('line', total);
      return importLines(path, { collection, status }, run);
    };
    return { collection, total, files: undefined, importInto };
  }
  const manifest = await readManifest(path);
  if (manifest === undefined) assertNoSettings(options);
  if (manifest !== undefined) {
    if (collection !== undefined || status !== undefined) {
      throw new UsageError(
        'An export contains the collection and status of its items: leave out --collection and --status.',
      );
    }
    if (inferSchema) {
      throw new UsageError('An export contains its schemas: leave out --infer-schema.');
    }
    assertNoMarkdownOptions(options);
    await requireFiles(path, manifest);
    const importInto = (run: ImportRun) => importArchive(path, manifest, run);
    return { collection, total: manifest.counts.content, files: 'files', importInto };
  }
  if (collection === undefined) throw new UsageError('Markdown needs --collection <name>.');
  if (staticFolder !== undefined && !(await ifExists(stat(staticFolder)))?.isDirectory()) {
    throw new CommandError(`There is no folder at ${staticFolder}.`);
  }
  const folder = await openMarkdownFolder(path, { collection, status, staticFolder });
  if (folder.documents.length === 0) {
    const others = describeOthers(folder.otherDocuments).map((line) => ` ${line}.`);
    throw new CommandError(`There is no Markdown in ${path}.${others.join('')}`);
  }
  return {
    collection,
    total: folder.documents.length,
    files: 'files',
    importInto: (run) => importMarkdown(folder, run),
  };
};

const openTable = (path: string, options: SourceOptions): ImportSource => {
  const { collection, status, inferSchema = false, columns } = options;
  if (collection === undefined) throw new UsageError('A table needs --collection <name>.');
  assertNoMarkdownOptions(options);
  assertNoSettings(options);
  const assigned = columns === undefined ? undefined : parseColumns(columns);
  return {
    collection,
    total: undefined,
    files: undefined,
    importInto: (run) => importTable(path, { collection, status, assigned, inferSchema }, run),
  };
};

const assertNoSettings = ({ settings }: SourceOptions): void => {
  if (settings === true) {
    throw new UsageError('Only the folder of an export has settings: leave out --settings.');
  }
};

const assertNoMarkdownOptions = ({ staticFolder, onSlugClash }: SourceOptions): void => {
  if (staticFolder !== undefined) {
    throw new UsageError('Only a folder of Markdown refers to static files: leave out --static.');
  }
  if (onSlugClash === 'path') {
    throw new UsageError('Only Markdown files have a path: use --on-slug-clash skip or suffix.');
  }
};
