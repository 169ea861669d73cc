import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import type { Expectation } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { joinGroups, leaveGroup, type JoinGroups } from '../translations/change-group.ts';
import { createTranslation, type CreateTranslation } from '../translations/create-translation.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Items of a localised collection that translate each other. They are a group, with at most one item for each locale. */
export interface TranslationUseCases {
  /**
   * Creates a draft of the caller that translates an item, with the data of that.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `collection_not_found`,
   *   `not_localized`, `invalid_input`, `invalid_text`, `invalid_slug`, `invalid_data`, `blocked_by_hook`, `slug_taken`,
   *   `value_taken`, `singleton_exists`, `locale_taken`, `overloaded`.
   */
  readonly create: (
    actor: Actor,
    sourceId: string,
    command: CreateTranslation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * Joins the group of an item with that of another item of the collection. Each item of the younger group gets its next
   * version, in one commit. Does nothing if both are in one group.
   *
   * @param expected rejects the change if the item is another one.
   * @returns the item.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`; `forbidden`, also for another item of the two
   *   groups; `version_mismatch`, `not_localized`, `invalid_input`; `locale_taken` if both have a locale;
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
   *   `not_localized`, `blocked_by_hook`; `slug_taken` if another item of the group has its slug; `value_taken`,
   *   `overloaded`.
   */
  readonly leave: (
    actor: Actor,
    id: string,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;
}

export const translationUseCases = (dependencies: UseCaseDependencies): TranslationUseCases => ({
  create: createTranslation(dependencies),
  join: joinGroups(dependencies),
  leave: leaveGroup(dependencies),
});
