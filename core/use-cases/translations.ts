import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import type { Expectation } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { joinGroups, leaveGroup, type JoinGroups } from '../translations/change-group.ts';
import { createTranslation, type CreateTranslation } from '../translations/create-translation.ts';
import {
  listTranslations,
  listTranslationWork,
  type ListTranslations,
  type ListTranslationWork,
  type Translation,
  type TranslationListing,
  type TranslationWorkListing,
} from '../translations/read-translations.ts';
import { updateSource, type UpdateSource } from '../translations/update-source.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Items of a localised collection that translate each other. They are a group, with at most one item for each locale. */
export interface TranslationUseCases {
  /**
   * Creates a draft of the caller that translates an item, with the data of that, or only with its shared fields.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `collection_not_found`,
   *   `not_localized`, `invalid_input`, `invalid_text`, `invalid_slug`, `invalid_data`, `blocked_by_hook`, `slug_taken`,
   *   `value_taken`, `singleton_exists`, `locale_taken`, `overloaded`; if a hook replaces shared fields, `shared_field`,
   *   `siblings_failed`, `bulk_too_large`.
   */
  readonly create: (
    actor: Actor,
    sourceId: string,
    command: CreateTranslation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * Joins the group of an item with that of another item of the collection. Each item of the younger group gets its next
   * version, in one commit, and those in the trash follow. Does nothing if both are in one group.
   *
   * @param expected rejects the change if the item is another one.
   * @returns the item.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`; `forbidden`, also for another item of the two
   *   groups; `version_mismatch`, `not_localized`, `invalid_input`; `locale_taken` if both have a locale; `not_shared` for
   *   shared fields that differ, without `shareFrom`; `invalid_data`, `siblings_failed`, `bulk_too_large` with it;
   *   `blocked_by_hook`, `slug_taken`, `value_taken`, `overloaded`.
   */
  readonly join: (
    actor: Actor,
    id: string,
    command: JoinGroups,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * Makes an item a group of its own. Does nothing if it is.
   *
   * @param expected rejects the change if the item is another one.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `version_mismatch`,
   *   `not_localized`, `blocked_by_hook`; `slug_taken` if another item of the group has its slug; `singleton_exists`
   *   in a singleton; `value_taken`, `overloaded`.
   */
  readonly leave: (
    actor: Actor,
    id: string,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * What the group of an item has in each locale of the service; for callers without a session only the items that they see,
   * without what they were made from. A translation is outdated while its source has another title, or other data in what is
   * not shared, than the version from which the translation was made. An item is a source if it was made from none, or from
   * one that is not in the group any more.
   *
   * @throws DomainError `not_found`, `not_localized`, `token_scope`, `rate_limited`, `invalid_preview`; `forbidden` in the
   *   perspective of drafts.
   */
  readonly list: (actor: Actor, command: ListTranslations) => Promise<TranslationListing>;

  /**
   * The work that there is in a locale: the groups that lack it, and its outdated translations, in the collections that lists
   * of content show to the user. In the order of lists in a locale.
   *
   * @throws DomainError `not_authenticated`, `forbidden`, `rate_limited`, `overloaded`; `invalid_input`, also for an unknown
   *   locale.
   */
  readonly listWork: (
    actor: Actor,
    command: ListTranslationWork,
  ) => Promise<TranslationWorkListing>;

  /**
   * Records from which item of its group, and from which version of that, a translation was made: that it is up to date. Is no
   * write of the item.
   *
   * @throws DomainError `not_found`, also for a version that the history does not have; `not_authenticated`,
   *   `token_read_only`, `forbidden`, `not_localized`; `invalid_input` for an item that is not in the group, and without
   *   another item there; `overloaded`.
   */
  readonly updateSource: (actor: Actor, id: string, command: UpdateSource) => Promise<Translation>;
}

export const translationUseCases = (dependencies: UseCaseDependencies): TranslationUseCases => ({
  create: createTranslation(dependencies),
  join: joinGroups(dependencies),
  leave: leaveGroup(dependencies),
  list: listTranslations(dependencies),
  listWork: listTranslationWork(dependencies),
  updateSource: updateSource(dependencies),
});
