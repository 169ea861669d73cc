import { Type, type Static, type TSchema } from 'typebox';
import { errorKinds, type CacheSource, type ErrorCode } from '../core/index.ts';
import { choice, idSchema, list } from './schema.ts';

/** A single answer: `{ data }`. */
export const dataOf = <S extends TSchema>(data: S) => Type.Object({ data });

export const cacheSources = ['memory', 'kv', 'database'] as const satisfies readonly CacheSource[];

const milliseconds = Type.Number({ description: 'Milliseconds.' });

const metaProperties = {
  count: Type.Integer({ description: 'Entries in this answer, not all that match.' }),
  timestamp: Type.String({
    format: 'date-time',
    description: 'When it was answered; ISO 8601, UTC.',
  }),
  cache: Type.Object({
    hit: Type.Boolean(),
    source: choice(cacheSources, { description: 'Where the entries came from.' }),
  }),
  timing: Type.Object({
    total: milliseconds,
    execution: milliseconds,
    unit: choice(['ms']),
  }),
};

export const listMetaSchema = Type.Object(metaProperties, { title: 'ListMeta' });
export type ListMetaDto = Static<typeof listMetaSchema>;

const conditionSchema = Type.Object(
  {
    field: choice(['status', 'collectionId']),
    operator: choice(['equals']),
    value: Type.String(),
  },
  { title: 'Condition' },
);

export const contentListMetaSchema = Type.Object(
  {
    ...metaProperties,
    filter: Type.Object({
      limit: Type.Integer({ description: 'As it was applied.' }),
      offset: Type.Integer(),
      where: Type.Object({
        and: list(conditionSchema, { description: 'The conditions that the caller asked for.' }),
      }),
    }),
    query: Type.Object({
      sql: Type.String({
        description:
          'The statement that read the entries, with placeholders; empty where the storage has no statements. A cached answer repeats the statement that filled the cache.',
      }),
      params: list(Type.Union([Type.String(), Type.Number()])),
    }),
  },
  { title: 'ContentListMeta' },
);
export type ContentListMetaDto = Static<typeof contentListMetaSchema>;

/** A list: `{ data, meta }`. */
export const listOf = <S extends TSchema>(item: S) =>
  Type.Object({ data: list(item), meta: listMetaSchema });

/** What every deletion answers. */
export const deletedSchema = dataOf(
  Type.Object(
    { id: idSchema, deleted: Type.Boolean({ description: 'Always true.' }) },
    { title: 'Deletion' },
  ),
);

export const issueSchema = Type.Object(
  {
    path: Type.String({ description: 'Where in the request, dotted: `data.tags.0`.' }),
    message: Type.String(),
  },
  { title: 'Issue' },
);

export const errorCodeSchema = Type.Unsafe<ErrorCode>({
  title: 'ErrorCode',
  type: 'string',
  enum: Object.keys(errorKinds),
  description: 'Names the reason and does not change, whatever becomes of the sentence.',
});

export const errorSchema = Type.Object(
  {
    error: Type.String({ description: 'A sentence for people.' }),
    details: Type.Optional(Type.String({ description: 'A second sentence, where it helps.' })),
    code: Type.Optional(errorCodeSchema),
    issues: Type.Optional(
      list(issueSchema, {
        description:
          'Where the mistakes are: the first that was found, or one for each field of `data` or of a schema that is wrong.',
      }),
    ),
  },
  { title: 'Error' },
);
export type ErrorDto = Static<typeof errorSchema>;
