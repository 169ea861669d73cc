import type { ContentOutcomeDto, IncomingContentDto } from '../../../contracts/index.ts';
import { inBatches } from './batches.ts';
import type { ImportReport } from './import-report.ts';
import type { Progress } from './progress.ts';
import type { ImportTarget } from './transfer-target.ts';

/** An item on its way, and where it comes from: a file or a line, for people. */
export interface SourcedItem {
  readonly source: string;
  readonly item: IncomingContentDto;
  /** From an export: kept word for word. */
  readonly verbatim: boolean;
  /** Bytes of its JSON. */
  readonly size: number;
  /** How much of the whole is read with it, from 0 to 1, where that is known. */
  readonly share: number | undefined;
}

/** An import while it runs. */
export interface ImportRun {
  readonly target: ImportTarget;
  readonly report: ImportReport;
  readonly progress: Progress;
  readonly overwrite: boolean;
  /** Aborts between batches. */
  readonly signal: AbortSignal;
}

const maxItems = 100;
const maxBytes = 4 * 1024 * 1024;

/** The size of an item as JSON. */
export const sizeOfItem = (item: IncomingContentDto): number =>
  Buffer.byteLength(JSON.stringify(item));

/** Brings items in, batch by batch, as they are read. Stops at the end of a batch when it is told to. */
export const importItems = async (
  entries: AsyncIterable<SourcedItem>,
  run: ImportRun,
): Promise<void> => {
  const limits = { items: maxItems, bytes: maxBytes, sizeOf: ({ size }: SourcedItem) => size };
  for await (const batch of inBatches(withinLimit(entries, run.report), limits)) {
    if (run.signal.aborted) return;
    for (const verbatim of [true, false]) {
      await importBatch(
        batch.filter((entry) => entry.verbatim === verbatim),
        verbatim,
        run,
      );
    }
    run.progress.reach(run.report.done(), batch.at(-1)?.share);
  }
};

/** What no service would take is not sent: it would spoil the batch for its neighbours. */
async function* withinLimit(
  entries: AsyncIterable<SourcedItem>,
  report: ImportReport,
): AsyncGenerator<SourcedItem> {
  for await (const entry of entries) {
    if (entry.size <= maxBytes) yield entry;
    else report.skip(entry.source, 'it is too large', true);
  }
}

const importBatch = async (
  batch: readonly SourcedItem[],
  verbatim: boolean,
  { target, overwrite, report }: ImportRun,
): Promise<void> => {
  if (batch.length === 0) return;
  const items = batch.map(({ item }) => item);
  const outcomes = await target.importContent({ items, overwrite, verbatim });
  for (const [index, { source }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome.outcome === 'failed') {
      report.skip(source, reasonOf(outcome), true);
    } else {
      report.count(outcome.outcome);
    }
  }
};

/** Why a record was not brought in, as a clause. */
export const reasonOf = (
  outcome: Pick<ContentOutcomeDto, 'code' | 'error' | 'issues'> | undefined,
): string => {
  if (outcome === undefined) return 'the service did not say what became of it';
  const { code, error = 'it was refused', issues = [] } = outcome;
  if (code === 'edited_since_import') return `${error}; --overwrite would replace it`;
  const [issue] = issues;
  return issue === undefined || error.includes(issue.message)
    ? error
    : `${error} (${issue.path} ${issue.message})`;
};
