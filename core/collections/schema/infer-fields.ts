import type { Field, FieldMap, FieldType } from '../../model/field.ts';
import { isJsonObject, type Json, type JsonObject } from '../../primitives/json.ts';
import { lengthOf } from '../../primitives/text.ts';
import { formatOf } from '../fields/field-rules.ts';
import { isFieldName } from './parse-schema.ts';

/** Infers the fields of objects. Memory grows with the number of fields, not of objects. */
export interface FieldInference {
  readonly add: (data: JsonObject) => void;
  /**
   * The fields in the order in which they appeared. Every added object matches them. Names that a field
   * cannot have, and names without any value, are left out.
   */
  readonly fields: () => FieldMap;
}

/** The names that usually contain the Markdown of an article. */
const markdownNames: readonly string[] = ['content', 'body'];

/** Longer texts get a field with several lines. */
const maxLine = 200;

/** Deeper values, and objects with more members, become `json`: their schema would be of no use. */
const maxLevels = 4;
const maxMembers = 50;

const imageUrl = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?|ico|heic)(?:[?#]|$)/i;
const absoluteUrl = /^https?:\/\//i;

const isText = (value: Json): value is string => typeof value === 'string';

const hasFormat =
  (type: FieldType, also = /^/) =>
  (value: Json): boolean =>
    isText(value) && formatOf[type]?.matches(value) === true && also.test(value);

/** The types to choose from: the first one that fits every value. */
const candidates: readonly (readonly [FieldType, (value: Json) => boolean])[] = [
  ['boolean', (value) => typeof value === 'boolean'],
  ['number', (value) => typeof value === 'number'],
  ['date', hasFormat('date')],
  ['datetime', hasFormat('datetime')],
  ['email', hasFormat('email')],
  ['media', hasFormat('media', imageUrl)],
  ['url', hasFormat('url', absoluteUrl)],
  ['string', (value) => isText(value) && !value.includes('\n') && lengthOf(value) <= maxLine],
  ['textarea', isText],
  ['array', Array.isArray],
  ['object', isJsonObject],
  ['json', () => true],
];

export const fieldInference = (): FieldInference => membersInference(maxLevels);

const membersInference = (
  levelsLeft: number,
): FieldInference & { readonly count: () => number } => {
  const members = new Map<string, ValueInference>();
  return {
    add: (data) => {
      for (const [name, value] of Object.entries(data)) {
        const member = members.get(name) ?? valueInference(name, levelsLeft);
        if (members.size <= maxMembers || levelsLeft === maxLevels) members.set(name, member);
        member.add(value);
      }
    },
    fields: () =>
      Object.fromEntries(
        [...members].flatMap(([name, member]) => {
          const field = isFieldName(name) ? member.field() : undefined;
          return field === undefined ? [] : [[name, field]];
        }),
      ),
    count: () => members.size,
  };
};

interface ValueInference {
  readonly add: (value: Json) => void;
  /** @returns undefined without any value. */
  readonly field: () => Field | undefined;
}

const valueInference = (name: string, levelsLeft: number): ValueInference => {
  let possible = candidates;
  let hasValue = false;
  const members = levelsLeft > 1 ? membersInference(levelsLeft - 1) : undefined;
  let items: ValueInference | undefined;
  return {
    add: (value) => {
      // Null and the empty text are no value for every type except boolean.
      if (value === '') possible = possible.filter(([type]) => type !== 'boolean');
      if (value === null || value === '') return;
      hasValue = true;
      possible = possible.filter(([, fits]) => fits(value));
      if (Array.isArray(value) && levelsLeft > 1) {
        items ??= valueInference('', levelsLeft - 1);
        for (const item of value) items.add(item as Json);
      }
      if (isJsonObject(value)) members?.add(value);
    },
    field: () => {
      const type = possible[0]?.[0];
      if (!hasValue || type === undefined) return undefined;
      if (type === 'array') {
        const each = items?.field();
        return { type, ...(each !== undefined && { items: each }) };
      }
      if (type === 'object') {
        return members === undefined || members.count() > maxMembers
          ? { type: 'json' }
          : { type, properties: members.fields() };
      }
      const isLongText = type === 'string' || type === 'textarea';
      return { type: isLongText && markdownNames.includes(name) ? 'markdown' : type };
    },
  };
};
