import { searchTextOf } from '../collections/data/item-text.ts';
import { emptySchema } from '../collections/schema/parse-schema.ts';
import { pauses } from '../limits/pauses.ts';
import { singleRun } from '../limits/single-run.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { SearchText } from '../model/content/search.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { CopySearchEntry, SearchEntry } from '../ports/repositories/search-repository.ts';
import { hour, minute } from '../primitives/time.ts';

export interface UpdateIndex {
  /** How long after some work everything is checked again. Writes that began before the cause of the work are over then. */
  readonly settleMs: number;
}

/** If a process is killed, another one goes on after this time. */
const leaseMs = minute;

/** Writes of other programs have no entry until the next walk through all items. */
const intervalMs = 6 * hour;

export const updateSearchIndex = (
  dependencies: Pick<
    Dependencies,
    'search' | 'contents' | 'copies' | 'collections' | 'markdown' | 'clock' | 'timer'
  >,
  { settleMs }: UpdateIndex = { settleMs: minute },
) => {
  const { search, contents, copies, collections, clock } = dependencies;
  let checkAt = Infinity;

  /** Finds what is stored under each id, and makes its entry. */
  const entriesOf = async <
    T extends Pick<ContentItem, 'title' | 'slug' | 'data' | 'collectionId'>,
    E,
  >(
    ids: readonly string[],
    find: (id: string) => Promise<T | undefined>,
    entryOf: (found: T, text: SearchText) => E,
  ): Promise<readonly E[]> => {
    if (ids.length === 0) return [];
    // After the claim: a later change of a schema makes the entries outdated again.
    const schemas = new Map((await collections.list()).map(({ id, schema }) => [id, schema]));
    const pause = pauses(dependencies);
    const entries: E[] = [];
    for (const id of ids) {
      const found = await find(id);
      if (found === undefined) continue;
      const schema = schemas.get(found.collectionId) ?? emptySchema;
      entries.push(entryOf(found, searchTextOf(schema, found, dependencies.markdown)));
      await pause();
    }
    return entries;
  };

  return singleRun(async (signal) => {
    const isCheck = clock.now() >= checkAt;
    let hasBegun = false;
    while (!signal.aborted) {
      // The work begins at once. What a write in progress stores behind it is left to the check.
      const next = await search.claimStep({
        leaseMs,
        intervalMs: isCheck && !hasBegun ? 0 : intervalMs,
      });
      if (next === undefined) return;
      hasBegun = true;
      if (isCheck) checkAt = Infinity;
      else if (next.ids.length + next.copyIds.length > 0) checkAt = clock.now() + settleMs;
      const entries = await entriesOf(
        next.ids,
        (id) => contents.findById(id),
        ({ id, version }, text): SearchEntry => ({ id, version, text }),
      );
      if (entries.length > 0) await search.store(next.step, entries);
      const copied = await entriesOf(
        next.copyIds,
        (id) => copies.find(id),
        ({ contentId, version }, text): CopySearchEntry => ({ contentId, version, text }),
      );
      if (copied.length > 0) await search.storeCopies(next.step, copied);
      await search.endStep(next.step);
    }
  });
};
