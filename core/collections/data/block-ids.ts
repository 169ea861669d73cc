import type { Collection } from '../../model/collection.ts';
import { encodeData } from '../../model/content/content-item.ts';
import type { Field, FieldMap } from '../../model/field.ts';
import type { IdGenerator } from '../../ports/generators.ts';
import {
  decodeJson,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonText,
} from '../../primitives/json.ts';
import { blockMembers, blockTypeOf } from '../fields/blocks.ts';
import { isMissing } from './check-data.ts';

/**
 * Gives an id to each block that has none. A block that is stored with the same type and fields keeps its id, so that
 * data that is sent twice without ids changes nothing the second time. Data that equals the stored one stays as it is, and so
 * does data of a wrong shape.
 *
 * @param stored the data of the item so far.
 * @throws DomainError `invalid_data` for data that is too large with its ids.
 */
export const withBlockIds = (
  ids: IdGenerator,
  { schema: { properties } }: Pick<Collection, 'schema'>,
  data: JsonText,
  stored?: JsonText,
): JsonText => {
  if (data === stored || !containBlocks(properties)) return data;
  const decoded = decodeJson(data);
  const former = stored === undefined ? {} : decodeJson(stored);
  const identified = identifyMembers(decoded, properties, former, ids);
  return identified === decoded ? data : encodeData(identified);
};

const containBlocks = (fields: FieldMap): boolean => Object.values(fields).some(containsBlocks);

const containsBlocks = ({ type, items, properties = {} }: Field): boolean =>
  type === 'blocks' ||
  (type === 'array' && items !== undefined && containsBlocks(items)) ||
  containBlocks(properties);

/** @returns the same object if no block lacks an id; here and below. */
const identifyMembers = (
  data: JsonObject,
  fields: FieldMap,
  former: Json | undefined,
  ids: IdGenerator,
): JsonObject => {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const value = memberOf(data, name);
    if (value === undefined || !containsBlocks(field)) return [];
    const identified = identify(value, field, memberOf(former, name), ids);
    return identified === value ? [] : [[name, identified] as const];
  });
  return changed.length === 0 ? data : { ...data, ...Object.fromEntries(changed) };
};

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const identify = (value: Json, field: Field, former: Json | undefined, ids: IdGenerator): Json => {
  const { type, items, properties = {} } = field;
  if (type === 'object' && isJsonObject(value)) {
    return identifyMembers(value, properties, former, ids);
  }
  if (!Array.isArray(value)) return value;
  const entries: readonly Json[] = value;
  const before: readonly Json[] = Array.isArray(former) ? former : [];
  const identified =
    type === 'blocks'
      ? identifyBlocks(entries, field, before, ids)
      : entries.map((each, index) =>
          items === undefined ? each : identify(each, items, before[index], ids),
        );
  return identified.every((each, index) => each === value[index]) ? value : identified;
};

const identifyBlocks = (
  blocks: readonly Json[],
  field: Field,
  former: readonly Json[],
  ids: IdGenerator,
): readonly Json[] => {
  const lacksId = (block: Json): block is JsonObject =>
    isJsonObject(block) && blockTypeOf(block, field) !== undefined && isMissing(block['id']);
  if (!blocks.some(lacksId)) return blocks;
  const used = new Set(blocks.map(idOf));
  const unused = Map.groupBy(
    former.filter((block) => {
      const id = idOf(block);
      const isFree = typeof id === 'string' && !used.has(id);
      used.add(id);
      return isFree;
    }),
    contentOf,
  );
  return blocks.map((block) => {
    if (!lacksId(block)) return block;
    const id = idOf(unused.get(contentOf(block))?.shift()) ?? ids.next();
    return { type: block['type'] ?? null, id, ...fieldsOf(block) };
  });
};

const idOf = (block: Json | undefined): Json | undefined => memberOf(block, 'id');

const fieldsOf = (block: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !blockMembers.includes(name)));

/** Equal for blocks of the same type with the same fields in the same order. */
const contentOf = (block: Json): string =>
  isJsonObject(block) ? JSON.stringify([block['type'], fieldsOf(block)]) : '';
