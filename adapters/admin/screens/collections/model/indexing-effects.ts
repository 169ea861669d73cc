import type {
  CollectionSchemaDto,
  FieldDto,
} from '../../../../../contracts/schemas/collection-schema.ts';
import { isSearched } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';

interface PlacedField {
  /** Different for every field of a schema. */
  readonly key: string;
  /** As the form knows it: without entries of lists and types of blocks. */
  readonly path: string;
  readonly field: FieldDto;
}

const fieldsIn = (
  properties: FieldDto['properties'] = {},
  path: string,
  key: string,
): readonly PlacedField[] =>
  Object.entries(properties).flatMap(([name, field]) =>
    withInner({ key: `${key}.${name}`, path: `${path}.${name}`, field }),
  );

const withInner = (placed: PlacedField): readonly PlacedField[] => {
  const { key, path, field } = placed;
  return [
    placed,
    ...fieldsIn(field.properties, path, key),
    ...(field.items === undefined ? [] : withInner({ key: `${key}[]`, path, field: field.items })),
    ...Object.entries(field.blocks ?? {}).flatMap(([type, { properties }]) =>
      fieldsIn(properties, path, `${key}:${type}`),
    ),
  ];
};

/** What the form calls something, by what it is: two fields can have the same label. */
type Names = ReadonlyMap<string, string>;

const without = (names: Names, others: Names): readonly string[] =>
  [...names].filter(([key]) => !others.has(key)).map(([, name]) => name);

/**
 * What a change of the schema does to indexes, to equal values and to the search, in sentences.
 *
 * @param nameOf what the form calls the field at a path.
 */
export const indexingEffects = (
  before: CollectionSchemaDto,
  after: CollectionSchemaDto,
  nameOf: (path: string) => string,
): readonly string[] => {
  const [former, latter] = [before, after].map(({ properties }) =>
    fieldsIn(properties, 'data', 'data'),
  ) as [readonly PlacedField[], readonly PlacedField[]];
  const indexesOf = (fields: readonly PlacedField[]): Names =>
    new Map(
      fields
        .filter(({ field }) => field.indexed === true)
        .flatMap(({ path, field: { indexedWith = [] } }) => [
          [path, nameOf(path)] as const,
          ...indexedWith.map(
            (other) =>
              [`${path} ${other}`, t.schemaEffects.indexPair(nameOf(path), nameOf(other))] as const,
          ),
        ]),
    );
  const uniqueOf = (fields: readonly PlacedField[]): Names =>
    new Map(
      fields
        .filter(({ field }) => field.unique === true)
        .map(({ path }) => [path, nameOf(path)] as const),
    );
  const wereSearched = new Map(former.map(({ key, field }) => [key, isSearched(field)]));
  const searched = latter.filter(({ key, field }) => wereSearched.get(key) === !isSearched(field));
  return [
    ...without(indexesOf(latter), indexesOf(former)).map((index) =>
      t.schemaEffects.indexBuilt(index),
    ),
    ...without(indexesOf(former), indexesOf(latter)).map((index) =>
      t.schemaEffects.indexRemoved(index),
    ),
    ...without(uniqueOf(latter), uniqueOf(former)).map((name) => t.schemaEffects.nowUnique(name)),
    ...without(uniqueOf(former), uniqueOf(latter)).map((name) =>
      t.schemaEffects.noLongerUnique(name),
    ),
    ...searched.map(({ path, field }) =>
      isSearched(field)
        ? t.schemaEffects.nowSearched(nameOf(path))
        : t.schemaEffects.noLongerSearched(nameOf(path)),
    ),
    ...(searched.length > 0 ? [t.schemaEffects.searchRebuilt] : []),
  ];
};
