import { Type, type Static } from 'typebox';
import { mediaProblems, referenceProblems } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { listMetaSchema, referrerSchema } from '../schemas/envelope.ts';
import { choice, idSchema, list, pageParameters, titled } from '../schemas/schema.ts';
import { summaryListMetaSchema } from './content-summaries.ts';
import { mediaFileSchema } from './media.ts';

const targetSchema = titled('ReferenceTarget', {
  kind: choice(['item', 'media', 'file'], {
    description: 'What the value names: an item, a media file by its id, or one by its URL.',
  }),
  id: Type.Optional(
    Type.String({
      description: 'Of the item or the media file, or the start of a text that is no id.',
    }),
  ),
  key: Type.Optional(Type.String({ description: 'Of the media file: the end of its URL.' })),
});

export const problemReferenceSchema = titled('ProblemReference', {
  ...referrerSchema.properties,
  target: targetSchema,
});
export type ProblemReferenceDto = Static<typeof problemReferenceSchema>;

const problemMetaSchema = titled('ProblemListMeta', {
  ...listMetaSchema.properties,
  more: Type.Boolean({
    description: 'Whether the search goes on. A step can be empty and not be the last one.',
  }),
  cursor: Type.Optional(
    Type.String({ description: 'Continues the search as `after`. Only while there is more.' }),
  ),
});

const referrerListAnswer = {
  kind: 'json',
  status: 200,
  schema: Type.Object({ data: list(referrerSchema), meta: summaryListMetaSchema }),
} as const;

const stepParameters = {
  limit: pageParameters.limit,
  after: Type.Optional(Type.String({ description: 'The `cursor` of the step before.' })),
};

const params = Type.Object({ id: idSchema });

export const referenceOperations = defineOperations({
  listReferrers: {
    method: 'get',
    path: '/api/content/{id}/referrers',
    tag: 'Content',
    summary: 'List the content that refers to a content item',
    description:
      'One entry for each item and field, newest item first: references, and links to `quoin:<id>` in Markdown and rich text. Items in the trash and working copies do not count. For users only.',
    auth: 'user',
    params,
    query: Type.Object(pageParameters),
    success: referrerListAnswer,
    errors: ['rate_limited'],
  },

  listMediaUsage: {
    method: 'get',
    path: '/api/media/{id}/usage',
    tag: 'Media',
    summary: 'List the content that uses a media file',
    description:
      'One entry for each item and field, newest item first: fields that contain the id or the URL of the file, and its URL in Markdown and rich text. Items in the trash and working copies do not count. For users only.',
    auth: 'user',
    params,
    query: Type.Object(pageParameters),
    success: referrerListAnswer,
    errors: ['rate_limited'],
  },

  findContentProblems: {
    method: 'get',
    path: '/api/health/content',
    tag: 'Content',
    summary: 'Find references with a problem',
    description:
      '`broken`: to an item or a media file that does not exist. `unpublished`: of published content to an item that is not published. Newest item first. Each step examines a limited number of references: continue with `cursor` while there is `more`. For users only.',
    auth: 'user',
    query: Type.Object({ problem: choice(referenceProblems), ...stepParameters }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(problemReferenceSchema), meta: problemMetaSchema }),
    },
    errors: ['rate_limited'],
  },

  findMediaProblems: {
    method: 'get',
    path: '/api/health/media',
    tag: 'Media',
    summary: 'Find media files with a problem',
    description:
      '`no_alt`: images without alternative text of their own and, if the service has locales, without one in some of them. `unused`: files to which no content refers; working copies, the trash and the history do not count. Newest file first. Each step examines a limited number of files: continue with `cursor` while there is `more`. For users only.',
    auth: 'user',
    query: Type.Object({ problem: choice(mediaProblems), ...stepParameters }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(mediaFileSchema), meta: problemMetaSchema }),
    },
  },
});
