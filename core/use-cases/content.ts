import { bulkContent, type BulkContent, type BulkReport } from '../bulk/bulk-content.ts';
import { checkSlug, type CheckSlug, type SlugAvailability } from '../content/check-slug.ts';
import {
  countContent,
  type CollectionCounts,
  type CountContent,
} from '../content/count-content.ts';
import { createContent, type CreateContent } from '../content/create-content.ts';
import { deleteContent } from '../content/delete-content.ts';
import {
  getContentInfo,
  type ContentInfo,
  type GetContentInfo,
} from '../content/get-content-info.ts';
import {
  findContent,
  listSummaries,
  type FindContent,
  type ListSummaries,
  type SummaryListing,
} from '../content/list-summaries.ts';
import type { ReadResult } from '../content/read-on-basis.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import type { Expectation } from '../content/stored-item.ts';
import { updateContent, type UpdateContent } from '../content/update-content.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { ContentSummary } from '../model/content/content-summary.ts';
import { readItem, type ItemRead, type ReadItem } from '../reads/read-item.ts';
import { readPage, type ContentListing, type ReadPage } from '../reads/read-page.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Content items: single items, lists and queries, summaries, and the writes of an item. */
export interface ContentUseCases {
  /**
   * An item: by its id; in a collection, by its id or its slug, also by a slug that it had while it was published; or the
   * item of a collection that contains at most one. The collection and the slug are those that are shown: of a working
   * copy in the perspective of drafts. If several items have the slug there, returns the first one of their list.
   *
   * @throws DomainError `not_found`, also for an item that the caller cannot see, for a collection that is no singleton,
   *   and by id, for every item but that of a preview token; `invalid_input` for an expanded field that is not known;
   *   `token_scope`, `overloaded`, `rate_limited`, `invalid_preview`; `forbidden` for a caller who may not read in the
   *   perspective of drafts; `invalid_session`, `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly readItem: (actor: Actor, command: ReadItem) => Promise<ReadResult<ItemRead>>;

  /**
   * A page of content items. A list has the newest first, and is empty for an unknown or inactive collection. A query has
   * the items of a collection that meet conditions, in any order: an item whose sorted values stay the same is on exactly
   * one page, and the work is bounded for every caller, because a query that no index supports is rejected. With the
   * preview token of an item, shows what everybody sees, with this item in its place.
   *
   * @returns whole items or, for a page that is too large to hold in memory, portions that are read when they are
   *   requested. Requesting the first portion can throw `overloaded`. The result of a query is not reusable.
   * @throws DomainError `invalid_input`, also for an expanded field that is not known; `invalid_slug`, `token_scope`,
   *   `overloaded`; `not_found` for an unknown or inactive collection with `mustExist` or in a query; `invalid_cursor` and
   *   `not_indexed` for a query; `rate_limited`, `invalid_preview`; `forbidden` for a caller who may not read in the
   *   perspective of drafts; `invalid_session`, `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly readPage: (actor: Actor, command: ReadPage) => Promise<ReadResult<ContentListing>>;

  /**
   * Who created an item, and what the caller may do with it now. Decides with the rights and the lifecycle of the item,
   * like the use cases that write. These check more: a hook can block a change, and data can lack what published
   * content requires.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `not_found`,
   *   `rate_limited`, `invalid_preview`.
   */
  readonly getInfo: (actor: Actor, command: GetContentInfo) => Promise<ContentInfo>;

  /**
   * A page of summaries of the items that lists of content show to the user, newest first: by the time of the last
   * change or, with `order`, of the creation.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `invalid_input`,
   *   `rate_limited`.
   */
  readonly listSummaries: (actor: Actor, command: ListSummaries) => Promise<SummaryListing>;

  /**
   * Counts the items that lists of content show to the user, by collection and status.
   *
   * @returns one entry for each collection, in the order of their names; with `collection`, only for this one.
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `rate_limited`; `invalid_input`
   *   for an unknown locale.
   */
  readonly count: (actor: Actor, command: CountContent) => Promise<readonly CollectionCounts[]>;

  /**
   * Finds items by their title: all words must match, the last one as the start of a word, ignoring case and accents.
   * Searches the items that lists of content show to the user.
   *
   * @returns at most 20 items: titles that start with the text come first, then those with the latest change.
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `invalid_input`,
   *   `invalid_text`, `rate_limited`.
   */
  readonly find: (actor: Actor, command: FindContent) => Promise<readonly ContentSummary[]>;

  /**
   * Whether a slug is free. Slugs are unique across all collections.
   *
   * @returns the slug as it would be stored, and a free one if it is taken.
   * @throws DomainError `invalid_slug`, `rate_limited`.
   */
  readonly checkSlug: (actor: Actor, command: CheckSlug) => Promise<SlugAvailability>;

  /**
   * Creates an item. Its slug must be free.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `collection_not_found`, `invalid_input`,
   *   `invalid_text`, `invalid_slug`, `invalid_data`; `unknown_data` with `isStrict`; `not_localized`, `locale_taken`,
   *   `blocked_by_hook`, `slug_taken`, `value_taken`, `singleton_exists`, `overloaded`; for shared fields `shared_field`,
   *   `siblings_failed`, `bulk_too_large`.
   */
  readonly create: (
    actor: Actor,
    command: CreateContent,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * Changes an item. Writes nothing if nothing changes.
   *
   * @param expected rejects the change if the stored item is another one. Without it, the last write wins.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `version_mismatch`,
   *   `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`, `invalid_data`; `unknown_data` with
   *   `isStrict`; `invalid_transition`, `not_localized`, `locale_taken`, `blocked_by_hook`, `slug_taken`, `value_taken`,
   *   `singleton_exists`, `overloaded`; `has_translations` for an item that moves to another collection; for shared
   *   fields `shared_field`, `siblings_failed`, `bulk_too_large`.
   */
  readonly update: (
    actor: Actor,
    id: string,
    command: UpdateContent,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * Moves an item into the trash or, if the setting `trashDays` is 0, deletes it permanently. Its slug is free
   * afterwards. References to it are cleared whose field says so: by the same commit, up to 500 of them, and by commits
   * before it if there are more. Each clearing is a write of its item without an author, of which the hooks are asked
   * as for the operator.
   *
   * @param expected rejects the deletion if the stored item is another one.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `version_mismatch`;
   *   `referenced` with the referrers; `blocked_by_hook`, `overloaded`.
   */
  readonly delete: (actor: Actor, id: string, expected?: Expectation) => Promise<void>;

  /**
   * Does the same to several items. Each is a write of its own, with its own rights and hooks; with `atomic`, all are
   * stored by one commit. An id that is unknown, or that is not a UUID, fails with `not_found`.
   *
   * @returns one result for each id. An item that could not be written has its error there.
   * @throws DomainError `not_authenticated`, `token_read_only`; `forbidden` for a caller who may not write anything;
   *   `invalid_input`; for an atomic request also `overloaded`, `dependency_unavailable`: then nothing was stored, unless
   *   the details of the error say that the outcome is unknown.
   */
  readonly bulk: (actor: Actor, command: BulkContent) => Promise<BulkReport>;
}

export const contentUseCases = (dependencies: UseCaseDependencies): ContentUseCases => ({
  readItem: readItem(dependencies),
  readPage: readPage(dependencies),
  getInfo: getContentInfo(dependencies),
  listSummaries: listSummaries(dependencies),
  count: countContent(dependencies),
  find: findContent(dependencies),
  checkSlug: checkSlug(dependencies),
  create: createContent(dependencies),
  update: updateContent(dependencies),
  delete: deleteContent(dependencies),
  bulk: bulkContent(dependencies),
});
