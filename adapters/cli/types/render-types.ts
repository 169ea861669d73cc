import {
  dataSchema,
  typeNames,
  type CollectionDto,
  type DataRules,
  type DataSchema,
} from '../../../contracts/index.ts';

/** What the types are made of. */
export type TypedCollection = Pick<
  CollectionDto,
  'name' | 'displayName' | 'description' | 'schema'
> & {
  /** Whether its items have a locale and a group. */
  readonly localized?: boolean | undefined;
};

/**
 * A module of TypeScript with a type for the data of each collection. It imports nothing, and fits the typed client.
 *
 * A member is optional unless the schema requires it. Even those that it requires may be missing in drafts. Members that no
 * schema names are not in the types.
 */
export const renderTypes = (collections: readonly TypedCollection[]): string => {
  const named = collections.map(({ name }) => name);
  const hasLocalized = collections.some(({ localized }) => localized === true);
  const reserved = hasLocalized ? [...ownNames, 'Localized'] : ownNames;
  const names = typeNames(named, reserved, (name) => [name]);
  const interfaces = collections.map(({ name, displayName, description, schema }) => {
    const notes = notesOf([displayName, description], '');
    return `${notes}export interface ${names.get(name)} ${membersOf(dataSchema(schema, rules), '')}\n`;
  });
  const members = collections.map(({ name, localized }) => {
    const own = names.get(name) ?? '';
    return `  ${quoted(name)}: ${localized === true ? `Localized<${own}>` : own};\n`;
  });
  return `${introduction}
/** The data of the items of each collection, by its name. */
export interface Collections {
${members.join('')}}

${reference}
${draft}
${hasLocalized ? `${localizedType}\n` : ''}${itemType(hasLocalized)}
${includedMedia}
${interfaces.join('\n')}`;
};

const introduction =
  '/* Written by `quoin types`. Run it again when the collections have changed. */\n';

const reference = `/** The id of an item of a collection. */
export type Reference<Name extends string = string> = string & { readonly __collection: Name };
`;

const draft = `/** The data of an item that is not published: required fields can be missing. The type and the id of a block never are. */
export type Draft<Data> = unknown extends Data
  ? Data
  : Data extends string | number | boolean | null | undefined
    ? Data
    : Data extends readonly (infer Entry)[]
      ? Draft<Entry>[]
      : { [Key in keyof Data]?: Draft<Data[Key]> | null } & (Data extends {
          type: string;
          id: string;
        }
          ? Pick<Data, 'type' | 'id'>
          : unknown);
`;

/** @param hasLocalized whether items of some collections have a locale and a group. */
const itemType = (hasLocalized: boolean): string => `/**
 * An item of a collection, or of any, as the REST API returns it. With \`perspective=drafts\`, a published item has the data
 * of its working copy, which can lack required fields.
 */
export type Item<Name extends keyof Collections = keyof Collections> = {
  [Each in Name]: {
    id: Reference<Each>;
    title: string;
    slug: string;
    collectionId: string;
    /** In milliseconds since 1970. */
    created_at: number;
    /** In milliseconds since 1970. */
    updated_at: number;
    /** When it was first published, in milliseconds since 1970; null if it never was. */
    published_at: number | null;
  } & ${hasLocalized ? placement : ''}(
    | { status: 'published'; data: Collections[Each] }
    | { status: 'draft' | 'archived'; data: Draft<Collections[Each]> }
  );
}[Name];
`;

/** Items of other collections have neither. The typed client reads the mark, too. */
const placement = `('__localized' extends keyof Collections[Each]
    ? {
        locale: string;
        /** What the item and its translations have in common. */
        group: string;
      }
    : unknown) & `;

const localizedType = `/** The data of items with a locale and a group. */
export type Localized<Data> = Data & { readonly __localized?: never };
`;

const includedMedia = `/** A file that \`expand\` adds beside the items. */
export interface IncludedMedia {
  url: string;
  mimeType: string;
  /** In pixels. Only images whose format contains it have a size. */
  width?: number;
  height?: number;
  alt: string;
  caption: string;
  /** What crops keep, as fractions of the width and the height. */
  focus?: { x: number; y: number };
}
`;

const ownNames = ['Collections', 'Draft', 'IncludedMedia', 'Item', 'Reference'];

const rules: DataRules = {
  isComplete: true,
  hasBlockIds: true,
  optional: (schema) => ({ ...schema, nullable: true }),
  entry: (schema) => ({ ...schema, nullable: true }),
  reference: (collection) => ({ type: 'string', [targetKey]: collection }),
};

/** Where the schema of a reference has the name of the collection. */
const targetKey = 'x-collection';

type Schema = Exclude<DataSchema, { readonly $ref: string }>;

/** The rules above make no reference. */
const inline = (schema: DataSchema): Schema => ('$ref' in schema ? {} : schema);

/** @param indent the indentation of the line on which the brace opens. */
const membersOf = ({ properties = {}, required = [] }: Schema, indent: string): string => {
  const inner = `${indent}  `;
  const members = Object.entries<DataSchema>(properties).map(([name, each]) => {
    const schema = inline(each);
    const mark = required.includes(name) ? '' : '?';
    const notes = notesOf([schema.description], inner);
    return `${notes}${inner}${quoted(name)}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
};

/** With the values of a field that is not filled in: null, and the empty text where it is not a text or a boolean. */
const typeOf = (given: DataSchema, indent: string): string => {
  const schema = inline(given);
  const value = valueTypeOf(schema, indent);
  if (schema.nullable !== true || value === 'unknown') return value;
  const isText = schema.enum === undefined && /^(?:string|boolean)$/.test(String(schema.type));
  return isText ? `${value} | null` : `${value} | "" | null`;
};

const valueTypeOf = (schema: Schema, indent: string): string => {
  const { type, enum: choices, anyOf, oneOf, items = {}, maxItems } = schema;
  const target: unknown = schema[targetKey];
  if (typeof target === 'string') return `Reference<${JSON.stringify(target)}>`;
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (oneOf !== undefined) return unionOf(oneOf, indent);
  if (type === 'object') return membersOf(schema, indent);
  if (type === 'array') return maxItems === 0 ? 'never[]' : `(${typeOf(items, indent)})[]`;
  return typeof type === 'string' ? type : 'unknown';
};

/** Each alternative on lines of its own. */
const unionOf = (alternatives: readonly DataSchema[], indent: string): string => {
  const inner = `${indent}  `;
  const types = alternatives.map((each) => `\n${inner}| ${membersOf(inline(each), inner)}`);
  return `${types.join('')}\n${indent}`;
};

const quoted = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** A comment with what people wrote about something; empty without it. */
const notesOf = (texts: readonly (string | undefined)[], indent: string): string => {
  const lines = texts
    .flatMap((text) => (text ?? '').split(/\r?\n/))
    .map((line) => line.trim().replaceAll('*/', '*\\/'))
    .filter(Boolean);
  if (lines.length === 0) return '';
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
};
