import { searchTextOf } from '../collections/item-text.ts';
import { emptySchema } from '../collections/parse-schema.ts';
import { pauses } from '../limits/pauses.ts';
import { singleRun } from '../limits/single-run.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SearchEntry } from '../ports/search-repository.ts';
import { hour, minute } from '../primitives/time.ts';

export interface UpdateIndex {
  /** How long ago the cause of the work must be. Writes that began before it are over then. */
  readonly settleMs: number;
}

/** If a process is killed, another one goes on after this time. */
const leaseMs = minute;

/** Writes of other programs have no entry until the next walk through all items. */
const intervalMs = 6 * hour;

/**
 * Brings the index of the search up to date, in small steps: after another language or other searched fields, and for
 * items that have no entry. Call it periodically. Several instances can run it at the same time; one of them works. What
 * another call has begun is continued.
 *
 * @throws DomainError `dependency_unavailable`; the next run goes on.
 */
export const updateSearchIndex = (
  dependencies: Pick<Dependencies, 'search' | 'contents' | 'collections' | 'clock' | 'timer'>,
  { settleMs }: UpdateIndex = { settleMs: minute },
) => {
  const { search, contents, collections } = dependencies;

  const entriesOf = async (ids: readonly string[]): Promise<readonly SearchEntry[]> => {
    if (ids.length === 0) return [];
    // After the claim: a later change of a schema makes the entries outdated again.
    const schemas = new Map((await collections.list()).map(({ id, schema }) => [id, schema]));
    const pause = pauses(dependencies);
    const entries: SearchEntry[] = [];
    for (const id of ids) {
      const item = await contents.findById(id);
      if (item === undefined) continue;
      const schema = schemas.get(item.collectionId) ?? emptySchema;
      entries.push({ id, version: item.version, text: searchTextOf(schema, item) });
      await pause();
    }
    return entries;
  };

  return singleRun(async (signal) => {
    while (!signal.aborted) {
      const next = await search.claimStep({ leaseMs, settleMs, intervalMs });
      if (next === undefined) return;
      const entries = await entriesOf(next.ids);
      if (entries.length > 0) await search.store(next.step, entries);
      await search.endStep(next.step);
    }
  });
};
