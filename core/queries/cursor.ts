import { perspectiveOf } from '../access/perspective.ts';
import { placementFields } from '../collections/indexes/query-fields.ts';
import {
  conditionTextMax,
  type ItemQuery,
  type Key,
  type QueryCondition,
  type QueryPlace,
  type SortField,
} from '../model/content/item-query.ts';
import type { Shown } from '../model/content/view.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { Digest } from '../ports/hashing.ts';
import { DomainError } from '../primitives/errors.ts';
import { isStorable, lengthOf } from '../primitives/text.ts';
import { readUuid } from '../primitives/uuid.ts';
import { isSame } from './choose-scan.ts';
import { satisfies } from './item-keys.ts';
import { isOptional, isTextKind, missingKey } from './operators.ts';
import type { ItemOrder } from './parse-query.ts';

/** What a cursor continues. Its page size and its fields can change. */
export interface CursorQuery extends ItemOrder {
  readonly collectionId: string;
  readonly conditions: readonly QueryCondition[];
  readonly shown: Shown;
  /** The locales in which items are shown; undefined for all translations. */
  readonly languages: readonly LocaleCode[] | undefined;
}

/** Longer than any cursor of ours, in UTF-16 units. */
const maxLength = 8_000;

/** How much of a digest tells queries apart. A forged cursor is only another place. */
const digestLength = 16;

const digestOf = async (digest: Digest, query: CursorQuery): Promise<string> => {
  const { collectionId, conditions, sort, idsDescend, shown, languages } = query;
  const parts = [
    collectionId,
    conditions.map(({ field, test }) => [field.path, field.kind, test]),
    sort.map(({ field, isDescending }) => [field.path, field.kind, isDescending]),
    idsDescend,
    // Published cursors stay those of earlier versions.
    ...(shown === 'published' ? [] : [perspectiveOf({ shown })]),
    ...(languages === undefined ? [] : [languages]),
  ];
  return (await digest.sha256(JSON.stringify(parts))).slice(0, digestLength);
};

/** A text from which {@link readCursor} reads the place again, for the same query only. */
export const writeCursor = async (
  digest: Digest,
  query: CursorQuery,
  { keys, id }: QueryPlace,
): Promise<string> => JSON.stringify([await digestOf(digest, query), ...keys, id]);

/** @throws DomainError `invalid_cursor` for the cursor of another query, and for any other text. */
export const readCursor = async (
  digest: Digest,
  query: CursorQuery,
  cursor: string,
): Promise<QueryPlace> => {
  const [binding, ...rest] = parse(cursor);
  const id = readUuid(String(rest.pop()));
  const keys = query.sort.map(({ field }, index) => readKey(field, rest[index]));
  if (
    binding !== (await digestOf(digest, query)) ||
    rest.length !== query.sort.length ||
    id === undefined ||
    !keys.every((key) => key !== undefined)
  ) {
    throw invalidCursor();
  }
  return { keys, id };
};

const parse = (cursor: string): readonly unknown[] => {
  if (cursor.length > maxLength) throw invalidCursor();
  try {
    const parts: unknown = JSON.parse(cursor);
    return Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  } catch {
    throw invalidCursor();
  }
};

/** JSON has no infinite number: it is null. */
const readKey = (field: SortField['field'], value: unknown): Key | undefined => {
  if (!isTextKind(field.kind)) {
    if (value === null && isOptional(field)) return missingKey(field);
    // A time is a whole number in every store.
    const isKey = field.kind === 'time' ? Number.isSafeInteger(value) : typeof value === 'number';
    return isKey ? (value as number) : undefined;
  }
  const isText =
    typeof value === 'string' && isStorable(value) && lengthOf(value) <= conditionTextMax + 1;
  if (!isText) return undefined;
  return isSame(field, placementFields.group) ? readUuid(value) : value;
};

/** @throws DomainError `invalid_cursor` for a forged place: outside of the range that the query follows. */
export const assertInside = ({ scan, isFollowed }: ItemQuery, { keys, id }: QueryPlace): void => {
  // Without sorted fields, the range is one of ids.
  const isInside = scan.range === undefined || satisfies(keys[0] ?? id, scan.range);
  if (isFollowed && !isInside) throw invalidCursor();
};

const invalidCursor = (): DomainError =>
  new DomainError('invalid_cursor', 'The cursor belongs to another query', {
    details: 'Start again without after, and send every other parameter as for the first page',
    issues: [{ path: 'after', message: 'must be the cursor of the same query' }],
  });
