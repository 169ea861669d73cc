import { Type, type Static } from 'typebox';
import {
  exactCountMax,
  foundMax,
  summaryIdsMax,
  type ContentStatus,
} from '../../core/vocabulary.ts';
import { boundedCountSchema } from '../schemas/bounded-count.ts';
import {
  contentStatusSchema,
  itemLocaleSchema,
  nullableAuthorSchema,
  publishedAtSchema,
} from '../schemas/content-schemas.ts';
import { listMetaSchema, listOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { choice, idSchema, list, pageParameters, timeSchema, titled } from '../schemas/schema.ts';
import { exactLocaleParameter } from '../schemas/locale-parameters.ts';

export const contentSummarySchema = titled('ContentSummary', {
  id: idSchema,
  title: Type.String(),
  slug: Type.String(),
  status: contentStatusSchema,
  collectionId: idSchema,
  collection: Type.String({ description: 'The name of the collection.' }),
  author: nullableAuthorSchema,
  version: Type.Integer({ description: 'Increases by one with every write of the item.' }),
  created_at: timeSchema,
  updated_at: timeSchema,
  published_at: publishedAtSchema,
  locale: itemLocaleSchema,
});
export type ContentSummaryDto = Static<typeof contentSummarySchema>;

export const summaryListMetaSchema = titled('SummaryListMeta', {
  ...listMetaSchema.properties,
  more: Type.Boolean({ description: 'Whether there are entries after this page.' }),
});
export type SummaryListMetaDto = Static<typeof summaryListMetaSchema>;

export const contentCountsSchema = titled('ContentCounts', {
  collectionId: idSchema,
  collection: Type.String({ description: 'The name of the collection.' }),
  counts: Type.Object({
    draft: boundedCountSchema,
    published: boundedCountSchema,
    archived: boundedCountSchema,
  } satisfies Readonly<Record<ContentStatus, unknown>>),
});
export type ContentCountsDto = Static<typeof contentCountsSchema>;

const collection = Type.Optional(
  Type.String({
    description: 'The name of a collection. An unknown or inactive collection gives an empty list.',
  }),
);

export const contentSummaryOperations = defineOperations({
  listSummaries: {
    method: 'get',
    path: '/api/content/summaries',
    tag: 'Content',
    summary: 'List summaries of content',
    description:
      'Items without `data`, with the names of their collection and author, for lists that people read. Contains the items that lists of content show to the caller. For users only.',
    auth: 'user',
    query: Type.Object({
      ...pageParameters,
      collection,
      ...exactLocaleParameter,
      status: Type.Optional(contentStatusSchema),
      ids: Type.Optional(
        Type.String({
          description: `Lists only items with these ids, separated by commas: at most ${summaryIdsMax}.`,
        }),
      ),
      author: Type.Optional(
        choice(['me'], { description: 'Lists only the items that the caller created.' }),
      ),
      sort: Type.Optional(
        choice(['-updated', '-created'], {
          description:
            'By the last change (default) or by the creation, latest first; then by descending id.',
        }),
      ),
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(contentSummarySchema), meta: summaryListMetaSchema }),
    },
    errors: ['rate_limited'],
  },

  findContent: {
    method: 'get',
    path: '/api/content/find',
    tag: 'Content',
    summary: 'Find content by title',
    description: `At most ${foundMax} items whose title contains all words of \`title\`, the last one as the start of a word, ignoring case and accents. Titles that start with the text come first, then the latest changes. Searches the items that lists of content show to the caller. For users only.`,
    auth: 'user',
    query: Type.Object({
      title: Type.String({ description: 'Must contain a letter or a digit.' }),
      collection,
      ...exactLocaleParameter,
      status: Type.Optional(contentStatusSchema),
    }),
    success: { kind: 'json', status: 200, schema: listOf(contentSummarySchema) },
    errors: ['rate_limited'],
  },

  countContent: {
    method: 'get',
    path: '/api/content/counts',
    tag: 'Content',
    summary: 'Count content by collection and status',
    description: `Counts the items that lists of content show to the caller, in each collection by name. A count is exact up to ${exactCountMax}. For users only.`,
    auth: 'user',
    query: Type.Object({ collection, ...exactLocaleParameter }),
    success: { kind: 'json', status: 200, schema: listOf(contentCountsSchema) },
    errors: ['rate_limited'],
  },
});
