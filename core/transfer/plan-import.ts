import type { DecidedChange } from '../model/content/content-change.ts';
import {
  stateMembers,
  type ContentItem,
  type ContentOrigin,
} from '../model/content/content-item.ts';
import type { Slug } from '../model/content/slug.ts';
import { groupOf } from '../model/content/translation.ts';
import { DomainError, type Result } from '../primitives/errors.ts';
import { laterOf, type EpochMs } from '../primitives/time.ts';
import { digestOf, isArchiveOrigin, withSourceSlug } from './content-record.ts';
import type { ParsedContentRecord } from './parse-content-record.ts';

/** What a record changes: a new item, or the next version of a stored one. */
export type ImportChange = Extract<DecidedChange, { readonly kind: 'create' | 'update' }>;

export interface PlanRules {
  readonly overwrite: boolean;
  readonly now: EpochMs;
  /** The slug for the item, or the error if it is taken. */
  readonly slug: Result<Slug>;
}

/**
 * Decides what a record changes.
 *
 * @returns undefined when nothing has to change.
 * @throws DomainError `edited_since_import` if the change would overwrite an edit; `slug_taken`.
 */
export const planImport = (
  record: ParsedContentRecord,
  before: ContentItem | undefined,
  { overwrite, now, slug }: PlanRules,
): ImportChange | undefined => {
  const { collection } = record;
  if (before === undefined) {
    return { kind: 'create', item: withSlug(record, slug), collection };
  }
  if (slug.ok && before.slug === slug.value && isSame(before, record)) return undefined;
  if (!overwrite) {
    const stored = before.origin && digestOf(before.origin);
    // The source has not changed, so the item was edited here.
    if (record.digest !== undefined && record.digest === stored) return undefined;
    if (!isFrom(record, before.origin)) throw notImported(before);
    if (before.origin.version !== before.version) throw editedHere(before);
  }
  const item = withSlug(record, slug);
  const revised = revise(before, { ...record, item }, now);
  return { kind: 'update', before, item: revised, collection };
};

/** @throws DomainError `slug_taken`. */
const withSlug = ({ item }: ParsedContentRecord, slug: Result<Slug>): ContentItem => {
  if (!slug.ok) throw slug.error;
  if (slug.value === item.slug) return item;
  const { origin } = item;
  return { ...item, slug: slug.value, origin: origin && withSourceSlug(origin, item.slug) };
};

/** An export can change any imported item; other sources cannot change items from an export. */
const isFrom = (
  { isArchived }: ParsedContentRecord,
  origin: ContentOrigin | undefined,
): origin is ContentOrigin => origin !== undefined && (isArchived || !isArchiveOrigin(origin));

const isSame = (
  before: ContentItem,
  { item, hasCreatedAt, hasPublishedAt }: ParsedContentRecord,
): boolean =>
  stateMembers.every((name) => name === 'slug' || before[name] === item[name]) &&
  before.locale === item.locale &&
  (item.locale === undefined || groupOf(before).id === groupOf(item).id) &&
  (!hasCreatedAt || before.createdAt === item.createdAt) &&
  (!hasPublishedAt || before.publishedAt === item.publishedAt);

const revise = (
  before: ContentItem,
  { item, hasCreatedAt, hasUpdatedAt, hasPublishedAt }: ParsedContentRecord,
  now: EpochMs,
): ContentItem => ({
  ...item,
  id: before.id,
  authorId: before.authorId ?? item.authorId,
  version: before.version + 1,
  origin: item.origin && reviseOrigin(item.origin, item, before),
  createdAt: hasCreatedAt ? item.createdAt : before.createdAt,
  updatedAt: laterOf(before.updatedAt, hasUpdatedAt ? item.updatedAt : now),
  publishedAt: hasPublishedAt ? item.publishedAt : (before.publishedAt ?? item.publishedAt),
});

/** An exported item that was edited after its import is still edited after this one. */
const reviseOrigin = (
  origin: ContentOrigin,
  item: ContentItem,
  before: ContentItem,
): ContentOrigin => ({
  ...origin,
  version:
    origin.version === item.version ? before.version + 1 : Math.min(origin.version, before.version),
});

export const editedHere = ({ slug }: ContentItem): DomainError =>
  wouldOverwrite(`'${slug}' was edited here since it was imported`);

const notImported = ({ slug }: ContentItem): DomainError =>
  wouldOverwrite(`'${slug}' exists already and was not imported from this source`);

const wouldOverwrite = (message: string): DomainError =>
  new DomainError('edited_since_import', message, {
    details: 'Import with overwrite to replace it',
  });

export const idInTrash = (): DomainError =>
  new DomainError('id_taken', 'An item in the trash has this id', {
    details: 'Restore the item or delete it permanently, then import the record again',
  });

/** The error of a record for the same item as an earlier record of the batch. */
export const duplicateRecord = ({ hasId, item }: ParsedContentRecord): DomainError =>
  hasId
    ? new DomainError('id_taken', 'An earlier record has the same id')
    : new DomainError('slug_taken', `An earlier record has the slug '${item.slug}'`);
