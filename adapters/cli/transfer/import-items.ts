import type { ContentOutcomeDto, IncomingContentDto } from '../../../contracts/index.ts';
import { reasonOf, type ImportRun } from './import-run.ts';
import type { ItemToImport } from './import-findings.ts';
import { reportChanges } from './report-changes.ts';
import { areIndependent, namesIn, type BatchNames } from './independent-batches.ts';

/** The most that a service accepts, to share the cost of its lookups. */
const batchLimits = {
  items: 200,
  bytes: 4 * 1024 * 1024,
  sizeOf: ({ size }: ItemToImport) => size,
};

/** While the service stores two batches, it checks the third one. */
const maxAtOnce = 3;

export const sizeOfItem = (item: IncomingContentDto): number =>
  Buffer.byteLength(JSON.stringify(item));

/** Undefined if the service returned none. */
type Outcome = ContentOutcomeDto | undefined;

/** A batch that the service is importing. */
interface RunningBatch {
  readonly batch: readonly ItemToImport[];
  readonly names: BatchNames | undefined;
  readonly outcomes: Promise<readonly Outcome[]>;
  /** How many slugs earlier batches had given up when it started. */
  readonly freedBefore: number;
}

/**
 * Imports items in batches. Batches that cannot affect each other are imported at the same time, with the outcomes that
 * they have one after the other. Outcomes are reported in the order of the items.
 *
 * @throws what the target throws. Then no batch is started any more, and all that run are reported first.
 */
export const importItems = async (
  items: AsyncIterable<ItemToImport>,
  run: ImportRun,
): Promise<void> => {
  const { report, signal } = run;
  const running: RunningBatch[] = [];
  let freed = 0;
  let hasFailed = false;

  const start = (batch: readonly ItemToImport[], names: BatchNames | undefined): void => {
    const outcomes = importBatch(batch, run);
    // Thrown when it is the turn of the batch to be reported.
    outcomes.catch(() => {
      hasFailed = true;
    });
    running.push({ batch, names, outcomes, freedBefore: freed });
  };

  const finish = async ({ batch, outcomes, freedBefore }: RunningBatch): Promise<void> => {
    const first = await outcomes;
    const final = freed === freedBefore ? first : await repeatClashes(batch, first, run);
    freed += final.filter((outcome) => outcome?.previousSlug !== undefined).length;
    reportOutcomes(batch, final, run);
  };

  const finishOldest = async (): Promise<void> => {
    const [oldest] = running.splice(0, 1);
    if (oldest === undefined) return;
    await finish(oldest);
    report.reach(oldest.batch.at(-1)?.position ?? 0);
  };

  try {
    for await (const batch of inBatches(withinLimit(items, run), batchLimits)) {
      const names = namesIn(
        batch.map(({ item }) => item),
        run,
      );
      const mustWait = (): boolean =>
        running.length === maxAtOnce ||
        running.some((other) => !areIndependent(other.names, names));
      while (mustWait()) await finishOldest();
      if (signal.aborted || hasFailed) break;
      start(batch, names);
    }
    while (running.length > 0) await finishOldest();
  } finally {
    for (const other of running) await finish(other).catch(() => undefined);
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

/** @returns one outcome for each item, in order. */
const importBatch = async (
  batch: readonly ItemToImport[],
  { target, overwrite, onSlugClash, importedAt }: ImportRun,
): Promise<readonly Outcome[]> => {
  const outcomes = new Map<ItemToImport, Outcome>();
  for (const verbatim of [true, false]) {
    const alike = batch.filter((entry) => entry.verbatim === verbatim);
    if (alike.length === 0) continue;
    const returned = await target.importContent({
      items: alike.map(({ item }) => item),
      overwrite,
      verbatim,
      fitData: true,
      onSlugClash: onSlugClash === 'suffix' ? 'suffix' : 'skip',
      importedAt,
    });
    for (const [index, entry] of alike.entries()) outcomes.set(entry, returned[index]);
  }
  return batch.map((entry) => outcomes.get(entry));
};

/** Imports the items again whose slug was taken: it may be free by now. @returns the outcomes after it. */
const repeatClashes = async (
  batch: readonly ItemToImport[],
  outcomes: readonly Outcome[],
  run: ImportRun,
): Promise<readonly Outcome[]> => {
  const clashed = batch.filter((_, index) => outcomes[index]?.code === 'slug_taken');
  const repeated = clashed.length === 0 ? [] : await importBatch(clashed, run);
  const later = new Map(clashed.map((entry, index) => [entry, repeated[index]]));
  return batch.map((entry, index) => later.get(entry) ?? outcomes[index]);
};

const reportOutcomes = (
  batch: readonly ItemToImport[],
  outcomes: readonly Outcome[],
  { report, findings }: ImportRun,
): void => {
  for (const [index, entry] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome.outcome === 'failed') {
      report.skip(entry.source, reasonOf(outcome));
    } else {
      report.countItem(outcome.outcome);
      reportChanges(entry, outcome.changes ?? [], report);
      findings.add(entry, outcome);
    }
  }
};
