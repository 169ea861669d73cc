import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';
import {
  mergeStates,
  type MergeConflict,
  type MergedValues,
  type Versions,
} from '../../../../../contracts/client/merge-states.ts';
import { isSameJson, type Json, type JsonObject } from './json-path.ts';

/** What users edit of an item. */
export interface ItemText {
  readonly title: string;
  readonly slug: string;
  readonly data: JsonObject;
}

/** The part of an item that users edit. */
export const textOf = ({ title, slug, data }: ItemText): ItemText => ({ title, slug, data });

export const isSameText = (left: ItemText, right: ItemText): boolean =>
  left === right ||
  (left.title === right.title && left.slug === right.slug && isSameJson(left.data, right.data));

/**
 * Merges like the service, and texts also paragraph by paragraph. In conflicts, the text has my value, until the user decides.
 *
 * @param schema names the fields of blocks and texts. Without it, they are merged as a whole.
 */
export const mergeTexts = (
  texts: Versions<ItemText>,
  schema: CollectionSchemaDto | undefined,
  paragraphs = true,
): MergedValues<ItemText> =>
  mergeStates(texts, { winner: 'mine', schemaOf: () => schema, paragraphs });

type Members = ReadonlyMap<string, Json>;

const membersOf = ({ title, slug, data }: ItemText): Members =>
  new Map<string, Json>([
    ['title', title],
    ['slug', slug],
    ...Object.entries(data).map(([name, value]) => [`data.${name}`, value] as const),
  ]);

const textAt = (members: Members, name: string): string => {
  const value = members.get(name);
  return typeof value === 'string' ? value : '';
};

const fromMembers = (members: Members): ItemText => ({
  title: textAt(members, 'title'),
  slug: textAt(members, 'slug'),
  data: Object.fromEntries(
    [...members].flatMap(([name, value]) =>
      name.startsWith('data.') ? [[name.slice('data.'.length), value] as const] : [],
    ),
  ),
});

/** The text with other values of some members; undefined removes a member. */
export const withMembers = (
  text: ItemText,
  values: ReadonlyMap<string, Json | undefined>,
): ItemText => {
  const members = new Map(membersOf(text));
  for (const [name, value] of values) {
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  return fromMembers(members);
};

/** The members in which two texts differ, and both values. */
export const differencesOf = (mine: ItemText, theirs: ItemText): readonly MergeConflict[] => {
  const [my, their] = [membersOf(mine), membersOf(theirs)];
  return [...new Set([...my.keys(), ...their.keys()])]
    .map((path) => ({ path, mine: my.get(path), theirs: their.get(path) }))
    .filter((each) => !isSameJson(each.mine, each.theirs));
};
