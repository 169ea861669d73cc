import type {
  BlockTypeDto,
  FieldDto,
} from '../../../../../../contracts/schemas/collection-schema.ts';
import { t } from '../../../../catalogue/texts.ts';
import { isObject, type Json, type JsonObject } from '../../model/json-path.ts';

/** The type of a block. @returns undefined if the field does not name it. */
export const blockTypeOf = (
  block: Json | undefined,
  { blocks = {} }: FieldDto,
): BlockTypeDto | undefined => {
  const name = isObject(block) ? block['type'] : undefined;
  return typeof name === 'string' && Object.hasOwn(blocks, name) ? blocks[name] : undefined;
};

/** What people call the type of a block. */
export const blockTitle = (block: JsonObject, { blocks = {} }: FieldDto): string =>
  typeTitle(typeof block['type'] === 'string' ? block['type'] : t.blocks.untyped, blocks);

export const typeTitle = (name: string, blocks: FieldDto['blocks'] = {}): string =>
  Object.hasOwn(blocks, name) ? blocks[name]?.title || name : name;

/** A new id for a block: a UUID, as the service sets them. `randomUUID` is missing on pages without https. */
const newBlockId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** The same block with a new id. */
export const withNewId = ({ type = '', ...fields }: JsonObject): JsonObject => ({
  type,
  ...fields,
  id: newBlockId(),
});

/** A new block, with the defaults of its type. */
export const newBlock = (name: string, { properties }: BlockTypeDto): JsonObject => ({
  type: name,
  id: newBlockId(),
  ...Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) =>
      field.default === undefined ? [] : [[key, field.default] as const],
    ),
  ),
});

const summaryMaxLength = 100;
const readableTypes = new Set<string>(['string', 'textarea', 'markdown', 'richtext', 'select']);

const firstText = (value: Json | undefined, field: FieldDto | undefined): string | undefined => {
  if (field === undefined) return undefined;
  if (typeof value === 'string') {
    const text = value
      .slice(0, 4 * summaryMaxLength)
      .replace(/[\s#*_>`]+/g, ' ')
      .trim();
    return readableTypes.has(field.type) && text !== '' ? text : undefined;
  }
  if (Array.isArray(value)) {
    const entries: readonly Json[] = value;
    return entries.map((each) => firstText(each, field.items)).find(Boolean);
  }
  return isObject(value) ? textIn(value, field.properties) : undefined;
};

const textIn = (value: JsonObject, properties: FieldDto['properties'] = {}): string | undefined =>
  Object.entries(properties)
    .map(([name, field]) => firstText(value[name], field))
    .find(Boolean);

/** The first text of a block, for a line. */
export const summaryOfBlock = (block: JsonObject, field: FieldDto): string =>
  textIn(block, blockTypeOf(block, field)?.properties)?.slice(0, summaryMaxLength) ?? '';
