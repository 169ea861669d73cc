import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { blocksById } from './block-ids.ts';
import { mergeBlocks, type BlockVersions } from './merge-blocks.ts';
import { isSame, type Json, type JsonObject } from './json-path.ts';

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
  (left.title === right.title && left.slug === right.slug && isSame(left.data, right.data));

/** A member that two people changed differently. */
export interface Conflict {
  /** `title`, `slug`, or the name of a member of `data` after `data.`. */
  readonly name: string;
  /** Undefined: the member was removed. */
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
  /** Of a field of blocks: merged by block, so that only single blocks and their order are in conflict. */
  readonly blocks?: BlockVersions;
}

export interface Merged {
  /** With my value where both changed a member or a block. */
  readonly text: ItemText;
  readonly conflicts: readonly Conflict[];
}

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

type Schema = Pick<CollectionSchemaDto, 'properties'>;

/** The versions of a field of blocks. @returns undefined for other members, and for blocks without ids. */
const blocksIn = (
  { properties }: Schema,
  name: string,
  [base, mine, theirs]: readonly [Members, Members, Members],
): BlockVersions | undefined => {
  if (properties[name.slice('data.'.length)]?.type !== 'blocks') return undefined;
  const versions = {
    base: blocksById(base.get(name)),
    mine: blocksById(mine.get(name)),
    theirs: blocksById(theirs.get(name)),
  };
  return Object.values(versions).includes(undefined) ? undefined : (versions as BlockVersions);
};

/**
 * A three-way merge: takes over each member that only they changed, keeps each that only I changed, and
 * lists those that both changed differently. Merges fields of blocks by block.
 *
 * @param schema names the fields of blocks. Without it, they are merged as a whole.
 */
export const merge = (
  base: ItemText,
  mine: ItemText,
  theirs: ItemText,
  schema: Schema = { properties: {} },
): Merged => {
  const [before, my, their] = [membersOf(base), membersOf(mine), membersOf(theirs)];
  const merged = new Map(their);
  const conflicts: Conflict[] = [];
  for (const name of new Set([...before.keys(), ...my.keys()])) {
    const value = my.get(name);
    if (isSame(value, before.get(name)) || isSame(value, their.get(name))) continue;
    const isConflict = !isSame(their.get(name), before.get(name));
    const blocks = isConflict ? blocksIn(schema, name, [before, my, their]) : undefined;
    const mergedBlocks = blocks && mergeBlocks(blocks);
    if (isConflict && mergedBlocks?.conflicts.length !== 0) {
      conflicts.push({ name, mine: value, theirs: their.get(name), ...(blocks && { blocks }) });
    }
    const result = mergedBlocks?.blocks ?? value;
    if (result === undefined) merged.delete(name);
    else merged.set(name, result);
  }
  return { text: fromMembers(merged), conflicts };
};

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

/** The names of the members in which two texts differ, and both values. */
export const differencesOf = (mine: ItemText, theirs: ItemText): readonly Conflict[] => {
  const [my, their] = [membersOf(mine), membersOf(theirs)];
  return [...new Set([...my.keys(), ...their.keys()])]
    .map((name) => ({ name, mine: my.get(name), theirs: their.get(name) }))
    .filter((each) => !isSame(each.mine, each.theirs));
};
