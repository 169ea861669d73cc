import { parseTarget, referringValues, type TargetKind } from '../../core/vocabulary.ts';
import type { CollectionSchemaDto } from '../schemas/collection-schema.ts';
import type { JsonObject } from '../schemas/schema.ts';

/** A value in the data of an item, and one thing that it refers to. */
export interface FoundReference {
  /** The keys from the data to the value, with the indexes of lists. */
  readonly pointer: readonly (string | number)[];
  /** The path of the field, without indexes: `sections.photo`. */
  readonly field: string;
  readonly kind: TargetKind;
  /** The id of an item or a media file, or the key of a file. */
  readonly name: string;
}

/**
 * What the service records when it stores the data.
 *
 * @param base of the URLs of the service's files, without a slash at the end.
 */
export const findReferences = (
  schema: Pick<CollectionSchemaDto, 'properties'>,
  data: JsonObject,
  base: string,
): readonly FoundReference[] =>
  Array.from(referringValues(schema, data, base)).flatMap(({ pointer, path, targets }) =>
    targets.map((target) => ({ pointer, field: path, ...parseTarget(target) })),
  );
