import type { BasedRead, Basis } from '../../model/basis.ts';
import type { View } from '../../model/content/view.ts';
import type { SearchTerm, SearchTerms, SearchText } from '../../model/content/search.ts';
import type { SearchLanguages } from '../../model/site/settings.ts';
import type { Page } from '../../primitives/paging.ts';
import type { ExactConditions, SizedItem } from './content-repository.ts';

export interface SearchQuery extends ExactConditions, Page {
  readonly terms: SearchTerms;
  /** Defaults to `phraseBytesMax`. See {@link SearchRepository.search}. */
  readonly phraseBytes?: number | undefined;
}

/** An item that a search found. */
export interface SearchHit extends SizedItem {
  /**
   * From 0 to 1. For an item whose title has none of the wanted terms: 0.1. For others: up to 0.8 more, by the share of
   * wanted terms that the title has, and 0.1 more if the title consists of these words.
   */
  readonly score: number;
}

export interface SearchPage {
  /** The highest score first; of one score, as in lists. */
  readonly hits: readonly SearchHit[];
  /** How many items were found and ranked, on all pages. */
  readonly ranked: number;
  /** Whether there may be further matches, which are on no page, because more items have the words than are considered. */
  readonly hasMore: boolean;
}

/** What is searched of a stored item. */
export interface SearchEntry {
  readonly id: string;
  /** The version of the item from which the text was made. */
  readonly version: number;
  readonly text: SearchText;
}

/** What is searched of a stored working copy. */
export interface CopySearchEntry {
  readonly contentId: string;
  /** The version of the copy from which the text was made. */
  readonly version: string;
  readonly text: SearchText;
}

/** A step of the work that brings all entries up to date. */
export interface IndexStep {
  /** Items whose entries are missing or outdated. */
  readonly ids: readonly string[];
  /** Items whose working copies have no entry, or an outdated one; also items in the trash. */
  readonly copyIds: readonly string[];
  /** For {@link SearchRepository.store} and {@link SearchRepository.endStep}. */
  readonly step: string;
}

/** How far a rebuild is. */
export interface IndexProgress {
  /** `rebuilding` while another language, or other searched fields, have not reached all entries. */
  readonly status: 'current' | 'rebuilding';
  /** About how many items a rebuild has still to look at; 0 if there is none. */
  readonly remaining: number;
  /** About how many items there were when the last walk through all items began. */
  readonly total: number;
}

export interface ClaimStep {
  /** How long other calls do not begin a step. */
  readonly leaseMs: number;
  /** After which time everything is checked again without a cause. */
  readonly intervalMs: number;
}

/**
 * The index of the search. `Store.commit` stores the entry of an item with the item, and removes it with the item; the
 * status and the collection of an entry always equal those of its item. The entry of a working copy is stored and removed
 * with the copy, by `WorkingCopyRepository`, and found in reads of what is unpublished only.
 *
 * Words are compared after the store has changed both by the rules of the language; `simple` changes nothing. A store that
 * offers no other one has entries in this one only.
 */
export interface SearchRepository {
  /**
   * Finds items that lists of the view with the conditions contain, and that match the terms. Considers the newest `rankedMax` items that match the filter and
   * have all words, and of these ranks the ones that have the phrases. If there are phrases, considers no further item once
   * the newer ones have `phraseBytes` of data. The work does not grow with the number of items
   * that contain a word, nor with those that the filter excludes. For what is unpublished, it grows with the number of
   * working copies.
   */
  search(query: SearchQuery, view: View, basis: Basis): Promise<BasedRead<SearchPage>>;

  /** Those among the words that match a word of the terms, by the rules of one of the {@link languages}. */
  matchingWords(
    words: readonly string[],
    terms: readonly SearchTerm[],
    language: string,
  ): Promise<ReadonlySet<string>>;

  /** The languages that the store offers, by name. */
  languages(): Promise<readonly string[]>;

  /**
   * Uses other languages from now on, each one of {@link languages}. An entry is in the language of the locale of its item or,
   * without one, in the standard one; what is searched for is in the language of each entry. Entries in former languages are
   * found as before until they are replaced.
   */
  useLanguages(languages: SearchLanguages): Promise<void>;

  /**
   * Makes all entries of the collection outdated, because other fields are searched now; also those of copies that move
   * items there. Until an entry is replaced, it is found as before.
   */
  outdate(collectionId: string): Promise<void>;

  /**
   * Begins the next step.
   *
   * @returns undefined if there is nothing to do, or if another call is at work.
   */
  claimStep(claim: ClaimStep): Promise<IndexStep | undefined>;

  /**
   * How far the work is that a change of the language or of the searched fields has caused. A walk without such a cause
   * is none. The answer costs the same for any number of items.
   */
  progress(): Promise<IndexProgress>;

  /** Stores entries of items that still have these versions. A concurrent write of the item always wins. */
  store(step: string, entries: readonly SearchEntry[]): Promise<void>;

  /** Like {@link store}, for working copies. */
  storeCopies(step: string, entries: readonly CopySearchEntry[]): Promise<void>;

  /** Ends a step whose entries are stored. An unfinished one is repeated. */
  endStep(step: string): Promise<void>;
}
