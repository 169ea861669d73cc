import type { Collection } from '../../model/collection.ts';
import type { ContentItem } from '../../model/content/content-item.ts';
import type { CollectionSchema, Field, FieldMap, FieldType } from '../../model/field.ts';
import { searchedBytes, type SearchText } from '../../model/content/search.ts';
import { visitWords } from '../../primitives/fold-words.ts';
import { decodeJson, type Json, type JsonObject } from '../../primitives/json.ts';
import { textOfHtml } from '../../primitives/plain-text.ts';
import { composeText, utf8Length } from '../../primitives/text.ts';
import type { MarkdownReader } from '../../ports/markdown-reader.ts';
import { isSearched } from '../fields/field-rules.ts';
import { textOfMarkdown, textsOfMarkdown } from './markdown-text.ts';
import { walkData } from './walk-data.ts';

const textOf: Readonly<
  Partial<Record<FieldType, (text: string, reader: MarkdownReader | undefined) => string>>
> = {
  markdown: (text, reader) => (reader === undefined ? text : textOfMarkdown(reader, text)),
  richtext: textOfHtml,
};

/** A text with more syntax than this for each byte is cut earlier. Parsing Markdown costs more. */
const maxSyntax = (type: FieldType): number => (type === 'markdown' ? 1 : 4);

/**
 * The texts in the data of an item, without the syntax of Markdown and HTML, in the order of the data. Contains what
 * the schema does not describe. Title, slug and texts have at most {@link searchedBytes} together.
 *
 * @param max fewer bytes, for whoever needs only the beginning.
 */
export function* dataTexts(
  reader: MarkdownReader | undefined,
  schema: CollectionSchema,
  { title, slug, data }: Pick<ContentItem, 'title' | 'slug' | 'data'>,
  max = searchedBytes,
): Generator<string> {
  let left = max - utf8Length(title) - utf8Length(slug);
  for (const { type, text } of searchedStrings(schema, decodeJson(data))) {
    const plain = textOf[type] ?? unchanged;
    const whole = composeText(plain(startOf(text, left * maxSyntax(type)), reader));
    // Runs of white space would fill a snippet with nothing.
    const shown = startOf(whole.replace(/\s+/gu, ' ').trim(), left);
    left -= utf8Length(shown);
    if (shown !== '') yield shown;
    if (left <= 0) return;
  }
}

/**
 * The same texts without a limit. Nothing is cut, and a long text of Markdown comes in portions.
 *
 * @param data of an item.
 */
export function* wholeTexts(
  reader: MarkdownReader,
  schema: CollectionSchema,
  data: JsonObject,
): Generator<string> {
  for (const { type, text } of searchedStrings(schema, data)) {
    if (type === 'markdown') yield* textsOfMarkdown(reader, text);
    else yield (textOf[type] ?? unchanged)(text, reader);
  }
}

/** The strings in the data that are searched, in its order, with the type of their field: `json` without one. */
function* searchedStrings(
  schema: CollectionSchema,
  data: JsonObject,
): Generator<{ readonly type: FieldType; readonly text: string }> {
  for (const { field = undescribed, value } of walkData(searchedSchema(schema), data)) {
    if (!isSearched(field)) continue;
    for (const text of stringsIn(value)) yield { type: field.type, text };
  }
}

const undescribed: Field = { type: 'json', searchable: true };

/**
 * What is searched of an item: title, slug and data.
 *
 * @param reader without it, Markdown is text with all its signs.
 */
export const searchTextOf = (
  schema: CollectionSchema,
  item: Pick<ContentItem, 'title' | 'slug' | 'data'>,
  reader?: MarkdownReader,
): SearchText => ({
  title: foldedText(item.title.normalize('NFC')),
  texts: [item.slug, ...dataTexts(reader, schema, item)]
    .map(foldedText)
    .filter((text) => text !== ''),
});

/** Whether the entries of the items in the index of the search are others after a change of their collection. */
export const changesEntries = (
  before: Pick<Collection, 'schema' | 'baseLocale'>,
  after: Pick<Collection, 'schema' | 'baseLocale'>,
): boolean =>
  before.baseLocale !== after.baseLocale ||
  searchedFields(before.schema) !== searchedFields(after.schema);

/** Equal for two schemas by which the same texts are searched. */
const searchedFields = (schema: CollectionSchema): string =>
  JSON.stringify(outlineOf(schema.properties));

const outlineOf = (fields: FieldMap): Json =>
  Object.entries(fields).map(([name, field]) => [
    name,
    field.type,
    isSearched(field),
    field.items === undefined ? null : outlineOf({ items: field.items }),
    outlineOf(field.properties ?? {}),
    Object.entries(field.blocks ?? {}).map(([type, { properties }]) => [
      type,
      outlineOf(properties),
    ]),
  ]);

const foldedText = (text: string): string => {
  const words: string[] = [];
  visitWords(text, (word) => words.push(word));
  return words.join(' ');
};

const unchanged = (text: string): string => text;

/** All strings in a value, at any depth. */
function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value) as readonly Json[]) yield* stringsIn(each);
  }
}

/** The start of the text, of at most so many bytes. */
const startOf = (text: string, bytes: number): string => {
  if (text.length * 3 <= bytes) return text;
  let left = bytes;
  let end = 0;
  for (const character of text) {
    left -= utf8Length(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** The schema in which a container that is not searched is one value, so that nothing in it is. */
const searchedSchema = ({
  properties,
}: CollectionSchema): Pick<CollectionSchema, 'properties'> => ({
  properties: closedFields(properties),
});

const closedFields = (fields: FieldMap): FieldMap =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, closedField(field)]));

const closedField = (field: Field): Field => {
  const { items, properties, blocks, ...rest } = field;
  if (!isSearched(field)) return { ...rest, type: 'json', searchable: false };
  return {
    ...rest,
    ...(items && { items: closedField(items) }),
    ...(properties && { properties: closedFields(properties) }),
    ...(blocks && {
      blocks: Object.fromEntries(
        Object.entries(blocks).map(([name, type]) => [
          name,
          { ...type, properties: closedFields(type.properties) },
        ]),
      ),
    }),
  };
};
