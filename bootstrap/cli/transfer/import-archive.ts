import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { archiveFiles, blobPath, type ArchiveManifest } from './archive.ts';
import { importCollection } from './import-collection.ts';
import { importFile } from './import-file.ts';
import { importItems, sizeOfItem, type ImportRun, type SourcedItem } from './import-items.ts';
import {
  readCollection,
  readContent,
  readMedia,
  readObject,
  type Incoming,
} from './incoming-records.ts';
import { maxLineBytes, readLines } from './line-reader.ts';
import { movedAddresses, type MovedAddresses } from './moved-addresses.ts';

/**
 * Brings an exported folder in: collections, files, content, each under the id that it had. Where
 * files have another address here, the addresses within content follow them.
 *
 * @throws CommandError when a collection cannot be read: its content would have no home.
 */
export const importArchive = async (
  folder: string,
  manifest: ArchiveManifest,
  run: ImportRun,
): Promise<void> => {
  const names = await bringCollections(folder, run);
  const moved = movedAddresses(manifest.mediaBaseUrl);
  await bringFiles(folder, run, moved);
  await importItems(readItems(folder, manifest, { moved, names }, run), run);
};

/** @returns the names that the collections have here, by those that they had. */
const bringCollections = async (
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

const bringFiles = async (folder: string, run: ImportRun, moved: MovedAddresses): Promise<void> => {
  const { report, signal, progress } = run;
  for await (const { source, line } of readFile(folder, archiveFiles.media)) {
    if (signal.aborted) return;
    const { value, mistake } = line.value === undefined ? line : readMedia(line.value);
    const path = blobPath(folder, value?.key ?? '');
    if (value === undefined || path === undefined) {
      report.skip(source, mistake ?? 'its key is none that an export has', true);
      continue;
    }
    const url = await importFile(value.originalName, async () => ({ record: value, path }), run);
    if (url !== undefined && value.key !== undefined) moved.note(value.key, url);
    progress.reach(report.done());
  }
};

/** What the items refer to, as it is here. */
interface Surroundings {
  readonly moved: MovedAddresses;
  readonly names: ReadonlyMap<string, string>;
}

async function* readItems(
  folder: string,
  { counts }: ArchiveManifest,
  { moved, names }: Surroundings,
  { report, signal }: ImportRun,
): AsyncGenerator<SourcedItem> {
  for await (const { number, source, line } of readFile(folder, archiveFiles.content)) {
    if (signal.aborted) return;
    const { value, mistake } = line.value === undefined ? line : readContent(line.value);
    if (value === undefined) {
      report.skip(source, mistake ?? '', true);
      continue;
    }
    const { data } = value;
    const collection = names.get(value.collection) ?? value.collection;
    const item = { ...value, collection, ...(data !== undefined && { data: moved.rewrite(data) }) };
    const share = Math.min(1, number / counts.content);
    yield { source, item, verbatim: true, size: sizeOfItem(item), share };
  }
}

interface ArchiveLine {
  readonly number: number;
  /** For people: the file and the line. */
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
