import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IncomingMediaDto, RestorableLineDto } from '../../../contracts/index.ts';
import { CommandError } from '../command-errors.ts';
import { archiveFiles, blobPath, type ArchiveManifest } from './archive.ts';
import { formatCount, formatCounted } from '../progress.ts';
import { ifExists } from './files.ts';
import { importItems, sizeOfItem } from './import-items.ts';
import { importCollection, importMediaFile, type ImportRun } from './import-run.ts';
import type { ItemToImport } from './import-findings.ts';
import {
  readCollection,
  readContent,
  readMedia,
  readObjects,
  readRestorable,
  type Incoming,
} from './incoming-records.ts';
import { importSetup } from './import-setup.ts';
import { readSetup } from './setup.ts';
import { trackMediaAddresses, type MediaAddresses } from './media-addresses.ts';
import { mapStates, restoreLines, sizeOfLine, type LineToRestore } from './restore-lines.ts';

/**
 * Imports the folder of an export: collections, files and content, with their ids. Replaces the
 * addresses of files in the content when they change.
 *
 * @throws CommandError for a collection that cannot be read: its items would all fail.
 */
export const importArchive = async (
  folder: string,
  manifest: ArchiveManifest,
  run: ImportRun,
): Promise<void> => {
  const { counts } = manifest;
  const setup = counts.webhooks === undefined ? undefined : await readSetup(folder);
  const names = await importCollections(folder, counts.collections, run);
  await importSetup(setup, names, run);
  const addresses = trackMediaAddresses(manifest.mediaBaseUrl);
  run.progress.count('file', counts.media);
  await importFiles(folder, counts.media, run, addresses);
  run.progress.count('item', counts.content);
  const historyFollows = counts.revisions !== undefined;
  const references = { addresses, names };
  await importItems(readItems(folder, counts.content, { ...references, historyFollows }, run), run);
  for (const part of restorable) {
    const count = counts[part];
    if (count === undefined || run.signal.aborted) continue;
    run.progress.count('line', count);
    await restoreLines(readLines(folder, part, count, references, run), run);
  }
};

/** The files of a complete export that refer to items, each one to earlier ones. */
const restorable = [
  'trash',
  'revisions',
  'workingCopies',
  'schedules',
  'comments',
  'formerSlugs',
] as const;

/** @returns the names of the collections in the service, by their names in the export. */
const importCollections = async (
  folder: string,
  expected: number,
  run: ImportRun,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  for await (const { source, value, mistake } of readRecords(
    folder,
    archiveFiles.collections,
    expected,
    run,
    readCollection,
  )) {
    if (value === undefined) throw new CommandError(`${source}: ${mistake ?? ''}`);
    names.set(value.name, await importCollection(value, run));
  }
  return names;
};

const importFiles = async (
  folder: string,
  expected: number,
  run: ImportRun,
  addresses: MediaAddresses,
): Promise<void> => {
  const { report, signal, progress } = run;
  for await (const { number, source, value, mistake } of readRecords(
    folder,
    archiveFiles.media,
    expected,
    run,
    readSizedMedia,
  )) {
    progress.update(number);
    if (signal.aborted) return;
    const path = blobPath(folder, value?.key ?? '');
    if (value === undefined || path === undefined) {
      report.skip(source, mistake ?? 'its key is not valid');
      continue;
    }
    const wrong = await wrongSize(path, value.size);
    if (wrong !== undefined) {
      report.skip(value.originalName, wrong);
      continue;
    }
    const { size: _size, ...record } = value;
    const url = await importMediaFile(value.originalName, async () => ({ record, path }), run);
    if (url !== undefined && value.key !== undefined) addresses.add(value.key, url);
  }
};

const readSizedMedia = (
  line: Readonly<Record<string, unknown>>,
): Incoming<IncomingMediaDto & { readonly size: unknown }> => {
  const read = readMedia(line);
  return read.value === undefined ? read : { value: { ...read.value, size: line['size'] } };
};

/** @returns why the bytes of a file are not all of it; undefined if they are, or cannot be read at all. */
const wrongSize = async (path: string, size: unknown): Promise<string | undefined> => {
  const found = await ifExists(stat(path));
  return found === undefined || typeof size !== 'number' || found.size === size
    ? undefined
    : `its file has ${formatCounted(found.size, 'byte')} instead of ${formatCount(size)}`;
};

/** The addresses of media files and the names of collections in the service. */
interface References {
  readonly addresses: MediaAddresses;
  readonly names: ReadonlyMap<string, string>;
}

async function* readItems(
  folder: string,
  expected: number,
  { addresses, names, historyFollows }: References & { readonly historyFollows: boolean },
  run: ImportRun,
): AsyncGenerator<ItemToImport> {
  const { report, signal } = run;
  for await (const { number, source, value, mistake } of readRecords(
    folder,
    archiveFiles.content,
    expected,
    run,
    readContent,
  )) {
    if (signal.aborted) return;
    if (value === undefined) {
      report.skip(source, mistake ?? '');
      continue;
    }
    const { data } = value;
    const collection = names.get(value.collection) ?? value.collection;
    const item = {
      ...value,
      collection,
      ...(data !== undefined && { data: addresses.rewrite(data) }),
    };
    yield {
      source,
      item,
      verbatim: true,
      historyFollows,
      size: sizeOfItem(item),
      position: number,
    };
  }
}

async function* readLines(
  folder: string,
  part: (typeof restorable)[number],
  expected: number,
  references: References,
  run: ImportRun,
): AsyncGenerator<LineToRestore> {
  const { report, signal } = run;
  const read = (line: Readonly<Record<string, unknown>>): Incoming<RestorableLineDto> =>
    readRestorable(line) ?? { mistake: 'its type is unknown' };
  for await (const { number, source, value, mistake } of readRecords(
    folder,
    archiveFiles[part],
    expected,
    run,
    read,
  )) {
    if (signal.aborted) return;
    if (value === undefined) {
      report.skip(source, mistake ?? '');
      continue;
    }
    const line = mapStates(value, (state) => ({
      ...state,
      collection: references.names.get(state.collection) ?? state.collection,
      data: references.addresses.rewrite(state.data),
    }));
    yield { source, line, size: sizeOfLine(line), position: number };
  }
}

type Line<T> = Incoming<T> & {
  readonly number: number;
  /** File and line, for messages. */
  readonly source: string;
};

/** Reads the lines of a file, and reports if it does not have as many as the export. */
async function* readRecords<T>(
  folder: string,
  name: string,
  expected: number,
  { report }: Pick<ImportRun, 'report'>,
  read: (line: Readonly<Record<string, unknown>>) => Incoming<T>,
): AsyncGenerator<Line<T>> {
  let count = 0;
  for await (const { number, line } of readObjects(join(folder, name))) {
    const record = line.value === undefined ? line : read(line.value);
    count += 1;
    yield { number, source: `${name}, line ${number}`, ...record };
  }
  if (count !== expected) report.incomplete(name, count, expected);
}
