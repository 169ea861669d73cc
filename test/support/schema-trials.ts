import {
  isDomainError,
  operator,
  type Collection,
  type ContentStatus,
  type Field,
  type Issue,
  type Json,
  type JsonObject,
} from '../../core/index.ts';
import { memoryCms } from './memory-cms.ts';

const { cms } = await memoryCms();
let made = 0;

const issuesOf = async (work: Promise<unknown>): Promise<readonly Issue[]> => {
  try {
    await work;
    return [];
  } catch (error) {
    if (isDomainError(error)) return error.issues ?? [];
    throw error;
  }
};

/** Where the refusal of the work says that mistakes are; nowhere if it is not refused. */
export const pathsOf = async (work: Promise<unknown>): Promise<readonly string[]> =>
  (await issuesOf(work)).map(({ path }) => path);

/** A schema of one field, `f`. */
export const schemaOf = (field: JsonObject): JsonObject => ({
  type: 'object',
  properties: { f: field },
});

/** Makes a collection of that schema. */
export const collectionOf = (schema: JsonObject): Promise<Collection> => {
  made += 1;
  return cms.collections.create(operator, { name: `collection-${made}`, schema });
};

/** What is wrong with the data of an item of that collection. */
export const mistakesIn = (
  data: JsonObject,
  { id: collectionId }: Collection,
  status: ContentStatus = 'draft',
): Promise<readonly Issue[]> => {
  made += 1;
  const command = { collectionId, title: `Item ${made}`, data, status };
  return issuesOf(cms.content.create(operator, command));
};

/** For each value, whether the field takes it. */
export const accepts = async (
  field: Field,
  values: readonly Json[],
): Promise<readonly boolean[]> => {
  const collection = await collectionOf(schemaOf({ ...field } as unknown as JsonObject));
  const mistakes = await Promise.all(values.map((f) => mistakesIn({ f }, collection)));
  return mistakes.map((issues) => issues.length === 0);
};
