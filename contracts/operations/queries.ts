import { Type, type Static } from 'typebox';
import { candidatesMax, includedMax, operators, queryLimits } from '../../core/index.ts';
import { defineOperations } from '../operation.ts';
import { contentReadErrors } from '../schemas/error-codes.ts';
import {
  contentItemSchema,
  expansionMembers,
  contentReadParameters,
} from '../schemas/content-schemas.ts';
import { listMetaSchema } from '../schemas/envelope.ts';
import { contentHeaders } from '../schemas/response-headers.ts';
import { byId, list, optionalFields, pageParameters, titled } from '../schemas/schema.ts';

/** A whole item, or the members that `fields` names. */
const queriedItemSchema = Type.Object(
  {
    ...optionalFields(contentItemSchema.properties),
    id: contentItemSchema.properties.id,
  },
  { title: 'QueriedItem' },
);

/** With `fields`, included items may lack members, too. */
const includedSchema = byId(queriedItemSchema, {
  description: `Only with \`expand\`: the items to which the fields refer, by id. At most ${includedMax}.`,
});

const queryMetaSchema = titled('QueryMeta', {
  ...listMetaSchema.properties,
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
    ...expansionMembers,
    included: Type.Optional(includedSchema),
    meta: queryMetaSchema,
  }),
  headers: Type.Object(contentHeaders),
} as const;

const operatorNames = operators.map((name) => `\`${name}\``).join(', ');

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
      where: Type.Optional(
        Type.Unsafe<Readonly<Record<string, string>>>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description: `Up to ${queryLimits.conditions} conditions, each a parameter of its own: \`where[data.price][gte]=10\`. The members of the object are the names without \`where\`: \`[data.price][gte]\`. A client that puts names of members in brackets sends \`where[[data.price][gte]]=10\`, which means the same. The operators are ${operatorNames}.`,
        }),
      ),
      sort: Type.Optional(
        Type.String({
          description: `Up to ${queryLimits.sortFields} fields, separated by commas; descending after \`-\`. Default: \`-created_at\`.`,
        }),
      ),
      fields: Type.Optional(
        Type.String({
          description:
            'The members to return, separated by commas: `title,data.price`. `id` is always returned. Default: all. With `expand`, members of included items and fields of their `data` follow its path: `title,author.name`. Included items that no path names are whole.',
        }),
      ),
      limit: pageParameters.limit,
      after: Type.Optional(Type.String({ description: '`meta.cursor` of the page before.' })),
      total: Type.Optional(
        Type.Boolean({ description: 'Whether to count the items of all pages.' }),
      ),
      ...contentReadParameters,
    }),
    success: queryAnswer,
    errors: [...contentReadErrors, 'not_indexed', 'invalid_cursor'],
  },
});
