import type { ContentItem, ContentOrigin } from '../content/content-item.ts';
import { DomainError } from '../errors.ts';
import { laterOf } from '../time.ts';
import { isArchiveOrigin } from './archive-origin.ts';
import type { ParsedContentRecord } from './parse-content-record.ts';

/** What to store for a record: a new item, or the next state of the one that is there. */
export interface Write {
  readonly before: ContentItem | undefined;
  readonly item: ContentItem;
}

export interface PlanRules {
  readonly overwrite: boolean;
  readonly now: number;
}

/**
 * Decides what a record amounts to.
 *
 * @returns undefined when there is nothing to do.
 * @throws DomainError `edited_since_import` when writing it would undo what was edited here.
 */
export const planImport = (
  record: ParsedContentRecord,
  before: ContentItem | undefined,
  { overwrite, now }: PlanRules,
): Write | undefined => {
  if (before === undefined) return { before, item: record.item };
  if (isSame(before, record)) return undefined;
  if (!overwrite) {
    // The source is as it was: what differs was edited here, and stays.
    if (record.digest !== undefined && record.digest === before.origin?.digest) return undefined;
    if (!isFrom(record, before.origin)) throw notFromThere(before);
    if (before.origin.version !== before.version) throw editedHere(before);
  }
  return { before, item: revise(before, record, now) };
};

/** An export may hold anything; what came from an export alone is nobody else's to change. */
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

/** An exported item that was edited since it had come from its source stays one that was. */
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
  kept(`'${slug}' was edited here since it was imported`);

const notFromThere = ({ slug }: ContentItem): DomainError =>
  kept(`'${slug}' is here already and was not imported from there`);

const kept = (message: string): DomainError =>
  new DomainError('edited_since_import', message, {
    details: 'Import with overwrite to replace it',
  });

/** Two records of one batch cannot both say what an item is. */
export const repeated = ({ hasId, item }: ParsedContentRecord): DomainError =>
  hasId
    ? new DomainError('id_taken', 'A record before it has the same id')
    : new DomainError('slug_taken', `A record before it is '${item.slug}' already`);
