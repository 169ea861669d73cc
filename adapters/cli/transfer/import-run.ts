import { access } from 'node:fs/promises';
import type {
  ContentOutcomeDto,
  IncomingCollectionDto,
  IncomingContentDto,
  IncomingMediaDto,
} from '../../../contracts/index.ts';
import type { Progress } from '../progress.ts';
import type { ImportFindings } from './import-findings.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportTarget } from './transfer-target.ts';

/**
 * What to do with an item whose slug another item has: skip it, add a number to the slug, or use the path
 * of its file as the slug.
 */
export const slugClashRules = ['skip', 'suffix', 'path'] as const;
export type OnSlugClash = (typeof slugClashRules)[number];

/** An import in progress. */
export interface ImportRun {
  readonly target: ImportTarget;
  readonly report: ImportReport;
  readonly progress: Progress;
  readonly findings: ImportFindings;
  /** The fields that a collection has. */
  readonly fieldsOf: (collection: string) => ReadonlySet<string>;
  readonly overwrite: boolean;
  readonly onSlugClash: OnSlugClash;
  /** The creation time of new items that have none, in epoch milliseconds. */
  readonly importedAt: number;
  /** The import stops between two batches once this is aborted. */
  readonly signal: AbortSignal;
}

export interface ItemToImport {
  /** The file or line that the item comes from, for messages. */
  readonly source: string;
  readonly item: IncomingContentDto;
  /** From an export: kept word for word. */
  readonly verbatim: boolean;
  /** Bytes of its JSON. */
  readonly size: number;
  /** Its place in the source. The last place is the total that the source announces. */
  readonly position: number;
}

/** The most that a service accepts, to share the cost of its lookups. */
const batchLimits = {
  items: 200,
  bytes: 4 * 1024 * 1024,
  sizeOf: ({ size }: ItemToImport) => size,
};

export const sizeOfItem = (item: IncomingContentDto): number =>
  Buffer.byteLength(JSON.stringify(item));

/** Imports items in batches, in the order in which they are read. Reads a batch while the one before is stored. */
export const importItems = async (
  items: AsyncIterable<ItemToImport>,
  run: ImportRun,
): Promise<void> => {
  for await (const batch of readAhead(inBatches(withinLimit(items, run), batchLimits))) {
    if (run.signal.aborted) return;
    for (const verbatim of [true, false]) {
      const alike = batch.filter((entry) => entry.verbatim === verbatim);
      if (alike.length > 0) await importBatch(alike, verbatim, run);
    }
    run.report.reach(batch.at(-1)?.position ?? 0);
  }
};

/** Skips items that no service accepts: one of them would make it reject the whole batch. */
async function* withinLimit(
  items: AsyncIterable<ItemToImport>,
  { report, progress }: ImportRun,
): AsyncGenerator<ItemToImport> {
  for await (const entry of items) {
    progress.update(entry.position);
    if (entry.size <= batchLimits.bytes) yield entry;
    else report.skip(entry.source, 'it is too large');
  }
}

export interface BatchLimits<T> {
  readonly items: number;
  readonly bytes: number;
  readonly sizeOf: (item: T) => number;
}

/** Groups items into batches within both limits. An item above the byte limit is a batch of its own. */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  limits: BatchLimits<T>,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = limits.sizeOf(item);
    if (batch.length > 0 && (batch.length === limits.items || bytes + size > limits.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Has the next value ready, if possible, when the consumer asks for it. An error is thrown then, not earlier. */
export async function* readAhead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = values.next();
  try {
    for (;;) {
      const current = await next;
      if (current.done === true) return;
      next = values.next();
      next.catch(() => undefined);
      yield current.value;
    }
  } finally {
    await values.return(undefined);
  }
}

const importBatch = async (
  batch: readonly ItemToImport[],
  verbatim: boolean,
  { target, overwrite, onSlugClash, importedAt, report, findings }: ImportRun,
): Promise<void> => {
  const outcomes = await target.importContent({
    items: batch.map(({ item }) => item),
    overwrite,
    verbatim,
    onSlugClash: onSlugClash === 'suffix' ? 'suffix' : 'skip',
    importedAt,
  });
  for (const [index, { source, item }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome.outcome === 'failed') {
      report.skip(source, reasonOf(outcome));
    } else {
      report.countItem(outcome.outcome);
      findings.add(item, outcome, verbatim);
    }
  }
};

/** Why a record failed, as a clause. */
const reasonOf = (
  outcome: Pick<ContentOutcomeDto, 'code' | 'details' | 'error' | 'issues'> | undefined,
): string => {
  if (outcome === undefined) return 'the service returned no result for it';
  const { code, error = 'it was rejected', details, issues = [] } = outcome;
  if (code === 'edited_since_import') return `${error}; --overwrite replaces it`;
  if ((code === 'slug_taken' || code === 'blocked_by_hook') && details !== undefined) {
    return `${error}; ${details}`;
  }
  const [issue] = issues;
  return issue === undefined || error.includes(issue.message)
    ? error
    : `${error} (${issue.path} ${issue.message})`;
};

/**
 * Imports one collection. A failure is reported and the import continues, because the collection may
 * exist in the service anyway.
 *
 * @returns the name of the collection in the service.
 */
export const importCollection = async (
  record: IncomingCollectionDto,
  { target, report, overwrite }: ImportRun,
): Promise<string> => {
  const [outcome] = await target.importCollections([record], { overwrite });
  if (outcome === undefined || outcome.outcome === 'failed') {
    report.skip(`the collection '${record.name}'`, reasonOf(outcome));
  } else {
    report.countCollection(outcome.outcome);
  }
  const name = outcome?.name ?? record.name;
  if (name !== record.name) report.renamedCollection(record.name, name);
  return name;
};

export interface MediaToImport {
  readonly record: IncomingMediaDto;
  /** Path of the bytes. */
  readonly path: string;
}

/**
 * Stores one media file. Reports a file that the service rejects or that cannot be read.
 *
 * @param source the name of the file in messages.
 * @returns the address of the stored file; undefined when there is none.
 */
export const importMediaFile = async (
  source: string,
  prepare: () => Promise<MediaToImport>,
  { target, report }: ImportRun,
): Promise<string | undefined> => {
  try {
    const { record, path } = await prepare();
    await access(path);
    const result = await target.importMedia(record, path);
    if (result.outcome !== 'failed') {
      report.countFile(result.outcome);
      return result.url;
    }
    report.skip(source, result.error);
  } catch (error) {
    if (!isFileError(error)) throw error;
    report.skip(source, `its file cannot be read (${error.code})`);
  }
  return undefined;
};

const isFileError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;
