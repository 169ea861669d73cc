import { isDomainError, operator, type Issue } from '../../../core/index.ts';
import type {
  Collection,
  ContentStatus,
  Field,
  Json,
  JsonObject,
} from '../../../core/vocabulary.ts';
import { memoryCms } from './memory-cms.ts';

const { cms } = await memoryCms();
let count = 0;

const issuesOf = async (work: Promise<unknown>): Promise<readonly Issue[]> => {
  try {
    await work;
    return [];
  } catch (error) {
    if (isDomainError(error)) return error.issues ?? [];
    throw error;
  }
};

/** The paths of the issues with which the work fails; none if it succeeds. */
export const pathsOf = async (work: Promise<unknown>): Promise<readonly string[]> =>
  (await issuesOf(work)).map(({ path }) => path);

/** A schema of one field, `f`. */
export const schemaOf = (field: JsonObject): JsonObject => ({
  type: 'object',
  properties: { f: field },
});

/** Creates a collection with the schema. */
export const collectionOf = (schema: JsonObject): Promise<Collection> => {
  count += 1;
  return cms.collections.create(operator, { name: `collection-${count}`, schema });
};

/** The issues in the data of an item of the collection. */
export const mistakesIn = (
  data: JsonObject,
  { id: collectionId }: Collection,
  status: ContentStatus = 'draft',
): Promise<readonly Issue[]> => {
  count += 1;
  const command = { collectionId, title: `Item ${count}`, data, status };
  return issuesOf(cms.content.create(operator, command));
};

/** Whether the field accepts each value. */
export const accepts = async (
  field: Field,
  values: readonly Json[],
): Promise<readonly boolean[]> => {
  const collection = await collectionOf(schemaOf({ ...field } as unknown as JsonObject));
  const mistakes = await Promise.all(values.map((f) => mistakesIn({ f }, collection)));
  return mistakes.map((issues) => issues.length === 0);
};
