import { checkItemData } from '../collections/data/check-data.ts';
import {
  compilingOnce,
  schemaCheckLimits,
  visitItems,
} from '../collections/schema/check-schema.ts';
import type { CollectionSchema } from '../model/field.ts';
import type { Dependencies } from '../ports/ports.ts';
import { issuesOf } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';
import type { RejectedItem } from '../model/site/site-schema.ts';

export type ScanDependencies = Pick<Dependencies, 'contents' | 'patterns' | 'clock' | 'timer'>;

/** The items that the new rules of one field reject. */
export interface RejectedItems {
  readonly count: number;
  /** The newest ones, at most ten. */
  readonly examples: readonly RejectedItem[];
  /** Whether the time was enough for all items. */
  readonly isComplete: boolean;
}

/**
 * Checks the items of a collection against some fields of a new schema, as a write with their present status would.
 *
 * @param ms how long. @returns by field; a field that no item breaks is there, too.
 */
export const rejectedItems = async (
  dependencies: ScanDependencies,
  collectionId: string,
  { properties, required }: CollectionSchema,
  names: readonly string[],
  ms: number,
): Promise<ReadonlyMap<string, RejectedItems>> => {
  const patterns = compilingOnce(dependencies.patterns);
  const fields = names.map((name) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const schema = {
      type: 'object',
      properties: field === undefined ? {} : { [name]: field },
      required: required.filter((each) => each === name),
    } as const;
    return { name, schema, count: 0, examples: [] as RejectedItem[] };
  });
  const limits = { items: Infinity, ms };
  const isComplete = await visitItems(dependencies, collectionId, limits, (item) => {
    const data = decodeJson(item.data);
    for (const field of fields) {
      const [issue] = issuesOf(() => checkItemData(patterns, field, data, item.status));
      if (issue === undefined) continue;
      field.count += 1;
      const { id, title } = item;
      if (field.examples.length < schemaCheckLimits.examples) {
        field.examples.push({ id, title, path: issue.path, message: issue.message });
      }
    }
  });
  return new Map(
    fields.map(({ name, count, examples }) => [name, { count, examples, isComplete }]),
  );
};
