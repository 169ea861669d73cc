import { Type, type Static } from 'typebox';
import {
  candidateMiB,
  queryMaxLength,
  queryMaxWords,
  rankedMax,
  searchPageMax,
} from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { contentReadErrors } from '../schemas/error-codes.ts';
import {
  contentReadParameters,
  contentStatusSchema,
  itemExample,
} from '../schemas/content-schemas.ts';
import { contentHeaders } from '../schemas/response-headers.ts';
import { listMetaSchema } from '../schemas/envelope.ts';
import {
  fieldsParameter,
  queriedItemSchema,
  selectedExpansionMembers,
  whereParameter,
} from '../schemas/query-schemas.ts';
import { list, pageParameters, titled } from '../schemas/schema.ts';
import { exactLocaleParameter } from '../schemas/locale-parameters.ts';

const snippetSchema = titled('Snippet', {
  text: Type.String({ description: 'A part of the text in `data`. Plain text, never markup.' }),
  matches: list(list(Type.Integer()), {
    description: 'Start and end of each part that matches, in UTF-16 code units of `text`.',
  }),
});

const searchResultSchema = titled('SearchResult', {
  item: queriedItemSchema,
  score: Type.Number({ description: 'From 0 to 1, higher for items whose title matches.' }),
  snippet: snippetSchema,
});
export type SearchResultDto = Static<typeof searchResultSchema>;

const searchMetaSchema = titled('SearchMeta', {
  ...listMetaSchema.properties,
  search: Type.Object({
    ranked: Type.Integer({
      description: 'How many items were found and ranked, and meet the conditions, on all pages.',
    }),
    more: Type.Boolean({
      description: `Whether more than ${rankedMax} items have the words. Only the newest ${rankedMax} are ranked; the others are not returned.`,
    }),
  }),
});
export type SearchMetaDto = Static<typeof searchMetaSchema>;

export const searchOperations = defineOperations({
  search: {
    method: 'get',
    path: '/api/search',
    tag: 'Content',
    summary: 'Search content',
    description: `Searches title, slug and the text of \`data\`. All words must match, the last one as the start of a word, ignoring case and accents. Items whose title matches come first, then the newest. Searches the items that lists of content show to the caller. An unknown or inactive collection contributes nothing, with strict handling 404. The conditions of \`where\` are about the fields of one collection, which \`collection\` must name. They filter the ranked matches: those that do not meet them are on no page, and not counted. If a condition is about \`data\`, and the matches have more than ${candidateMiB} MiB of it together, the search returns 400 with the code \`not_indexed\`. Words are compared by the rules of the language of each item. Never cached.`,
    auth: 'public',
    query: Type.Object({
      q: Type.String({
        description: `Words, "phrases in quotes", and -exclusions: at most ${queryMaxLength} characters and ${queryMaxWords} words. Must contain a letter or a digit.`,
      }),
      ...pageParameters,
      status: Type.Optional(contentStatusSchema),
      collection: Type.Optional(
        Type.String({ description: 'The names of collections, separated by commas.' }),
      ),
      where: whereParameter,
      fields: fieldsParameter,
      ...exactLocaleParameter,
      ...contentReadParameters,
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({
        data: list(searchResultSchema, { description: `At most ${searchPageMax}.` }),
        ...selectedExpansionMembers,
        meta: searchMetaSchema,
      }),
      headers: Type.Object(contentHeaders),
      example: {
        data: [
          {
            item: itemExample,
            score: 0.9,
            snippet: { text: 'What lives where the water leaves.', matches: [[21, 26]] },
          },
        ],
        meta: {
          count: 1,
          timestamp: '2026-09-21T12:00:00.000Z',
          cache: { hit: false, source: 'database' },
          timing: { total: 12.4, execution: 11.8, unit: 'ms' },
          search: { ranked: 1, more: false },
        },
      },
    },
    errors: [...contentReadErrors, 'not_found', 'not_indexed'],
  },
});
