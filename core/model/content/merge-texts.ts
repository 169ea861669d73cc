import type { Json, JsonObject } from '../../primitives/json.ts';
import type { BlockTypes, FieldMap } from '../field.ts';
import { isTextForm, mergeParagraphs, type TextForm } from '../paragraphs/merge-paragraphs.ts';
import { mergedSide, type Blocks, type Side, type Versions } from './merge-blocks.ts';

/** What both sides have once they are merged. The same on both, unless they conflict. */
type Sides<T> = Readonly<Record<Side, T>>;

/** Merges the values of a field by paragraph. @returns undefined if they are merged as a whole; see {@link mergeParagraphs}. */
export const mergeText = (
  { base, mine, theirs }: Versions<Json | undefined>,
  form: TextForm,
): Sides<string> | undefined =>
  typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string'
    ? mergeParagraphs({ base, mine, theirs }, form)
    : undefined;

/**
 * Merges the texts of each block that both sides changed. Such a block then has, on each side, the changes of both, except in
 * the paragraphs that both changed. What is no text is one value: if only one side changed that, both sides have it.
 */
export const mergeTextsOfBlocks = (
  versions: Versions<Blocks>,
  types: BlockTypes,
): Versions<Blocks> => {
  const [mine, theirs] = [new Map(versions.mine), new Map(versions.theirs)];
  for (const [id, base] of versions.base) {
    const blocks = { base, mine: mine.get(id), theirs: theirs.get(id) };
    const merged = mergedSide(blocks) === undefined ? mergeTextsOf(blocks, types) : undefined;
    if (merged === undefined) continue;
    mine.set(id, merged.mine);
    theirs.set(id, merged.theirs);
  }
  return { base: versions.base, mine, theirs };
};

/** @returns undefined for a block that one side removed, or whose type one side changed. */
const mergeTextsOf = (
  { base, mine, theirs }: Versions<JsonObject | undefined>,
  types: BlockTypes,
): Sides<JsonObject> | undefined => {
  if (base === undefined || mine === undefined || theirs === undefined) return undefined;
  const type = base['type'];
  if (typeof type !== 'string' || mine['type'] !== type || theirs['type'] !== type) {
    return undefined;
  }
  const fields = types[type]?.properties ?? {};
  const blocks = { base, mine, theirs };
  const texts = textsOf(blocks, fields);
  const rests = {
    base: without(texts, base),
    mine: without(texts, mine),
    theirs: without(texts, theirs),
  };
  const changed = mergedSide(rests);
  const merged = (side: Side): JsonObject => {
    const members = new Map<string, Json | undefined>(Object.entries(blocks[changed ?? side]));
    for (const [name, sides] of texts) members.set(name, sides[side]);
    return withValues(members);
  };
  return { mine: merged('mine'), theirs: merged('theirs') };
};

type MergedTexts = ReadonlyMap<string, Sides<Json | undefined>>;

/** The texts that a block has on any side, by the names of their fields. */
const textsOf = (blocks: Versions<JsonObject>, fields: FieldMap): MergedTexts =>
  new Map(
    Object.entries(fields).flatMap(([name, { type }]) => {
      if (!isTextForm(type)) return [];
      const valueIn = (block: JsonObject): Json | undefined =>
        Object.hasOwn(block, name) ? block[name] : undefined;
      const values = {
        base: valueIn(blocks.base),
        mine: valueIn(blocks.mine),
        theirs: valueIn(blocks.theirs),
      };
      const side = mergedSide(values);
      if (side === undefined) return [[name, mergeText(values, type) ?? values] as const];
      return [[name, { mine: values[side], theirs: values[side] }] as const];
    }),
  );

const without = (texts: MergedTexts, block: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !texts.has(name)));

const withValues = (members: ReadonlyMap<string, Json | undefined>): JsonObject =>
  Object.fromEntries(
    [...members].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
