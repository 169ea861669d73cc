import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-errors.ts';
import { archiveFiles, blobPath, type ArchiveManifest } from './archive.ts';
import { importItems, sizeOfItem } from './import-items.ts';
import { importCollection, importMediaFile, type ImportRun } from './import-run.ts';
import type { ItemToImport } from './import-findings.ts';
import {
  readCollection,
  readContent,
  readMedia,
  readObject,
  type Incoming,
} from './incoming-records.ts';
import { maxLineBytes, readLines } from './lines.ts';
import { trackMediaAddresses, type MediaAddresses } from './media-addresses.ts';

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
  await importItems(readItems(folder, { addresses, names }, run), run);
};

/** @returns the names of the collections in the service, by their names in the export. */
const importCollections = async (
  folder: string,
  run: ImportRun,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  for await (const { source, line } of readFile(folder, archiveFiles.collections)) {
    const { value, mistake } = line.value === undefined ? line : readCollection(line.value);
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
  for await (const { number, source, line } of readFile(folder, archiveFiles.media)) {
    progress.update(number);
    if (signal.aborted) return;
    const { value, mistake } = line.value === undefined ? line : readMedia(line.value);
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
  { addresses, names }: References,
  { report, signal }: ImportRun,
): AsyncGenerator<ItemToImport> {
  for await (const { number, source, line } of readFile(folder, archiveFiles.content)) {
    if (signal.aborted) return;
    const { value, mistake } = line.value === undefined ? line : readContent(line.value);
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
    yield { source, item, verbatim: true, size: sizeOfItem(item), position: number };
  }
}

interface ArchiveLine {
  readonly number: number;
  /** File and line, for messages. */
  readonly source: string;
  readonly line: Incoming<Readonly<Record<string, unknown>>>;
}

async function* readFile(folder: string, name: string): AsyncGenerator<ArchiveLine> {
  const bytes = createReadStream(join(folder, name));
  for await (const { number, text, mistake } of readLines(bytes, maxLineBytes)) {
    const line = text === undefined ? { mistake } : readObject(text);
    yield { number, source: `${name}, line ${number}`, line };
  }
}
