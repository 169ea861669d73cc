import { createReadStream } from 'node:fs';
import type { IncomingContentDto } from '../../../contracts/index.ts';
import { readDate } from '../../../core/index.ts';
import type { ContentStatus, JsonObject } from '../../../core/vocabulary.ts';
import { derivedId } from '../markdown/derived-id.ts';
import { readDates } from '../markdown/document-dates.ts';
import { namedValues } from '../markdown/front-matter/front-matter.ts';
import { importItems, sizeOfItem } from './import-items.ts';
import { importCollection, type ImportRun } from './import-run.ts';
import type { ItemToImport } from './import-findings.ts';
import {
  isRestorable,
  readCollection,
  readContent,
  readObjects,
  readRestorable,
  type Incoming,
} from './incoming-records.ts';
import { slugOf } from './item-slug.ts';
import { readLines } from './lines.ts';
import { mapStates, restoreLines, sizeOfLine, type LineToRestore } from './restore-lines.ts';

export interface ImportDefaults {
  /** The collection of items that name none. */
  readonly collection: string | undefined;
  /** The status of items that state none. */
  readonly status: ContentStatus | undefined;
}

/** The number of the last line that is not blank. */
export const countLines = async (file: string): Promise<number> => {
  let last = 0;
  // No line fits into 0 bytes: none is decoded.
  for await (const { number } of readLines(createReadStream(file), 0)) last = number;
  return last;
};

/**
 * Imports the lines of an NDJSON file: items as the REST API returns them, or lines of an export.
 * Skips lines about media files, because the file does not contain their bytes.
 */
export const importLines = async (
  file: string,
  defaults: ImportDefaults,
  run: ImportRun,
): Promise<void> => {
  const seen: Seen = { names: new Map(), hasRestorable: false };
  await importItems(readItems(file, defaults, seen, run), run);
  // The items have to be stored before the lines that refer to them.
  if (seen.hasRestorable) await restoreLines(readRestorableLines(file, seen, run), run);
};

/** What the first reading of the file finds. */
interface Seen {
  /** The names of collections in the service, by their names in the file. */
  readonly names: Map<string, string>;
  hasRestorable: boolean;
}

async function* readRestorableLines(
  file: string,
  { names }: Seen,
  { report, signal }: ImportRun,
): AsyncGenerator<LineToRestore> {
  for await (const { number, line } of readObjects(file)) {
    if (signal.aborted) return;
    const read = line.value && readRestorable(line.value);
    if (read === undefined) continue;
    const source = `line ${number}`;
    if (read.value === undefined) {
      report.skip(source, read.mistake);
      continue;
    }
    const restored = mapStates(read.value, (state) => ({
      ...state,
      collection: names.get(state.collection) ?? state.collection,
    }));
    yield { source, line: restored, size: sizeOfLine(restored), position: number };
  }
}

async function* readItems(
  file: string,
  defaults: ImportDefaults,
  seen: Seen,
  run: ImportRun,
): AsyncGenerator<ItemToImport> {
  const { report, signal } = run;
  const { names } = seen;
  let historyFollows = false;
  const identify = run.onSlugClash === 'suffix' ? distinctIds() : undefined;
  for await (const { number, line } of readObjects(file)) {
    if (signal.aborted) return;
    const source = `line ${number}`;
    if (line.value === undefined) {
      report.skip(source, line.mistake);
      continue;
    }
    const { type } = line.value;
    if (type === 'manifest') {
      historyFollows = line.value['complete'] === true;
      continue;
    }
    if (isRestorable(line.value)) {
      seen.hasRestorable = true;
      continue;
    }
    if (type === 'media') {
      report.skip(source, 'a media file can only be imported from the folder of an export');
      continue;
    }
    if (type === 'collection') {
      const collection = readCollection(line.value);
      if (collection.value === undefined) report.skip(source, collection.mistake);
      else names.set(collection.value.name, await importCollection(collection.value, run));
      continue;
    }
    const item = readItem(line.value, defaults, names);
    if (item.value === undefined) {
      report.skip(source, item.mistake);
      continue;
    }
    const verbatim = type === 'content';
    const value = verbatim ? item.value : (identify?.(item.value) ?? item.value);
    const { status } = value;
    const isStated = defaults.status !== undefined && status !== defaults.status;
    const statedStatus = isStated ? `status: ${status}` : undefined;
    yield {
      source,
      item: value,
      verbatim,
      historyFollows: verbatim && historyFollows,
      statedStatus,
      size: sizeOfItem(value),
      position: number,
    };
  }
}

/**
 * Gives an id to each item without one whose slug an earlier line has: it is another item. Without
 * this, it would count as a change of that line's item.
 */
const distinctIds = (): ((item: IncomingContentDto) => IncomingContentDto) => {
  const counts = new Map<string, number>();
  return (item) => {
    const slug = slugOf(item);
    if (item.id !== undefined || slug === undefined) return item;
    // A translation of an earlier line has another locale.
    const key = `${item.collection} ${slug} ${item.locale ?? ''}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1
      ? item
      : { ...item, id: derivedId('line', item.collection, slug, `${count}`) };
  };
};

const readItem = (
  line: Readonly<Record<string, unknown>>,
  { collection, status }: ImportDefaults,
  names: ReadonlyMap<string, string>,
): Incoming<IncomingContentDto> => {
  const named = line['collection'];
  const target = typeof named === 'string' ? (names.get(named) ?? named) : (named ?? collection);
  if (target === undefined) return { mistake: 'it names no collection: add --collection' };
  const dates = line['type'] === 'content' ? {} : datesOf(line);
  return readContent({
    ...(status !== undefined && { status }),
    ...line,
    ...dates,
    collection: target,
  });
};

/** The times of a line that another program wrote, under any of the usual names. Those in its data can mean anything. */
const datesOf = ({
  data: _data,
  ...line
}: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> => {
  const own = line as JsonObject;
  const { created, updated } = readDates(namedValues(own), () => undefined);
  const read = {
    created_at: created?.time,
    updated_at: updated?.time,
    published_at: readDate(own['published_at'] ?? null)?.time,
  };
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, time]) => {
      const isStated = typeof own[name] === 'number';
      return time === undefined || isStated ? [] : [[name, time] as const];
    }),
  );
};
