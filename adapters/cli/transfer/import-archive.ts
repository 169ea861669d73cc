import { join } from 'node:path';
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
  type Incoming,
} from './incoming-records.ts';

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
  for await (const { number, line } of readObjects(join(folder, name))) {
    yield { number, source: `${name}, line ${number}`, line };
  }
}

/** Maps the addresses that media files had in an export to their addresses in the service. */
interface MediaAddresses {
  /** @param key the one in the export. @param url the address in the service. */
  readonly add: (key: string, url: string) => void;
  /** Replaces addresses in the data. Returns the same object when no file has moved. */
  readonly rewrite: (data: JsonObject) => JsonObject;
}

/** @param oldBase preceded the keys in the export; undefined when it has no media files. */
const trackMediaAddresses = (oldBase: string | undefined): MediaAddresses => {
  if (oldBase === undefined) return { add: () => undefined, rewrite: (data) => data };
  const address = new RegExp(`${escapePattern(oldBase)}/(${mediaKeyPattern})`, 'g');
  // Nearly all files keep their key; only the others need an entry.
  const renamed = new Map<string, string>();
  let newBase: string | undefined;
  const replaceAll = (text: string): string =>
    text.replace(address, (before, key: string) => {
      const url = renamed.get(key);
      if (url !== undefined) return url;
      return newBase === undefined ? before : `${newBase}/${key}`;
    });
  return {
    add: (key, url) => {
      if (url.endsWith(`/${key}`)) newBase ??= url.slice(0, -key.length - 1);
      else renamed.set(key, url);
    },
    rewrite: (data) => {
      const sameBase = newBase === undefined || newBase === oldBase;
      return sameBase && renamed.size === 0 ? data : mapStrings(data, replaceAll);
    },
  };
};
