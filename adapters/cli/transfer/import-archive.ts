import { join } from 'node:path';
import type { RestorableLineDto } from '../../../contracts/index.ts';
import {
  escapePattern,
  mapStrings,
  mediaKeyPattern,
  type JsonObject,
} from '../../../core/index.ts';
import { CommandError } from '../command-errors.ts';
import { archiveFiles, blobPath, type ArchiveManifest } from './archive.ts';
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
  const names = await importCollections(folder, run);
  const addresses = trackMediaAddresses(manifest.mediaBaseUrl);
  run.progress.count('file', manifest.counts.media);
  await importFiles(folder, run, addresses);
  run.progress.count('item', manifest.counts.content);
  const historyFollows = manifest.counts.revisions !== undefined;
  const references = { addresses, names };
  await importItems(readItems(folder, { ...references, historyFollows }, run), run);
  for (const part of restorable) {
    const count = manifest.counts[part];
    if (count === undefined || run.signal.aborted) continue;
    run.progress.count('line', count);
    await restoreLines(readLines(archiveFiles[part], folder, references, run), run);
  }
};

/** The files of a complete export that refer to items, each one to earlier ones. */
const restorable = ['trash', 'revisions', 'workingCopies', 'schedules', 'formerSlugs'] as const;

/** @returns the names of the collections in the service, by their names in the export. */
const importCollections = async (
  folder: string,
  run: ImportRun,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  for await (const { source, value, mistake } of readRecords(
    folder,
    archiveFiles.collections,
    readCollection,
  )) {
    if (value === undefined) throw new CommandError(`${source}: ${mistake ?? ''}`);
    names.set(value.name, await importCollection(value, run));
  }
  return names;
};

const importFiles = async (
  folder: string,
  run: ImportRun,
  addresses: MediaAddresses,
): Promise<void> => {
  const { report, signal, progress } = run;
  for await (const { number, source, value, mistake } of readRecords(
    folder,
    archiveFiles.media,
    readMedia,
  )) {
    progress.update(number);
    if (signal.aborted) return;
    const path = blobPath(folder, value?.key ?? '');
    if (value === undefined || path === undefined) {
      report.skip(source, mistake ?? 'its key is not valid');
      continue;
    }
    const url = await importMediaFile(
      value.originalName,
      async () => ({ record: value, path }),
      run,
    );
    if (url !== undefined && value.key !== undefined) addresses.add(value.key, url);
  }
};

/** The addresses of media files and the names of collections in the service. */
interface References {
  readonly addresses: MediaAddresses;
  readonly names: ReadonlyMap<string, string>;
}

async function* readItems(
  folder: string,
  { addresses, names, historyFollows }: References & { readonly historyFollows: boolean },
  { report, signal }: ImportRun,
): AsyncGenerator<ItemToImport> {
  for await (const { number, source, value, mistake } of readRecords(
    folder,
    archiveFiles.content,
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
  name: string,
  folder: string,
  references: References,
  { report, signal }: ImportRun,
): AsyncGenerator<LineToRestore> {
  const read = (line: Readonly<Record<string, unknown>>): Incoming<RestorableLineDto> =>
    readRestorable(line) ?? { mistake: 'its type is unknown' };
  for await (const { number, source, value, mistake } of readRecords(folder, name, read)) {
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

async function* readRecords<T>(
  folder: string,
  name: string,
  read: (line: Readonly<Record<string, unknown>>) => Incoming<T>,
): AsyncGenerator<Line<T>> {
  for await (const { number, line } of readObjects(join(folder, name))) {
    const record = line.value === undefined ? line : read(line.value);
    yield { number, source: `${name}, line ${number}`, ...record };
  }
}

/**
 * Maps the addresses that media files had in an export to their addresses in the service.
 *
 * @param oldBase preceded the keys in the export; undefined when it has no media files.
 */
const trackMediaAddresses = (oldBase: string | undefined) => {
  // Most files have the same key in the service; only the others need an entry.
  const renamed = new Map<string, string>();
  let newBase: string | undefined;
  const add = (key: string, url: string): void => {
    if (url.endsWith(`/${key}`)) newBase ??= url.slice(0, -key.length - 1);
    else renamed.set(key, url);
  };
  if (oldBase === undefined) return { add, rewrite: (data: JsonObject): JsonObject => data };
  const address = new RegExp(`${escapePattern(oldBase)}/(${mediaKeyPattern})`, 'g');
  const replaceAll = (text: string): string =>
    text.replace(address, (_, key: string) => renamed.get(key) ?? `${newBase ?? oldBase}/${key}`);
  /** Replaces addresses in the data. Returns the same object when no file has moved. */
  const rewrite = (data: JsonObject): JsonObject => {
    const isSame = (newBase ?? oldBase) === oldBase && renamed.size === 0;
    return isSame ? data : mapStrings(data, replaceAll);
  };
  return { add, rewrite };
};

type MediaAddresses = ReturnType<typeof trackMediaAddresses>;
