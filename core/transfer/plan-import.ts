import type { ContentItem, ContentOrigin } from '../content/content-item.ts';
import type { ContentChange } from '../content/content-writer.ts';
import { DomainError } from '../errors.ts';
import { laterOf } from '../time.ts';
import { isArchiveOrigin } from './content-record.ts';
import type { ParsedContentRecord } from './parse-content-record.ts';

/** What a record changes: a new item, or the next version of a stored one. */
export type ImportChange = Exclude<ContentChange, { readonly kind: 'delete' }>;

export interface PlanRules {
  readonly overwrite: boolean;
  readonly now: number;
}

/**
 * Decides what a record changes.
 *
 * @returns undefined when nothing has to change.
 * @throws DomainError `edited_since_import` if the change would overwrite an edit.
 */
export const planImport = (
  record: ParsedContentRecord,
  before: ContentItem | undefined,
  { overwrite, now }: PlanRules,
): ImportChange | undefined => {
  if (before === undefined) return { kind: 'create', item: record.item };
  if (isSame(before, record)) return undefined;
  if (!overwrite) {
    // The source has not changed, so the item was edited here.
    if (record.digest !== undefined && record.digest === before.origin?.digest) return undefined;
    if (!isFrom(record, before.origin)) throw notImported(before);
    if (before.origin.version !== before.version) throw editedHere(before);
  }
  return { kind: 'update', before, item: revise(before, record, now) };
};

/** An export can change any imported item; other sources cannot change items from an export. */
const isFrom = (
  { isArchived }: ParsedContentRecord,
  origin: ContentOrigin | undefined,
): origin is ContentOrigin => origin !== undefined && (isArchived || !isArchiveOrigin(origin));

const isSame = (before: ContentItem, { item, hasCreatedAt }: ParsedContentRecord): boolean =>
  before.collectionId === item.collectionId &&
  before.title === item.title &&
  before.slug === item.slug &&
  before.status === item.status &&
  before.data === item.data &&
  (!hasCreatedAt || before.createdAt === item.createdAt);

const revise = (
  before: ContentItem,
  { item, hasCreatedAt, hasUpdatedAt }: ParsedContentRecord,
  now: number,
): ContentItem => ({
  ...item,
  id: before.id,
  authorId: before.authorId ?? item.authorId,
  version: before.version + 1,
  origin: item.origin && reviseOrigin(item.origin, item, before),
  createdAt: hasCreatedAt ? item.createdAt : before.createdAt,
  updatedAt: laterOf(before.updatedAt, hasUpdatedAt ? item.updatedAt : now),
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

/** The error of a record for the same item as an earlier record of the batch. */
export const duplicateRecord = ({ hasId, item }: ParsedContentRecord): DomainError =>
  hasId
    ? new DomainError('id_taken', 'An earlier record has the same id')
    : new DomainError('slug_taken', `An earlier record has the slug '${item.slug}'`);
