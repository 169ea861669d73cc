import { authorize } from '../access/policy.ts';
import { readEmail } from '../accounts/email.ts';
import type { Actor } from '../model/actor.ts';
import { unknownCollection, type Collection } from '../model/collection.ts';
import { parseTitle, type ContentItem, type ContentOrigin } from '../model/content/content-item.ts';
import { parseSlug, slugFromTitle, type Slug } from '../model/content/slug.ts';
import type { Locale } from '../model/locale.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { assertStorable } from '../primitives/text.ts';
import type { EpochMs } from '../primitives/time.ts';
import { parseUuid } from '../primitives/uuid.ts';
import { archiveDigest, type ContentRecord, type SourceRecord } from './content-record.ts';
import { checkRecord, encodeRecord, fitRecord, type RecordChange } from './fit-record.ts';
import { parsePlacement, placementOf, type NamedPlacement } from './record-placement.ts';

/** What the records of a batch refer to. Looked up once per batch. */
export interface ImportContext {
  readonly collections: ReadonlyMap<string, Collection>;
  /** User ids by e-mail address. */
  readonly authors: ReadonlyMap<string, string>;
  /** Of the service. */
  readonly locales: readonly Locale[];
}

/** A validated record. `item` is what an empty service would store. */
export interface ParsedContentRecord {
  readonly item: ContentItem;
  readonly collection: Collection;
  readonly alternativeSlug: Slug | undefined;
  /** Whether the record has the id of its item. */
  readonly hasId: boolean;
  readonly hasCreatedAt: boolean;
  readonly hasUpdatedAt: boolean;
  readonly hasPublishedAt: boolean;
  readonly placement: NamedPlacement;
  /** What it was made from, as a translation, if the record says it. */
  readonly source: SourceRecord | undefined;
  /** Digest of the record; undefined when its origin has the digest of its first source. */
  readonly digest: string | undefined;
  /** Whether it comes from an export. */
  readonly isArchived: boolean;
  readonly changes: readonly RecordChange[];
}

export interface RecordRules {
  readonly actor: Actor;
  /** Skips the check against the schema: an archive is restored even if a schema is stricter now. */
  readonly verbatim: boolean;
  /** Changes data that the collection rejects, instead of rejecting the record. */
  readonly fitData: boolean;
  /** The creation time of items whose record has none. */
  readonly importedAt: EpochMs | undefined;
}

/** @param planned collections that replace the stored ones with their names. */
export const loadContext = async (
  {
    collections,
    users,
    site,
    domainNames,
  }: Pick<Dependencies, 'collections' | 'users' | 'site' | 'domainNames'>,
  records: readonly Pick<ContentRecord, 'author'>[],
  planned: readonly Collection[],
): Promise<ImportContext> => {
  const authors = new Map<string, string>();
  for (const author of new Set(records.map((record) => record.author))) {
    const email = author === undefined ? undefined : readEmail(author, domainNames);
    const user = email === undefined ? undefined : await users.findByEmail(email);
    if (author !== undefined && user !== undefined) authors.set(author, user.id);
  }
  const all = [...(await collections.list()), ...planned];
  const { locales = [] } = (await site.load()).settings;
  return {
    collections: new Map(all.map((collection) => [collection.name, collection])),
    authors,
    locales,
  };
};

type ParseDependencies = Pick<Dependencies, 'ids' | 'clock' | 'digest' | 'patterns'>;

/**
 * @throws DomainError `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`,
 *   `invalid_data`, `not_localized`.
 */
export const parseContentRecord = async (
  { ids, clock, digest: hashing, patterns }: ParseDependencies,
  record: ContentRecord,
  { collections, authors, locales }: ImportContext,
  { actor, verbatim, fitData, importedAt }: RecordRules,
): Promise<ParsedContentRecord> => {
  const collection = collections.get(record.collection);
  if (collection === undefined) throw unknownCollection('collection');
  authorize(actor, 'create', { collection });
  const { data = {}, version = 1, createdAt, updatedAt, publishedAt, alternativeSlug } = record;
  const title = parseTitle(record.title);
  const slug = record.slug === undefined ? slugFromTitle(title) : parseSlug(record.slug);
  const check = verbatim ? encodeRecord : fitData ? fitRecord : checkRecord;
  const { encoded, status, changes } = check(patterns, collection, data, record.status ?? 'draft');
  const now = parseTime('importedAt', importedAt) ?? clock.now();
  const created = parseTime('created_at', createdAt) ?? now;
  const updated = parseTime('updated_at', updatedAt) ?? created;
  const id = record.id === undefined ? ids.next() : parseUuid('id', record.id);
  const placement = parsePlacement(record, collection, locales, parseTime);
  const { locale, group } = record;
  // The digests of other records stay as they were.
  const named = locale === undefined && group === undefined ? [] : [locale, group];
  const source = JSON.stringify([
    collection.name,
    title,
    slug,
    status,
    createdAt,
    encoded,
    ...named,
  ]);
  const sha256 = await hashing.sha256(source);
  const digest = verbatim ? archiveDigest(sha256) : sha256;
  const origin = parseOrigin(record.origin);
  return {
    item: {
      id,
      collectionId: collection.id,
      authorId: record.author === undefined ? undefined : authors.get(record.author),
      title,
      slug,
      status,
      data: encoded,
      version: parseVersion('version', version),
      origin: origin ?? { digest, version },
      createdAt: created,
      updatedAt: Math.max(created, updated),
      publishedAt:
        parseTime('published_at', publishedAt) ?? (status === 'published' ? created : undefined),
      ...placementOf(placement, { id, createdAt: created }),
    },
    collection,
    alternativeSlug: alternativeSlug === undefined ? undefined : parseSlug(alternativeSlug),
    hasId: record.id !== undefined,
    hasCreatedAt: createdAt !== undefined,
    hasUpdatedAt: updatedAt !== undefined,
    hasPublishedAt: publishedAt !== undefined,
    placement,
    source: record.source && parseSource(record.source),
    digest: origin !== undefined && verbatim ? undefined : digest,
    isArchived: verbatim,
    changes,
  };
};

const parseSource = ({ id, version, fields }: SourceRecord): SourceRecord => {
  for (const text of Object.entries(fields).flat()) assertStorable(text, 'source.fields');
  return {
    id: parseUuid('source.id', id),
    version: parseVersion('source.version', version),
    fields,
  };
};

/** The maximum of a time value in ECMA-262. */
const maxTime = 8.64e15;

export const parseTime = (path: string, time: EpochMs | undefined): EpochMs | undefined => {
  if (time === undefined || (Number.isSafeInteger(time) && Math.abs(time) <= maxTime)) return time;
  throw invalid('invalid_input', [{ path, message: 'must be a time in epoch milliseconds' }]);
};

/** Half of the maximum that is stored (32 bits), so that an imported item can still be changed. */
const maxVersion = 2 ** 30;

export const parseVersion = (path: string, version: number): number => {
  if (Number.isSafeInteger(version) && version >= 1 && version <= maxVersion) return version;
  throw invalid('invalid_input', [{ path, message: 'must be a whole number from 1' }]);
};

const parseOrigin = (origin: ContentOrigin | undefined): ContentOrigin | undefined => {
  if (origin === undefined) return undefined;
  assertStorable(origin.digest, 'origin.digest');
  return { digest: origin.digest, version: parseVersion('origin.version', origin.version) };
};
