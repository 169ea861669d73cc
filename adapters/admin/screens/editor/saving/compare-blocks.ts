import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { ComparedField } from '../../../components/texts/compared-fields.tsx';
import { blockTitle, blockTypeOf } from '../fields/blocks/blocks.ts';
import { labelOf } from '../fields/field-form.ts';
import { blocksById } from '../../../../../contracts/client/merge-states.ts';
import { t } from '../../../catalogue/texts.ts';
import {
  isSameShown,
  printBoth,
  printValue,
  type Json,
  type JsonObject,
} from '../model/json-path.ts';

type Ids = readonly string[];

const longestOf = (lists: readonly Ids[]): Ids =>
  lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);

/** As many ids as possible that keep their order. All others were moved. */
const unmoved = (before: Ids, after: Ids): ReadonlySet<string> => {
  const places = new Map(before.map((id, place) => [id, place] as const));
  /** The longest list in order that ends with each id. */
  const best = new Map<string, Ids>();
  for (const id of after) {
    const place = places.get(id) ?? 0;
    const inOrder = [...best].filter(([other]) => (places.get(other) ?? 0) < place);
    best.set(id, [...longestOf(inOrder.map(([, list]) => list)), id]);
  }
  return new Set(longestOf([...best.values()]));
};

const memberLabel = (name: string, block: JsonObject, field: FieldDto): string =>
  labelOf(name, blockTypeOf(block, field)?.properties[name]);

/** “Body, block 2, Quote”. */
export const blockName = (
  label: string,
  index: number,
  block: JsonObject,
  field: FieldDto,
): string => t.conflict.blockIn(label, String(index + 1), blockTitle(block, field));

/** The fields of a block, one after the other. */
export const printBlock = (block: JsonObject, field: FieldDto): string =>
  Object.entries(block)
    .filter(([name]) => name !== 'type' && name !== 'id')
    .map(([name, value]) => `${memberLabel(name, block, field)}: ${printValue(value)}`)
    .join('\n');

/**
 * The changes of a field of blocks, by the ids of the blocks: added, removed and moved ones, and the fields that
 * changed in the others.
 *
 * @returns undefined if a version has blocks without ids.
 */
export const compareBlocks = (
  label: string,
  field: FieldDto,
  before: Json | undefined,
  after: Json | undefined,
): readonly ComparedField[] | undefined => {
  const [former, latter] = [blocksById(before), blocksById(after)];
  if (former === undefined || latter === undefined) return undefined;
  const [formerIds, latterIds] = [[...former.keys()], [...latter.keys()]];
  const kept = unmoved(
    formerIds.filter((id) => latter.has(id)),
    latterIds.filter((id) => former.has(id)),
  );
  const nameOf = (block: JsonObject, index: number): string =>
    blockName(label, index, block, field);
  const removed = formerIds.flatMap((id, index) => {
    const block = former.get(id);
    if (block === undefined || latter.has(id)) return [];
    return [{ label: nameOf(block, index), before: printBlock(block, field), after: undefined }];
  });
  const others = latterIds.flatMap((id, index) => {
    const block = latter.get(id) ?? {};
    const old = former.get(id);
    const name = nameOf(block, index);
    if (old === undefined) {
      return [{ label: name, before: undefined, after: printBlock(block, field) }];
    }
    const places = { before: place(formerIds.indexOf(id)), after: place(index) };
    const moved = kept.has(id) ? [] : [{ label: t.conflict.moved(name), ...places }];
    return [...moved, ...changesIn(name, field, old, block)];
  });
  return [...removed, ...others];
};

const place = (index: number): string => t.conflict.place(String(index + 1));

const changesIn = (
  name: string,
  field: FieldDto,
  before: JsonObject,
  after: JsonObject,
): readonly ComparedField[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((member) => !isSameShown(before[member], after[member]))
    .map((member) => ({
      label: `${name}, ${memberLabel(member, after, field)}`,
      ...printBoth(before[member], after[member]),
    }));
