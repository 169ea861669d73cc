import { authorize } from '../access/authorize.ts';
import type { Actor } from '../access/actor.ts';
import { readEmail } from '../accounts/email.ts';
import { unknownCollection, type Collection } from '../collections/collection.ts';
import { checkItem } from '../content/check-item.ts';
import {
  dataLimits,
  parseTitle,
  type ContentItem,
  type ContentOrigin,
} from '../content/content-item.ts';
import { parseSlug, slugFromTitle } from '../content/slug.ts';
import { invalid } from '../errors.ts';
import { encodeBounded } from '../json.ts';
import { assertStorable } from '../text.ts';
import { readUuid } from '../uuid.ts';
import { archiveDigest } from './archive-origin.ts';
import type { ContentRecord } from './content-record.ts';
import type { TransferPorts } from './transfer-ports.ts';

/** What records of one batch refer to, looked up once. */
export interface Surroundings {
  readonly collections: ReadonlyMap<string, Collection>;
  /** User ids by e-mail address. */
  readonly authors: ReadonlyMap<string, string>;
}

/** A record after its check. `item` is what an empty service would store. */
export interface ParsedContentRecord {
  readonly item: ContentItem;
  /** Whether the record itself says which item it is. */
  readonly hasId: boolean;
  readonly hasCreatedAt: boolean;
  readonly hasUpdatedAt: boolean;
  /** Names what the record says; undefined when its origin names the source that it came from first. */
  readonly digest: string | undefined;
  /** Whether it comes from an export. */
  readonly isArchived: boolean;
}

export interface RecordRules {
  readonly actor: Actor;
  /** Records of an archive come back as they were, also where a schema has become stricter since. */
  readonly verbatim: boolean;
}

export const lookAround = async (
  { collections, users }: Pick<TransferPorts, 'collections' | 'users'>,
  records: readonly ContentRecord[],
): Promise<Surroundings> => {
  const authors = new Map<string, string>();
  for (const author of new Set(records.map((record) => record.author))) {
    const email = author === undefined ? undefined : readEmail(author);
    const user = email === undefined ? undefined : await users.findByEmail(email);
    if (author !== undefined && user !== undefined) authors.set(author, user.id);
  }
  const all = await collections.list();
  return { collections: new Map(all.map((collection) => [collection.name, collection])), authors };
};

/**
 * @throws DomainError `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`,
 *   `invalid_data`.
 */
export const parseContentRecord = async (
  ports: Pick<TransferPorts, 'ids' | 'clock' | 'digest' | 'patterns'>,
  record: ContentRecord,
  { collections, authors }: Surroundings,
  { actor, verbatim }: RecordRules,
): Promise<ParsedContentRecord> => {
  const collection = collections.get(record.collection);
  if (collection === undefined) throw unknownCollection('collection');
  authorize(actor, 'create', { collection });
  const { status = 'draft', data = {}, version = 1, createdAt, updatedAt } = record;
  const title = parseTitle(record.title);
  const slug = record.slug === undefined ? slugFromTitle(title) : parseSlug(record.slug);
  const encoded = encodeBounded(data, 'data', dataLimits);
  if (!verbatim) checkItem(ports, collection, data, status);
  const created = parseTime('created_at', createdAt) ?? ports.clock.now();
  const updated = parseTime('updated_at', updatedAt) ?? created;
  const source = JSON.stringify([collection.name, title, slug, status, createdAt, encoded]);
  const sha256 = await ports.digest.sha256(source);
  const digest = verbatim ? archiveDigest(sha256) : sha256;
  const origin = parseOrigin(record.origin);
  return {
    item: {
      id: parseRecordId(record.id) ?? ports.ids.next(),
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
    },
    hasId: record.id !== undefined,
    hasCreatedAt: createdAt !== undefined,
    hasUpdatedAt: updatedAt !== undefined,
    digest: origin !== undefined && verbatim ? undefined : digest,
    isArchived: verbatim,
  };
};

const parseRecordId = (raw: string | undefined): string | undefined => {
  if (raw === undefined) return undefined;
  const id = readUuid(raw);
  if (id === undefined) throw invalid('invalid_input', [{ path: 'id', message: 'must be a UUID' }]);
  return id;
};

/** The last moment that ECMAScript can name (ECMA-262, time values). */
const maxTime = 8.64e15;

const parseTime = (path: string, time: number | undefined): number | undefined => {
  if (time === undefined || (Number.isSafeInteger(time) && Math.abs(time) <= maxTime)) return time;
  throw invalid('invalid_input', [{ path, message: 'must be a time in epoch milliseconds' }]);
};

/** Half of what a database counts to: an item that came in must be open to changes. */
const maxVersion = 2 ** 30;

const parseVersion = (path: string, version: number): number => {
  if (Number.isSafeInteger(version) && version >= 1 && version <= maxVersion) return version;
  throw invalid('invalid_input', [{ path, message: 'must be a whole number from 1' }]);
};

const parseOrigin = (origin: ContentOrigin | undefined): ContentOrigin | undefined => {
  if (origin === undefined) return undefined;
  assertStorable(origin.digest, 'origin.digest');
  return { digest: origin.digest, version: parseVersion('origin.version', origin.version) };
};
