import type {
  BasedRead,
  Basis,
  ClaimStep,
  CopySearchEntry,
  IndexStep,
  SearchEntry,
  SearchPage,
  SearchQuery,
  SearchRepository,
  SearchTerm,
  View,
} from '../../../../core/store.ts';
import type { IndexProgress, SearchLanguages } from '../../../../core/vocabulary.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { processOf } from '../../connection/process-mark.ts';
import { execute, executeReturning, query } from '../../connection/statement.ts';
import {
  advance,
  claim,
  findOutdated,
  languages,
  matchingWords,
  outdate,
  progress,
  storeAll,
  storeCopy,
  useLanguages,
} from './index-statements.ts';
import { searchBody } from './search-entry.ts';
import { searchWords } from './search-words.ts';
import { phrase, searchColumns, searchStatement, type SearchRow } from './search-statement.ts';

/** The most items that a step reads, and the most outdated ones among them. */
const stepSize = { seen: 1_000, outdated: 50 } as const;

/** Identifies a step. */
interface Step {
  readonly target: number;
  /** The last item that the step read; null at the end. */
  readonly place: string | null;
  /** How many items the step read. */
  readonly seen: number;
}

/** Numbers of 64 bits arrive as text. */
interface ProgressRow {
  readonly status: IndexProgress['status'];
  readonly remaining: string;
  readonly total: string;
}

interface SeenRow {
  readonly id: string;
  readonly is_outdated: boolean;
  readonly is_copy_outdated: boolean;
}

export class PostgresSearchRepository implements SearchRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async search(searchQuery: SearchQuery, view: View, basis: Basis): Promise<BasedRead<SearchPage>> {
    return queryOnBasis(this.#database, basis, {
      ...searchStatement(searchQuery, view),
      columns: searchColumns,
      valueOf: ([row]: readonly SearchRow[]): SearchPage => {
        const [ranked = 0, hasMore = false, ids = [], scores = [], bytes = []] = row ?? [];
        const hits = ids.map((id, index) => ({
          id,
          score: scores[index] ?? 0,
          bytes: bytes[index] ?? 0,
        }));
        return { hits, ranked, hasMore };
      },
    });
  }

  async matchingWords(
    words: readonly string[],
    terms: readonly SearchTerm[],
    language: string,
  ): Promise<ReadonlySet<string>> {
    const single = terms.flatMap((term) => term.words.map((word) => phrase({ words: [word] })));
    if (single.length === 0) return new Set();
    const rows = await query<{ readonly word: string }>(this.#database, matchingWords, [
      words,
      single.join(' | '),
      language,
    ]);
    return new Set(rows.map(({ word }) => word));
  }

  async languages(): Promise<readonly string[]> {
    return (await query<{ readonly name: string }>(this.#database, languages)).map(
      ({ name }) => name,
    );
  }

  async useLanguages({ standard, ofLocales }: SearchLanguages): Promise<void> {
    await execute(this.#database, useLanguages, [standard, JSON.stringify(ofLocales)]);
  }

  async outdate(collectionId: string): Promise<void> {
    await execute(this.#database, outdate, [collectionId]);
  }

  async claimStep({ leaseMs, intervalMs }: ClaimStep): Promise<IndexStep | undefined> {
    const [claimed] = await executeReturning<Pick<Step, 'target' | 'place'>>(
      this.#database,
      claim,
      [leaseMs, intervalMs, processOf(this.#database.pool.processMark)],
    );
    if (claimed === undefined) return undefined;
    const rows = await query<SeenRow>(this.#database, findOutdated, [
      claimed.place,
      stepSize.seen,
      stepSize.outdated,
    ]);
    const outdated = rows.filter((row) => row.is_outdated || row.is_copy_outdated);
    const isEnd = rows.length < stepSize.seen && outdated.length < stepSize.outdated;
    const place = isEnd ? null : (rows.at(-1)?.id ?? null);
    const step: Step = { target: claimed.target, place, seen: rows.length };
    return {
      ids: outdated.flatMap((row) => (row.is_outdated ? [row.id] : [])),
      copyIds: outdated.flatMap((row) => (row.is_copy_outdated ? [row.id] : [])),
      step: JSON.stringify(step),
    };
  }

  async progress(): Promise<IndexProgress> {
    const [row] = await query<ProgressRow>(this.#database, progress);
    return {
      status: row?.status ?? 'current',
      remaining: Number(row?.remaining ?? 0),
      total: Number(row?.total ?? 0),
    };
  }

  async store(step: string, entries: readonly SearchEntry[]): Promise<void> {
    const { target } = JSON.parse(step) as Step;
    await execute(this.#database, storeAll, [
      entries.map(({ id }) => id),
      entries.map(({ version }) => version),
      entries.map(({ text }) => text.title),
      entries.map(({ text }) => searchBody(text)),
      entries.map(({ text }) => searchWords(text)),
      target,
    ]);
  }

  async storeCopies(step: string, entries: readonly CopySearchEntry[]): Promise<void> {
    const { target } = JSON.parse(step) as Step;
    // One after the other: a statement that locks several copies could wait for one that locks them in another order.
    for (const { contentId, version, text } of entries) {
      const values = [contentId, version, text.title, searchBody(text), searchWords(text), target];
      await execute(this.#database, storeCopy, values);
    }
  }

  async endStep(step: string): Promise<void> {
    const { target, place, seen } = JSON.parse(step) as Step;
    await execute(this.#database, advance, [target, place, seen]);
  }
}
