import type { RebasedMediaDto } from '../../../contracts/index.ts';
import type { RebaseStep, TransferTarget } from './transfer-target.ts';

export interface RebaseRun extends Omit<RebaseStep, 'after'> {
  /** The run stops between two steps once this is aborted. */
  readonly signal: AbortSignal;
  readonly onStep: (summary: RebaseSummary) => void;
  readonly onFailure: (item: RebasedMediaDto['failed'][number]) => void;
}

/** What a run did so far. */
export interface RebaseSummary {
  /** How many items were read. */
  readonly items: number;
  /** How many of them were rewritten. */
  readonly changed: number;
  readonly failed: number;
  /** How many URLs were rewritten, by their former base. */
  readonly urls: ReadonlyMap<string, number>;
  /** The new base. */
  readonly base: string;
}

/** Rewrites the URLs of media files in all items, step by step. */
export const rebaseMedia = async (
  target: Pick<TransferTarget, 'rebaseMedia'>,
  { from, dryRun, signal, onStep, onFailure }: RebaseRun,
): Promise<RebaseSummary> => {
  const urls = new Map<string, number>();
  let summary: RebaseSummary = { items: 0, changed: 0, failed: 0, urls, base: '' };
  let after: string | undefined;
  do {
    const step = await target.rebaseMedia({ from, after, dryRun });
    step.failed.forEach(onFailure);
    for (const { base, count } of step.urls) urls.set(base, (urls.get(base) ?? 0) + count);
    summary = {
      items: summary.items + step.items,
      changed: summary.changed + step.changed,
      failed: summary.failed + step.failed.length,
      urls,
      base: step.base,
    };
    onStep(summary);
    after = step.next ?? undefined;
  } while (after !== undefined && !signal.aborted);
  return summary;
};
