import type {
  BasedRead,
  Basis,
  ClaimStep,
  IndexStep,
  SearchEntry,
  SearchPage,
  SearchQuery,
  SearchRepository,
  SearchTerm,
} from '../../../../core/index.ts';
import { queryOnBasis } from '../../basis.ts';
import type { Database } from '../../connection/connections.ts';
import { execute, executeReturning, query } from '../../connection/statement.ts';
import {
  advance,
  claim,
  findOutdated,
  languages,
  matchingWords,
  outdate,
  storeAll,
  useLanguage,
} from './index-statements.ts';
import { searchBody } from './search-entry.ts';
import { phrase, searchColumns, searchStatement, type SearchRow } from './search-statement.ts';

/** The most items that a step reads, and the most outdated ones among them. */
const stepSize = { seen: 1_000, outdated: 50 } as const;

/** Identifies a step. */
interface Step {
  readonly target: number;
  /** The last item that the step read; null at the end. */
  readonly place: string | null;
}

export class PostgresSearchRepository implements SearchRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search(searchQuery: SearchQuery, basis: Basis): Promise<BasedRead<SearchPage>> {
    return queryOnBasis(this.#database, basis, {
      ...searchStatement(searchQuery),
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
  ): Promise<ReadonlySet<string>> {
    const single = terms.flatMap((term) => term.words.map((word) => phrase({ words: [word] })));
    if (single.length === 0) return new Set();
    const rows = await query<{ readonly word: string }>(this.#database, matchingWords, [
      words,
      single.join(' | '),
    ]);
    return new Set(rows.map(({ word }) => word));
  }

  async languages(): Promise<readonly string[]> {
    return (await query<{ readonly name: string }>(this.#database, languages)).map(
      ({ name }) => name,
    );
  }

  async useLanguage(language: string): Promise<void> {
    await execute(this.#database, useLanguage, [language]);
  }

  async outdate(collectionId: string): Promise<void> {
    await execute(this.#database, outdate, [collectionId]);
  }

  async claimStep({ leaseMs, settleMs, intervalMs }: ClaimStep): Promise<IndexStep | undefined> {
    const [claimed] = await executeReturning<Step>(this.#database, claim, [
      leaseMs,
      settleMs,
      intervalMs,
    ]);
    if (claimed === undefined) return undefined;
    const rows = await query<{ readonly id: string; readonly is_outdated: boolean }>(
      this.#database,
      findOutdated,
      [claimed.place, stepSize.seen, stepSize.outdated],
    );
    const isEnd =
      rows.length < stepSize.seen &&
      rows.filter((row) => row.is_outdated).length < stepSize.outdated;
    const place = isEnd ? null : (rows.at(-1)?.id ?? null);
    const step: Step = { target: claimed.target, place };
    return {
      ids: rows.filter((row) => row.is_outdated).map(({ id }) => id),
      step: JSON.stringify(step),
    };
  }

  async store(step: string, entries: readonly SearchEntry[]): Promise<void> {
    const { target } = JSON.parse(step) as Step;
    await execute(this.#database, storeAll, [
      entries.map(({ id }) => id),
      entries.map(({ version }) => version),
      entries.map(({ text }) => text.title),
      entries.map(({ text }) => searchBody(text)),
      target,
    ]);
  }

  async endStep(step: string): Promise<void> {
    const { target, place } = JSON.parse(step) as Step;
    await execute(this.#database, advance, [target, place]);
  }
}
