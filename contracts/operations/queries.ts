import { Type, type Static } from 'typebox';
import { candidatesMax, queryLimits } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { contentReadErrors } from '../schemas/error-codes.ts';
import { itemReadParameters } from '../schemas/content-schemas.ts';
import { languageMetaFields, listMetaSchema } from '../schemas/envelope.ts';
import {
  fieldsParameter,
  queriedItemSchema,
  selectedExpansionMembers,
  whereParameter,
} from '../schemas/query-schemas.ts';
import { contentHeaders } from '../schemas/response-headers.ts';
import { list, pageParameters, titled } from '../schemas/schema.ts';

const queryMetaSchema = titled('QueryMeta', {
  ...listMetaSchema.properties,
  ...languageMetaFields,
  cursor: Type.Optional(
    Type.String({
      description: 'The value of `after` for the next page. Absent on the last page.',
    }),
  ),
  total: Type.Optional(
    Type.Integer({
      description: `With \`total=true\`: the number of items on all pages, up to ${candidatesMax}.`,
    }),
  ),
  totalIsLowerBound: Type.Optional(
    Type.Boolean({ description: 'True if there are more items than `total`. Otherwise absent.' }),
  ),
});
export type QueryMetaDto = Static<typeof queryMetaSchema>;

const queryAnswer = {
  kind: 'json',
  status: 200,
  schema: Type.Object({
    data: list(queriedItemSchema),
    ...selectedExpansionMembers,
    meta: queryMetaSchema,
  }),
  headers: Type.Object(contentHeaders),
} as const;

export const queryOperations = defineOperations({
  queryContent: {
    method: 'get',
    path: '/api/collections/{name}/query',
    tag: 'Collections',
    summary: 'Query the content of a collection',
    description:
      'Items that meet all conditions, in any order, page by page. The fields are `id`, `title`, `slug`, `status`, `created_at`, `updated_at`, `published_at` and `data.<path>`. A query that no index supports returns 400 with the code `not_indexed`. An unknown or inactive collection returns 404.',
    auth: 'public',
    params: Type.Object({
      name: Type.String({ description: 'The name of the collection.' }),
    }),
    query: Type.Object({
      where: whereParameter,
      sort: Type.Optional(
        Type.String({
          description: `Up to ${queryLimits.sortFields} fields, separated by commas; descending after \`-\`. Default: \`-created_at\`; with \`locale\`, the order of lists in a locale.`,
        }),
      ),
      fields: fieldsParameter,
      limit: pageParameters.limit,
      after: Type.Optional(Type.String({ description: '`meta.cursor` of the page before.' })),
      total: Type.Optional(
        Type.Boolean({ description: 'Whether to count the items of all pages.' }),
      ),
      ...itemReadParameters,
    }),
    success: queryAnswer,
    errors: [...contentReadErrors, 'not_indexed', 'invalid_cursor'],
  },
});
