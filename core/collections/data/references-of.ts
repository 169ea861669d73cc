import type { CollectionSchema, DeletionRule, Field, FieldType } from '../../model/field.ts';
import { mediaKeyInText } from '../../model/media/media-key.ts';
import {
  noTarget,
  parseTarget,
  targetOf,
  type Reference,
  type ReferenceTarget,
} from '../../model/content/reference.ts';
import type { MarkdownReader } from '../../ports/markdown-reader.ts';
import type { JsonObject } from '../../primitives/json.ts';
import { readUuid } from '../../primitives/uuid.ts';
import { outsideCode, portionLength } from './markdown-text.ts';
import { walkData, type DataValue } from './walk-data.ts';

/** Finds the targets that a text value names. @param base of the URLs of this service's files; empty for none. */
type FindTargets = (
  text: string,
  base: string,
  reader?: MarkdownReader,
) => readonly ReferenceTarget[];

const findItem: FindTargets = (text) => {
  if (text === '') return [];
  const id = readUuid(text);
  return [id === undefined ? noTarget('item', text) : targetOf('item', id)];
};

/** After a slash. The base is not a part of it: a key is random enough to be recognized without. */
const keyPattern = new RegExp(`(?<=/)${mediaKeyInText}`, 'g');

const findFiles: FindTargets = (text, base) =>
  Array.from(text.matchAll(keyPattern), ({ 0: found, index }) => {
    const start = text
      .slice(Math.max(0, index - 2 * base.length - 1), index)
      .replaceAll('\\/', '/');
    const isOwn = base !== '' && start.endsWith(`${base}/`);
    return targetOf(isOwn ? 'file' : 'url', found.replace('\\/', '/'));
  });

/** An absolute URL, or a path: something that is not in this service. */
const address = /^(?:https?:)?\//i;

const findMedia: FindTargets = (text, base) => {
  if (text === '') return [];
  const id = readUuid(text);
  if (id !== undefined) return [targetOf('media', id)];
  const files = findFiles(text, base);
  const isElsewhere = address.test(text) && (base === '' || !text.startsWith(`${base}/`));
  return files.length > 0 || isElsewhere ? files : [noTarget('media', text)];
};

const itemLink = /(?<![\w-])quoin:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/gi;

/** The target of a link in Markdown or HTML: elsewhere, a text may speak about such links. */
const linkTarget = /(?:\]\([ \t]*<?|\]:[ \t]*<?|\bhref=["']?)quoin:([^\s"'<>()]*)/gi;

const findLinks: FindTargets = (text, base) => [
  ...Array.from(text.matchAll(itemLink), ([, id = '']) => targetOf('item', id.toLowerCase())),
  ...brokenLinks(Array.from(text.matchAll(linkTarget), ([, id = '']) => id)),
  ...findFiles(text, base),
];

/** @param ids what follows `quoin:` in links. */
const brokenLinks = (ids: readonly string[]): readonly ReferenceTarget[] =>
  ids.filter((id) => !startsWithId.test(id)).map((id) => noTarget('item', id));

/** What stands in code is an example. A long text is not read again: there it counts, too. */
const findInMarkdown: FindTargets = (text, base, reader) => {
  const found = findLinks(text, base);
  const isRead = reader !== undefined && found.length > 0 && text.length <= portionLength;
  if (!isRead) return found;
  const parts = reader.read(text);
  const addresses = parts.flatMap(({ kind, text: address }) =>
    kind === 'address' ? [/^quoin:(\S*)/i.exec(address)?.[1]] : [],
  );
  return [
    ...findLinks(outsideCode(parts), base),
    ...brokenLinks(addresses.filter((id) => id !== undefined)),
  ];
};

/** After it may come a query or a fragment. */
const startsWithId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/i;

const findersOf: Readonly<Partial<Record<FieldType, FindTargets>>> = {
  reference: findItem,
  media: findMedia,
  file: findMedia,
  richtext: findLinks,
  markdown: findInMarkdown,
};

/** Whether values of the type can refer to something. */
export const canRefer = ({ type }: Pick<Field, 'type'>): boolean => findersOf[type] !== undefined;

/** A value, and what it refers to. */
export interface ReferringValue extends DataValue {
  readonly field: Field;
  readonly targets: readonly ReferenceTarget[];
}

/**
 * The values in the data of an item that refer to something, in their order.
 *
 * @param reader without it, what code in Markdown names counts too.
 */
export function* referringValues(
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  base: string,
  reader?: MarkdownReader,
): Generator<ReferringValue> {
  for (const each of walkData(schema, data)) {
    const { field, value } = each;
    if (field === undefined || typeof value !== 'string') continue;
    const find = findersOf[field.type];
    if (find === undefined) continue;
    const targets = find(value, base, reader);
    if (targets.length > 0) yield { ...each, field, targets };
  }
}

const strength: Readonly<Record<DeletionRule, number>> = { ignore: 0, clear: 1, refuse: 2 };

/**
 * What an item refers to, each pair of field and target once. If several values are such a pair, the strongest rule
 * counts: `refuse`, then `clear`.
 *
 * @param base of the URLs of this service's files, without a slash at the end; empty if it is not known.
 * @param reader without it, what code in Markdown names counts too.
 */
export const referencesOf = (
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  base: string,
  reader?: MarkdownReader,
): readonly Reference[] => {
  const found = new Map<string, Reference>();
  for (const { path, field, targets } of referringValues(schema, data, base, reader)) {
    for (const target of targets) {
      // What does not exist is not deleted.
      const { onDelete = 'ignore' } = parseTarget(target).kind === 'none' ? {} : field;
      const key = `${path} ${target}`;
      const before = found.get(key);
      if (before !== undefined && strength[before.onDelete] >= strength[onDelete]) continue;
      found.set(key, { field: path, target, onDelete });
    }
  }
  return [...found.values()];
};
