import { Type, type Static, type TSchema } from 'typebox';
import {
  contentStatuses,
  errorKinds,
  type CacheSource,
  type ErrorCode,
} from '../../core/vocabulary.ts';
import { byId, choice, idSchema, list, titled } from './schema.ts';

/** A response with one result: `{ data }`. */
export const dataOf = <S extends TSchema>(data: S) => Type.Object({ data });

export const cacheSources = ['memory', 'kv', 'database'] as const satisfies readonly CacheSource[];

const milliseconds = Type.Number({ description: 'Milliseconds.' });

const metaProperties = {
  count: Type.Integer({
    description: 'The number of entries in this response, not of all matching entries.',
  }),
  timestamp: Type.String({
    format: 'date-time',
    description: 'The time of the response: ISO 8601, UTC.',
  }),
  cache: Type.Object({
    hit: Type.Boolean(),
    source: choice(cacheSources, { description: 'Where the entries were read from.' }),
  }),
  timing: Type.Object({
    total: milliseconds,
    execution: milliseconds,
    unit: choice(['ms']),
  }),
};

export const listMetaSchema = titled('ListMeta', metaProperties);
export type ListMetaDto = Static<typeof listMetaSchema>;

const conditionSchema = titled('Condition', {
  field: choice(['status', 'collectionId', 'slug']),
  operator: choice(['equals']),
  value: Type.String(),
});

/** For answers to reads with `alternates`. */
export const alternatesField = {
  alternates: Type.Optional(
    byId(list(Type.Object({ locale: Type.String(), id: idSchema, slug: Type.String() })), {
      description:
        'Only with `alternates`: by the id of an item, it and the translations of it that the caller sees, in the order of the locales.',
    }),
  ),
};

/** For answers with an item that was found by a former slug. */
export const movedToField = {
  movedTo: Type.Optional(
    Type.String({
      description: 'The slug of the item, if the requested one is a slug that it had before.',
    }),
  ),
};

/** What `meta` of a page of content says about languages. */
export const languageMetaFields = {
  ...alternatesField,
  locale: Type.Optional(
    Type.Object(
      { requested: Type.String(), fallback: list(Type.String()) },
      { description: 'Only with `locale`: the locales in which items were looked for.' },
    ),
  ),
};

export const contentListMetaSchema = titled('ContentListMeta', {
  ...metaProperties,
  ...movedToField,
  ...languageMetaFields,
  filter: Type.Object({
    limit: Type.Integer({ description: 'The limit that was applied.' }),
    offset: Type.Integer(),
    where: Type.Object({
      and: list(conditionSchema, { description: 'The conditions of the request.' }),
    }),
  }),
  query: Type.Object({
    sql: Type.String({
      description:
        'The statement that read the entries, with placeholders; empty if the store has no statements. A cached response shows the statement that filled the cache.',
    }),
    params: list(Type.Union([Type.String(), Type.Number()])),
  }),
});
export type ContentListMetaDto = Static<typeof contentListMetaSchema>;

/** A list: `{ data, meta }`. */
export const listOf = <S extends TSchema>(item: S) =>
  Type.Object({ data: list(item), meta: listMetaSchema });

/** For responses that only confirm. */
export const alwaysTrue = Type.Boolean({ description: 'Always true.' });

/** The response of every deletion. */
export const deletedSchema = dataOf(titled('Deletion', { id: idSchema, deleted: alwaysTrue }));

export const issueSchema = titled('Issue', {
  path: Type.String({ description: 'The place in the request, with dots: `data.tags.0`.' }),
  message: Type.String(),
});

export const errorCodeSchema = Type.Unsafe<ErrorCode>({
  title: 'ErrorCode',
  type: 'string',
  enum: Object.keys(errorKinds),
  description: 'The reason. It never changes; the sentence in `error` may.',
});

export const referrerSchema = titled('Referrer', {
  id: idSchema,
  title: Type.String(),
  slug: Type.String(),
  status: choice(contentStatuses),
  collectionId: idSchema,
  field: Type.String({
    description: 'The path of the field that refers, without indexes: `sections.photo`.',
  }),
});
export type ReferrerDto = Static<typeof referrerSchema>;

const referrers = Type.Optional(
  list(referrerSchema, {
    description: 'Only with the code `referenced`: up to 20 items that prevent the deletion.',
  }),
);

/** What became of one part of a request. */
export const bulkResultSchema = titled('BulkResult', {
  id: Type.String({ description: 'The id in lower case, or the text that is no id.' }),
  status: Type.Integer({
    description:
      'The HTTP status that a request for this item alone would have. 424: not done, because another item failed.',
  }),
  error: Type.Optional(Type.String()),
  details: Type.Optional(Type.String()),
  code: Type.Optional(errorCodeSchema),
  issues: Type.Optional(list(issueSchema)),
  referrers,
});
export type BulkResultDto = Static<typeof bulkResultSchema>;

export const errorSchema = titled('Error', {
  error: Type.String({ description: 'A sentence for people.' }),
  details: Type.Optional(Type.String({ description: 'A second sentence with more details.' })),
  code: Type.Optional(errorCodeSchema),
  issues: Type.Optional(
    list(issueSchema, {
      description:
        'The mistakes in the request: the first one found, or one for each invalid field of `data` or of a schema.',
    }),
  ),
  referrers,
  challenge: Type.Optional(
    Type.String({
      description:
        'Only with the code `second_factor_required`: what `POST /auth/login/code` takes with a code.',
    }),
  ),
  results: Type.Optional(
    list(bulkResultSchema, {
      description:
        'Only with the codes `bulk_failed` and `siblings_failed`: one entry for each item that the request would have changed.',
    }),
  ),
  groups: Type.Optional(
    list(idSchema, {
      description: 'Only with the code `not_shared`: up to ten groups whose items differ.',
    }),
  ),
});
export type ErrorDto = Static<typeof errorSchema>;

/** Of a response with 500: an unexpected failure, whose details are only in the log. */
export const internalErrorSchema = titled('InternalError', {
  error: Type.String({ description: 'Always the same sentence.' }),
});
