import { checkData } from '../collections/check-data.ts';
import type { Collection } from '../collections/collection.ts';
import type { JsonObject } from '../json.ts';
import type { Ports } from '../ports/ports.ts';
import type { ContentStatus } from './content-item.ts';

/**
 * Holds `data` against the collection's schema. What is required is asked of published items only:
 * a draft may be unfinished.
 *
 * @throws DomainError `invalid_data`, one issue per field.
 */
export const checkItem = (
  { patterns }: Pick<Ports, 'patterns'>,
  collection: Collection,
  data: JsonObject,
  status: ContentStatus,
): void => {
  checkData(data, collection.schema, { patterns, enforceRequired: status === 'published' });
};
