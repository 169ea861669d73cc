import type { ContentOutcomeDto, IncomingContentDto } from '../../../contracts/index.ts';
import { readUuid } from '../../../core/vocabulary.ts';
import { reasonOf, type ImportRun } from './import-run.ts';
import type { ItemToImport } from './import-findings.ts';
import { slugOf } from './item-slug.ts';

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
  /** How many slugs earlier batches had freed when it started. */
  readonly freedBefore: number;
}

/**
 * Imports items in batches, independent batches at the same time. Reports the outcomes in the order of the items.
 *
 * @throws what the target throws, after the running batches have ended and are reported. No further batch starts.
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
    // `finish` throws the error when it reports the batch.
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

/** The names by which a batch can affect the outcomes of another batch. */
interface BatchNames {
  /** How the service finds the stored items. */
  readonly foundBy: 'id' | 'slug';
  /** The ids, the slugs and the groups of the items: when a group began depends on what is there of it. */
  readonly names: ReadonlySet<string>;
}

/**
 * @returns undefined if the outcomes can depend on any other batch: in a dry run, which stores nothing; if an item may
 *   get another slug than its own or a former one; and if some items are found by id and others by slug.
 */
const namesIn = (
  items: readonly IncomingContentDto[],
  { isDryRun, onSlugClash, overwrite }: Pick<ImportRun, 'isDryRun' | 'onSlugClash' | 'overwrite'>,
): BatchNames | undefined => {
  if (isDryRun || overwrite || onSlugClash !== 'skip') return undefined;
  if (items.some(({ alternativeSlug }) => alternativeSlug !== undefined)) return undefined;
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [readUuid(id) ?? id]));
  if (ids.length > 0 && ids.length < items.length) return undefined;
  const slugs = items.flatMap((item) => slugOf(item) ?? []);
  const groups = items.flatMap(({ group }) =>
    group === undefined ? [] : (readUuid(group) ?? group),
  );
  return { foundBy: ids.length > 0 ? 'id' : 'slug', names: new Set([...ids, ...slugs, ...groups]) };
};

/**
 * Whether two batches have the same outcomes at the same time as one after the other. `repeatClashes` handles the
 * one exception: an item needs a slug that the other batch frees.
 */
const areIndependent = (a: BatchNames | undefined, b: BatchNames | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.foundBy === b.foundBy &&
  [...b.names].every((name) => !a.names.has(name));

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
  const kinds = [
    { verbatim: true, historyFollows: true },
    { verbatim: true, historyFollows: false },
    { verbatim: false, historyFollows: false },
  ];
  for (const { verbatim, historyFollows } of kinds) {
    const alike = batch.filter(
      (entry) => entry.verbatim === verbatim && (entry.historyFollows ?? false) === historyFollows,
    );
    if (alike.length === 0) continue;
    const returned = await target.importContent({
      items: alike.map(({ item }) => item),
      overwrite,
      verbatim,
      fitData: true,
      ...(historyFollows && { historyFollows }),
      onSlugClash: onSlugClash === 'suffix' ? 'suffix' : 'skip',
      importedAt,
    });
    for (const [index, entry] of alike.entries()) outcomes.set(entry, returned[index]);
  }
  return batch.map((entry) => outcomes.get(entry));
};

/** Imports items with a taken slug again: another batch may have freed it. @returns the new outcomes. */
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
      report.skip(entry.source, reasonOf(outcome), { code: outcome?.code });
      if (outcome?.code === 'edited_since_import') findings.keep(entry);
    } else {
      report.countItem(outcome.outcome, entry.source);
      report.changes(entry, outcome.changes ?? []);
      findings.add(entry, outcome);
    }
  }
};
