import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingContentDto } from '../../../contracts/index.ts';
import type { ContentStatus } from '../../../core/index.ts';
import { importCollection } from './import-collection.ts';
import { importItems, sizeOfItem, type ImportRun, type SourcedItem } from './import-items.ts';
import { readCollection, readContent, readObject, type Incoming } from './incoming-records.ts';
import { maxLineBytes, readLines } from './line-reader.ts';

export interface LineDefaults {
  /** For items that name none. */
  readonly collection: string | undefined;
  /** Given to all items instead of their own. */
  readonly status: ContentStatus | undefined;
}

/**
 * Brings the lines of an NDJSON file in: items as the REST API shows them, or what an export holds.
 * The bytes of files are not in such a file, so that lines about them are left out.
 */
export const importLines = async (
  file: string,
  defaults: LineDefaults,
  run: ImportRun,
): Promise<void> => {
  await importItems(readItems(file, defaults, run), run);
};

async function* readItems(
  file: string,
  defaults: LineDefaults,
  run: ImportRun,
): AsyncGenerator<SourcedItem> {
  const { report, signal } = run;
  /** The names that collections of the file have here, by those that they have in it. */
  const names = new Map<string, string>();
  const { size: total } = await stat(file);
  const bytes = createReadStream(file);
  for await (const { number, text, mistake } of readLines(bytes, maxLineBytes)) {
    if (signal.aborted) return;
    const source = `line ${number}`;
    const line = text === undefined ? { mistake } : readObject(text);
    if (line.value === undefined) {
      report.skip(source, line.mistake, true);
      continue;
    }
    const { type } = line.value;
    if (type === 'manifest') continue;
    if (type === 'media') {
      report.skip(
        source,
        'the file that it is about comes only with the folder of an export',
        true,
      );
      continue;
    }
    if (type === 'collection') {
      const collection = readCollection(line.value);
      if (collection.value === undefined) report.skip(source, collection.mistake, true);
      else names.set(collection.value.name, await importCollection(collection.value, run));
      continue;
    }
    const item = readItem(line.value, defaults, names);
    if (item.value === undefined) {
      report.skip(source, item.mistake, true);
      continue;
    }
    const { value } = item;
    const share = total === 0 ? undefined : bytes.bytesRead / total;
    yield { source, item: value, verbatim: type === 'content', size: sizeOfItem(value), share };
  }
}

const readItem = (
  line: Readonly<Record<string, unknown>>,
  { collection, status }: LineDefaults,
  names: ReadonlyMap<string, string>,
): Incoming<IncomingContentDto> => {
  const named = line['collection'];
  const home = typeof named === 'string' ? (names.get(named) ?? named) : (named ?? collection);
  if (home === undefined) return { mistake: 'it names no collection: give one with --collection' };
  return readContent({ ...line, collection: home, ...(status !== undefined && { status }) });
};
