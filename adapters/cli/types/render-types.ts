import type { CollectionDto } from '../../../contracts/index.ts';

type Schema = CollectionDto['schema'];
type Field = Schema['properties'][string];
type Fields = Readonly<Record<string, Field>>;

/** What the types are made of. */
export type TypedCollection = Pick<
  CollectionDto,
  'name' | 'displayName' | 'description' | 'schema'
>;

/**
 * A module of TypeScript with a type for the data of each collection. It imports nothing.
 *
 * A member is optional unless the schema requires it. Even those that it requires may be missing in drafts. Members that no
 * schema names are not in the types.
 */
export const renderTypes = (collections: readonly TypedCollection[]): string => {
  const names = typeNames(collections.map(({ name }) => name));
  const interfaces = collections.map(({ name, displayName, description, schema }) => {
    const notes = notesOf([displayName, description], '');
    const { properties, required } = schema;
    return `${notes}export interface ${names.get(name)} ${membersOf(properties, required, '')}\n`;
  });
  const members = collections.map(({ name }) => `  ${quoted(name)}: ${names.get(name)};\n`);
  return `${introduction}
/** The data of the items of each collection, by its name. */
export interface Collections {
${members.join('')}}

${item}
${interfaces.join('\n')}`;
};

const introduction =
  '/* Written by `quoin types`. Run it again when the collections have changed. */\n';

const item = `/** An item as the REST API returns it. */
export interface Item<Name extends keyof Collections = keyof Collections> {
  id: string;
  title: string;
  slug: string;
  status: 'draft' | 'published' | 'archived';
  collectionId: string;
  /** In milliseconds since 1970. */
  created_at: number;
  /** In milliseconds since 1970. */
  updated_at: number;
  /** When it was first published, in milliseconds since 1970; null if it never was. */
  published_at: number | null;
  data: Collections[Name];
}
`;

const ownNames = ['Collections', 'Item'];

/** The name of a type for each collection: `blog-posts` becomes `BlogPosts`. */
const typeNames = (names: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set(ownNames);
  return new Map(
    names.map((name) => {
      const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      const joined = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
      const wanted = /^\p{L}/u.test(joined) ? joined : `Collection${joined}`;
      let free = wanted;
      for (let n = 2; taken.has(free); n += 1) free = `${wanted}${n}`;
      taken.add(free);
      return [name, free];
    }),
  );
};

/** @param indent the indentation of the line on which the brace opens. */
const membersOf = (fields: Fields, required: readonly string[], indent: string): string => {
  const inner = `${indent}  `;
  const members = Object.entries(fields).map(([name, field]) => {
    const isRequired = required.includes(name);
    const type = `${typeOf(field, inner)}${isRequired ? '' : ' | null'}`;
    const notes = notesOf([field.title, field.description], inner);
    return `${notes}${inner}${quoted(name)}${isRequired ? '' : '?'}: ${type};\n`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
};

const typeOf = (field: Field, indent: string): string => {
  switch (field.type) {
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'json':
      return 'unknown';
    case 'select':
    case 'radio':
      return choiceOf(field);
    case 'multiselect':
      return `(${choiceOf(field)})[]`;
    case 'array':
      return field.items === undefined ? 'unknown[]' : `(${typeOf(field.items, indent)})[]`;
    case 'object':
      return membersOf(field.properties ?? {}, field.required ?? [], indent);
    case 'blocks':
      return `(${blockOf(field, indent)})[]`;
    case 'string':
    case 'textarea':
    case 'richtext':
    case 'markdown':
    case 'slug':
    case 'email':
    case 'url':
    case 'date':
    case 'datetime':
    case 'color':
    case 'reference':
    case 'media':
    case 'file':
      return 'string';
  }
};

const choiceOf = ({ enum: choices = [] }: Field): string =>
  choices.length === 0 ? 'string' : choices.map((choice) => JSON.stringify(choice)).join(' | ');

/** A union by `type`. */
const blockOf = ({ blocks = {} }: Field, indent: string): string => {
  const inner = `${indent}  `;
  const types = Object.entries(blocks).map(([name, { properties, required = [] }]) => {
    const rest = membersOf(properties, required, inner).slice(1, -1).trimEnd();
    const own = `\n${inner}  type: ${JSON.stringify(name)};\n${inner}  id: string;`;
    return `\n${inner}| {${own}${rest}\n${inner}}`;
  });
  return types.length === 0 ? 'never' : `${types.join('')}\n${indent}`;
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
