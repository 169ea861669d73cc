import { checkItemData } from '../collections/data/check-data.ts';
import { fitData, type DataChange } from '../collections/schema/fit-data.ts';
import type { Collection } from '../model/collection.ts';
import { dataLimits, encodeData, type ContentStatus } from '../model/content/content-item.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { isDomainError, issuesOf } from '../primitives/errors.ts';
import { encodeBounded, type JsonObject, type JsonText } from '../primitives/json.ts';

/** What an import changed in a record so that the collection accepts it. */
export type RecordChange =
  | DataChange
  /** A required field has no value, so the item is not published. */
  | { readonly path: 'status'; readonly kind: 'unpublished'; readonly message: string };

export interface FittedRecord {
  readonly encoded: JsonText;
  readonly status: ContentStatus;
  readonly changes: readonly RecordChange[];
}

type Fit = (
  patterns: PatternCompiler,
  collection: Collection,
  data: JsonObject,
  status: ContentStatus,
) => FittedRecord;

/** Checks only what holds for all data. @throws DomainError `invalid_data`, `invalid_text`. */
export const encodeRecord: Fit = (_patterns, _collection, data, status) => ({
  encoded: encodeData(data),
  status,
  changes: [],
});

/** Also checks the data against the schema. @throws DomainError `invalid_data`, `invalid_text`. */
export const checkRecord: Fit = (patterns, collection, data, status) => {
  const record = encodeRecord(patterns, collection, data, status);
  checkItemData(patterns, collection, data, status);
  return record;
};

/**
 * Like {@link checkRecord}, but changes data that it rejects, and makes an item a draft whose required fields have no
 * value. Never leaves out `content`: an article without its text would not be that article.
 *
 * @throws DomainError `invalid_data`, `invalid_text` for the text, and for data that is too large as a whole.
 */
export const fitRecord: Fit = (patterns, collection, data, status) => {
  try {
    return checkRecord(patterns, collection, data, status);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const fitted = fitData(patterns, collection.schema, data);
    if (Object.hasOwn(data, 'content') && !Object.hasOwn(fitted.data, 'content')) throw error;
    const missing = issuesOf(() => checkItemData(patterns, collection, fitted.data, status));
    return {
      encoded: encodeBounded(fitted.data, 'data', dataLimits),
      status: missing.length === 0 ? status : 'draft',
      changes: [
        ...fitted.changes,
        ...missing.map(
          ({ path, message }) =>
            ({ path: 'status', kind: 'unpublished', message: `${path} ${message}` }) as const,
        ),
      ],
    };
  }
};
