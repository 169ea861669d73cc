import type { BasedRead, Basis } from '../../model/basis.ts';
import type {
  GroupMember,
  StoredSource,
  TranslationSource,
  TranslationWork,
  WorkState,
} from '../../model/content/translation-source.ts';
import type { View } from '../../model/content/view.ts';
import type { LocaleCode } from '../../model/locale.ts';
import type { Page } from '../../primitives/paging.ts';

export interface WorkQuery extends Page {
  readonly locale: LocaleCode;
  /** Both for undefined. */
  readonly state?: WorkState | undefined;
  /** Each at most once. */
  readonly collectionIds: readonly string[];
  /** The locales of the service, in order. */
  readonly locales: readonly LocaleCode[];
}

/**
 * What translations were made from, and what there is to translate. `Store.commit` records the source of a new translation,
 * and compares the translations of an item with it whenever its title or data change, in the same commit. A translation keeps
 * its record in the trash; a deletion for good removes it, and so does a collection
 * that stops to be localised, of its items. A record counts while its source is in the same group as the
 * translation, and neither is in the trash.
 */
export interface TranslationRepository {
  /** The items of the group of an item that the audience sees, as they are shown, in any order. The item itself need not be seen. */
  listGroup(id: string, view: View, basis: Basis): Promise<BasedRead<readonly GroupMember[]>>;

  /**
   * The groups that lack the locale, and the translations in it that are outdated: those whose group began last first, then by
   * descending id of the group. What is missing is to be translated from an item of the group without a source or, if each has
   * one, from any; among several, from that whose locale comes first.
   *
   * The work follows the page, and how many different sets of locales the groups of a collection have, not their number.
   */
  listWork(query: WorkQuery, basis: Basis): Promise<BasedRead<readonly TranslationWork[]>>;

  /** The records of these items, whether they count or not, in any order. */
  findSources(ids: readonly string[]): Promise<readonly TranslationSource[]>;

  /** The records that name one of these sources, whether they count or not, in any order. */
  findMadeFrom(sourceIds: readonly string[]): Promise<readonly TranslationSource[]>;

  /**
   * Records what an item, also in the trash, was made from, in place of what was recorded before, and compares it.
   *
   * @param source as it is stored; undefined if it is not stored outside of the trash.
   * @returns false, with nothing recorded, if the item is not stored, or if the source is not as it was given.
   */
  record(record: TranslationSource, source: StoredSource | undefined): Promise<boolean>;

  /** Stops counting changes of these paths, in the translations of a collection in which they become shared. */
  share(collectionId: string, paths: readonly string[]): Promise<void>;
}
