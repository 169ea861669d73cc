import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { ComparedField } from '../../../components/compared-fields.tsx';
import { blockId } from '../fields/block-keys.ts';
import { blockTitle, blockTypeOf } from '../fields/blocks.ts';
import { labelOf } from '../fields/field-form.ts';
import { isObject, isSame, printValue, type Json, type JsonObject } from '../model/json-path.ts';

type Blocks = ReadonlyMap<string, JsonObject>;

/** The blocks by id, in order. @returns undefined if one has none, or that of another one. */
const blocksById = (value: Json | undefined): Blocks | undefined => {
  const list = value ?? [];
  if (!Array.isArray(list) || !list.every(isObject)) return undefined;
  const blocks = new Map(list.map((block) => [blockId(block), block] as const));
  return blocks.has(undefined) || blocks.size < list.length ? undefined : (blocks as Blocks);
};

/** The ids that keep their order: the longest possible list of them. All others were moved. */
const unmoved = (before: readonly string[], after: readonly string[]): ReadonlySet<string> => {
  const best: (readonly string[])[] = [];
  for (const [index, id] of after.entries()) {
    const place = before.indexOf(id);
    const longest = after
      .slice(0, index)
      .map((other, at) => (before.indexOf(other) < place ? (best[at] ?? []) : []))
      .reduce((left, right) => (right.length > left.length ? right : left), []);
    best.push([...longest, id]);
  }
  return new Set(best.reduce((left, right) => (right.length > left.length ? right : left), []));
};

const memberLabel = (name: string, block: JsonObject, field: FieldDto): string =>
  labelOf(name, blockTypeOf(block, field)?.properties[name]);

/** The fields of a block, one after the other. */
const printBlock = (block: JsonObject, field: FieldDto): string =>
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
    `${label}, block ${index + 1}, ${blockTitle(block, field)}`;
  const removed = formerIds.flatMap((id, index) => {
    const block = former.get(id);
    if (block === undefined || latter.has(id)) return [];
    const name = `${nameOf(block, index)}: removed`;
    return [{ label: name, before: printBlock(block, field), after: printValue(undefined) }];
  });
  const others = latterIds.flatMap((id, index) => {
    const block = latter.get(id) ?? {};
    const old = former.get(id);
    const name = nameOf(block, index);
    if (old === undefined) {
      const text = printBlock(block, field);
      return [{ label: `${name}: added`, before: printValue(undefined), after: text }];
    }
    const places = { before: place(formerIds.indexOf(id)), after: place(index) };
    const moved = kept.has(id) ? [] : [{ label: `${name}: moved`, ...places }];
    return [...moved, ...changesIn(name, field, old, block)];
  });
  return [...removed, ...others];
};

const place = (index: number): string => `Block ${index + 1}`;

const changesIn = (
  name: string,
  field: FieldDto,
  before: JsonObject,
  after: JsonObject,
): readonly ComparedField[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((member) => !isSame(before[member], after[member]))
    .map((member) => ({
      label: `${name}, ${memberLabel(member, after, field)}`,
      before: printValue(before[member]),
      after: printValue(after[member]),
    }));
