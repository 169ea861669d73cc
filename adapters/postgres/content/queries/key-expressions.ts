import { hash } from 'node:crypto';
import {
  indexKey,
  isTextKind,
  keyLength,
  type FieldIndex,
  type QueryField,
} from '../../../../core/store.ts';

/*
 * Fields as expressions over the columns of `content`. Paths, kinds and ids are literals, because PostgreSQL uses an index
 * only for the same expression. They need no escaping: paths consist of letters, digits, `_`, `-` and `.`, kinds are
 * constants, and ids are UUIDs.
 */

export interface Expression {
  readonly text: string;
  readonly type: 'text' | 'uuid' | 'bigint' | 'float8';
}

/** Renders the key of a field that is no list. */
export type KeyOf = (field: QueryField) => Expression;

/** The values of fields, as expressions over rows of items. */
export interface FieldValues {
  readonly key: KeyOf;
  /** The whole text. */
  readonly text: (field: QueryField) => Expression;
  readonly list: (field: QueryField) => Expression;
}

const whole = 2 ** 31 - 1;

const columnExpressions: Readonly<Record<string, Expression>> = {
  id: { text: 'id', type: 'uuid' },
  title: { text: `left(title, ${keyLength}) collate "C"`, type: 'text' },
  slug: { text: 'slug', type: 'text' },
  status: { text: 'status', type: 'text' },
  created_at: { text: 'created_at', type: 'bigint' },
  updated_at: { text: 'updated_at', type: 'bigint' },
  published_at: {
    text: "coalesce(published_at::float8, '-Infinity'::float8)",
    type: 'float8',
  },
  locale: { text: 'locale', type: 'text' },
  group_since: { text: 'group_since', type: 'bigint' },
  group_id: { text: 'group_id', type: 'uuid' },
};

export const isColumn = ({ path }: QueryField): boolean => Object.hasOwn(columnExpressions, path);

/** `'a.b', 'text'`: the path in `data` and the kind, as arguments. */
const pathAndKind = ({ path, kind }: QueryField): string =>
  `'${path.slice('data.'.length)}', '${kind}'`;

/** The name of the member of `data` with the value of the field. */
const memberOf = ({ path }: QueryField): string => path.split('.')[1] ?? '';

/** Renders the arguments of a function that reads a value: JSON, a path in it, and the kind. */
export type Source = (field: QueryField) => string;

const inData: Source = (field) => `data, ${pathAndKind(field)}`;

/** The same in a member of `data`, which is null if it is missing. @param member renders an expression for it. */
export const inMember =
  (member: (name: string) => string): Source =>
  (field) => {
    const rest = field.path.split('.').slice(2).join('.');
    return `coalesce(${member(memberOf(field))}, 'null'), '${rest}', '${field.kind}'`;
  };

/** The key of a field that is no list. */
export const keyExpression = (field: QueryField, source = inData): Expression => {
  const column = columnExpressions[field.path];
  if (column !== undefined) return column;
  return isTextKind(field.kind)
    ? { text: `content_text(${source(field)}, ${keyLength}) collate "C"`, type: 'text' }
    : { text: `content_number(${source(field)})`, type: 'float8' };
};

/** The whole text of a field. */
export const textExpression = (field: QueryField, source = inData): Expression => ({
  text: isColumn(field) ? field.path : `content_text(${source(field)}, ${whole})`,
  type: 'text',
});

/** The values of a list, as an array. */
export const listExpression = (field: QueryField, source = inData): Expression =>
  isTextKind(field.kind)
    ? { text: `content_texts(${source(field)}, ${whole})`, type: 'text' }
    : { text: `content_numbers(${source(field)})`, type: 'float8' };

/** The arguments of `content_with_values` that name a list. */
export const listArguments = pathAndKind;

/** The prefixes of the names of all indexes of fields. */
export const indexPrefixes = ['content_query_', 'content_unique_'] as const;

/** Equal for indexes of equal content, so that a change of the schema makes another index. */
export const indexName = (index: FieldIndex): string =>
  `${indexPrefixes[index.isUnique ? 1 : 0]}${hash('sha256', indexKey(index)).slice(0, 24)}`;

/** The statement that builds an index without locking the table. */
export const createIndex = (index: FieldIndex): string => {
  const { collectionId, fields, isUnique, within } = index;
  const [first] = fields;
  const isOfList = first?.isList === true;
  const create = `create ${isUnique ? 'unique ' : ''}index concurrently if not exists ${indexName(index)} on content`;
  const where = `where collection_id = '${collectionId}'`;
  if (first !== undefined && isUnique) {
    const value = `(content_unique_value(data, ${pathAndKind(first)}))`;
    if (within === 'locale') return `${create} (${value}, locale) ${where}`;
    // The items of a group have the same value: one of them stands for all.
    return `${create} (${value}) ${where}${within === 'group' ? ' and not follows_group' : ''}`;
  }
  if (first !== undefined && isOfList) {
    // Without a list of pending entries, which every search would have to read. For the condition see `content_with_values`.
    const keys = `content_list_keys(id, data, ${pathAndKind(first)})`;
    return `${create} using gin ((${keys})) with (fastupdate = off) where collection_id::text = '${collectionId}'`;
  }
  const keys = fields.map((field) => {
    const { text } = keyExpression(field);
    return /^\w+$/.test(text) ? text : `(${text})`;
  });
  return `${create} (status, ${keys.join(', ')}, id) ${where}`;
};
