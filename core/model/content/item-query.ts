import type { LocaleCode } from '../locale.ts';
import type { ContentStatus } from './content-item.ts';
import type { Shown } from './view.ts';

/**
 * How the values of a field compare: texts and UUIDs by code point, numbers and moments by size, and `false` before
 * `true`. `moment` is a text with a time; `time` is a number of milliseconds, like `created_at`.
 */
export type ValueKind =
  | 'text'
  | 'date'
  | 'choice'
  | 'uuid'
  | 'number'
  | 'boolean'
  | 'moment'
  | 'time';

/** A field by which items can be filtered. */
export interface QueryField {
  /** As in requests: `title`, or `data.price`. */
  readonly path: string;
  readonly kind: ValueKind;
  /** A list matches when one of its values does. Items cannot be sorted by it. */
  readonly isList: boolean;
}

/**
 * The value of a field as it is compared: a text for the kinds that compare by code point, otherwise a number. Of a
 * stored text, the first {@link keyLength} characters. Every item has a key: see {@link missingText}.
 */
export type Key = string | number;

/** How many characters of a text are in an index, and count for the order. */
export const keyLength = 256;

/** Texts in conditions are shorter than a key, so that comparing the keys compares the whole texts. */
export const conditionTextMax: number = keyLength - 1;

/** The keys of an item without a value: before all others. As everywhere, null and the empty text are no values. */
export const missingText = '';
export const missingNumber = -Infinity;

/** The beginning or the end of a range. */
export interface Bound {
  readonly key: Key;
  readonly isInclusive: boolean;
}

/** What a condition says about the keys of a field. Every operator becomes one of these. */
export type KeyTest =
  | { readonly kind: 'among'; readonly keys: readonly Key[] }
  | { readonly kind: 'range'; readonly from?: Bound | undefined; readonly to?: Bound | undefined }
  /** Also true of an item without a value. Of a list: none of its values has the key. */
  | { readonly kind: 'not'; readonly key: Key }
  /** The whole text contains this one, not only its key. */
  | { readonly kind: 'contains'; readonly text: string }
  /** Of a list: it has values, or none. */
  | { readonly kind: 'exists'; readonly exists: boolean };

export interface QueryCondition {
  readonly field: QueryField;
  readonly test: KeyTest;
}

export interface SortField {
  readonly field: QueryField;
  readonly isDescending: boolean;
}

/** The place of an item in the order of a query. */
export interface QueryPlace {
  /** One for each field of the order. */
  readonly keys: readonly Key[];
  readonly id: string;
}

/**
 * A part of an index: the entries of one collection, of some statuses, with some keys. An index lists the items of one
 * status by the keys of its fields, then by id. The index of a list finds the items that have one of some values.
 */
export interface Scan {
  /** The fields of the index. */
  readonly fields: readonly QueryField[];
  /** The keys of the first fields: for each of them, the alternatives. */
  readonly among: readonly (readonly Key[])[];
  /** About the next field. */
  readonly range?: Extract<KeyTest, { readonly kind: 'range' }> | undefined;
  /** Ignored by the index of a list, which finds items of all statuses. */
  readonly statuses: readonly ContentStatus[];
}

/** A query that reads a limited part of an index. */
export interface ItemQuery {
  readonly collectionId: string;
  /** Everything is about items as they are shown. */
  readonly shown: Shown;
  /** Finds the candidates. */
  readonly scan: Scan;
  /** What a candidate must satisfy besides. */
  readonly conditions: readonly QueryCondition[];
  readonly sort: readonly SortField[];
  /** Whether equal keys are ordered by descending ids. */
  readonly idsDescend: boolean;
  /** Whether the entries of the scan with equal keys are in the order of the sort. No conditions remain then. */
  readonly isFollowed: boolean;
  /**
   * In a localised collection: of each group of translations, only the first item in the order of these locales counts, among
   * those that have one of the statuses of the scan. It is chosen before the other conditions are checked. A query that follows
   * its scan lists groups, by when they began. Undefined for all translations.
   */
  readonly chain?: readonly LocaleCode[] | undefined;
}

/** A database index for a schema's field, or for a pair of fields. */
export interface FieldIndex {
  readonly collectionId: string;
  /** In the order of the index. */
  readonly fields: readonly QueryField[];
  /** The index allows each value once. It finds nothing for queries. */
  readonly isUnique: boolean;
  /** Absent for the whole collection. */
  readonly within?: UniqueWithin | undefined;
}

/**
 * Where a unique index of a localised collection allows each value once: `locale` among the items of each locale, `group`
 * in each group of translations, whose items have the value in common.
 */
export type UniqueWithin = 'locale' | 'group';

export type IndexState = 'building' | 'ready' | 'failed';

export interface FieldIndexStatus {
  readonly index: FieldIndex;
  readonly state: IndexState;
  /** Why it has failed. It is tried again. */
  readonly reason?: string | undefined;
}
