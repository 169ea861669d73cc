import type { FieldIndexDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { comparisonOf } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import type { DraftField } from './draft.ts';
import { labelOf } from './edit-fields.ts';

/** A field that can have an index: its path now, and in the stored collection. */
export interface IndexableField {
  readonly path: string;
  /** Undefined for a new field. */
  readonly savedPath: string | undefined;
  /** Whether it has several values: then it cannot be unique, and items cannot be sorted by it. */
  readonly isList: boolean;
}

/** The fields of which an item has one value, or one list of values, by their ids: those of groups too. */
export const indexableFields = (
  fields: readonly DraftField[],
  parent = 'data',
  savedParent: string | undefined = 'data',
): ReadonlyMap<string, IndexableField> =>
  new Map(
    fields.flatMap((field) => {
      const { id, key, savedKey } = field;
      const path = `${parent}.${key}`;
      const savedPath =
        savedParent === undefined || savedKey === undefined
          ? undefined
          : `${savedParent}.${savedKey}`;
      const comparison = comparisonOf(field);
      return [
        ...(comparison === undefined
          ? []
          : [[id, { path, savedPath, isList: comparison.isList }] as const]),
        ...(field.type === 'object' ? indexableFields(field.fields, path, savedPath) : []),
      ];
    }),
  );

const systemNames: Readonly<Record<string, string>> = {
  title: t.common.title,
  slug: t.common.slug,
  updated_at: t.schemaEffects.lastChange,
};

/** The fields of every item that an index can have beside a field. The time of creation always has one. */
export const systemPaths: readonly string[] = Object.keys(systemNames);

/** What people call a field of a path that an index can have. */
export const indexedName = (fields: readonly DraftField[], path: string): string =>
  systemNames[path] ?? (labelOf(fields, path) || path);

/** The state of all indexes of a field as one. Undefined if the stored collection asks for none. */
export const stateOf = (
  indexes: readonly FieldIndexDto[],
  path: string | undefined,
): Pick<FieldIndexDto, 'state' | 'reason'> | undefined => {
  const own = indexes.filter(({ field }) => field === path);
  return (
    own.find(({ state }) => state === 'failed') ??
    own.find(({ state }) => state === 'building') ??
    own[0]
  );
};
