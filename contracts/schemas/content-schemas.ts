import { Type, type Static, type TSchema } from 'typebox';
import {
  contentStatuses,
  expandedFieldsMax,
  includedMax,
  perspectives,
  type ShownName,
} from '../../core/vocabulary.ts';
import { cropSchema, focusSchema } from './focus.ts';
import { alternatesField, contentListMetaSchema, dataOf, movedToField } from './envelope.ts';
import { contentHeaders, cacheHeaders, etagHeader } from './response-headers.ts';
import {
  byId,
  choice,
  idSchema,
  jsonObjectSchema,
  list,
  nullable,
  pageParameters,
  timeSchema,
  titled,
} from './schema.ts';
import { localeParameters } from './locale-parameters.ts';

export const contentStatusSchema = choice(contentStatuses, { title: 'ContentStatus' });

export const publishedAtSchema = nullable(timeSchema, {
  description: 'When it was first published, in epoch milliseconds; null if it never was.',
});

export const itemLocaleSchema = Type.Optional(
  Type.String({ description: 'In a localised collection, the locale in which it is written.' }),
);

/** Only items of localised collections have them. */
const placementFields = {
  locale: itemLocaleSchema,
  group: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'In a localised collection, what the item and its translations have in common.',
    }),
  ),
};

export const contentItemSchema = titled('ContentItem', {
  id: idSchema,
  title: Type.String(),
  slug: Type.String({ description: 'Unique across all content.' }),
  status: contentStatusSchema,
  collectionId: idSchema,
  data: jsonObjectSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
  published_at: publishedAtSchema,
  ...placementFields,
} satisfies Readonly<Record<ShownName, TSchema>> & typeof placementFields);
export type ContentItemDto = Static<typeof contentItemSchema>;

export const itemExample: ContentItemDto = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  title: 'Tidal pools in winter',
  slug: 'tidal-pools-in-winter',
  status: 'published',
  collectionId: '0198c0de-0000-7000-8000-000000000001',
  data: { excerpt: 'What lives where the water leaves.', tags: ['coast', 'winter'] },
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_360_000,
  published_at: 1_790_000_360_000,
};

export const workingCopySchema = titled('WorkingCopy', {
  id: Type.String({ format: 'uuid', description: 'The id of the item.' }),
  title: Type.String(),
  slug: Type.String({ description: 'Can be that of another item until the copy is published.' }),
  collectionId: idSchema,
  baseVersion: Type.Integer({ description: 'The version of the item when the copy was begun.' }),
  data: jsonObjectSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type WorkingCopyDto = Static<typeof workingCopySchema>;

export const copyExample: WorkingCopyDto = {
  id: itemExample.id,
  title: 'Tidal pools in winter and spring',
  slug: itemExample.slug,
  collectionId: itemExample.collectionId,
  baseVersion: 4,
  data: itemExample.data,
  created_at: 1_790_000_720_000,
  updated_at: 1_790_000_780_000,
};

/** A media file that an answer includes. */
const includedMediaSchema = titled('IncludedMedia', {
  url: Type.String({ format: 'uri' }),
  mimeType: Type.String(),
  width: Type.Optional(Type.Integer({ description: 'Pixels.' })),
  height: Type.Optional(Type.Integer({ description: 'Pixels.' })),
  alt: Type.String(),
  caption: Type.String(),
  focus: Type.Optional(focusSchema),
  crop: Type.Optional(cropSchema),
});
export type IncludedMediaDto = Static<typeof includedMediaSchema>;

/** What a read with `expand` adds beside `data`. */
export const expansionMembers = {
  included: Type.Optional(
    byId(contentItemSchema, {
      description: `Only with \`expand\`: the items to which the fields and the links in texts refer, by id. At most ${includedMax}.`,
    }),
  ),
  includedMedia: Type.Optional(
    byId(includedMediaSchema, {
      description: 'Only with `expand`: the media files to which the fields refer, by id.',
    }),
  ),
  truncated: Type.Optional(
    Type.Boolean({ description: 'True if there is more than `included` may contain.' }),
  ),
};

/** The query parameters of every read that can show unpublished content. */
export const perspectiveParameters = {
  perspective: Type.Optional(
    choice(perspectives, {
      title: 'Perspective',
      description:
        'With `drafts`, working copies take the place of published items, and all statuses are shown. For users, preview tokens, and API tokens of the kind `preview`; others get 403. Default: `published`.',
    }),
  ),
  preview: Type.Optional(
    Type.String({
      description:
        'A preview token. That of an item shows only this item, with its working copy, whatever `perspective` says. An invalid, expired or revoked token returns 401.',
    }),
  ),
};

/** The query parameters of every read that can also show what the content refers to. */
export const contentReadParameters = {
  expand: Type.Optional(
    Type.String({
      description: `Adds \`included\` and \`includedMedia\`: what these fields refer to; of Markdown and rich text, the items in links to \`quoin:<id>\` and the files. Paths of up to ${expandedFieldsMax} fields of \`data\`, separated by commas, without indexes: \`author,sections.photo\`. A second level follows after a dot: \`author.avatar\`. An unknown field returns 400.`,
    }),
  ),
  ...perspectiveParameters,
};

/** The query parameters of a read of one item. */
export const itemReadParameters = { ...contentReadParameters, ...localeParameters };

/** The locale of an answer with one item. */
const servedLocaleField = {
  locale: Type.Optional(
    Type.Object(
      {
        requested: Type.String(),
        served: nullable(Type.String(), {
          description: 'That of the item; null for one that belongs to every locale.',
        }),
      },
      { description: 'Only with `locale`.' },
    ),
  ),
};

/** Without an `ETag` with `perspective=drafts` or a preview token, and for a list that is too large to hold in memory. */
const readHeaders = Type.Object({
  ETag: Type.Optional(etagHeader.ETag),
  ...contentHeaders,
  ...cacheHeaders,
});

/** The body of the response to a write of one item. */
export const contentItemResponse = dataOf(contentItemSchema);

/** The response to a read of one item. */
export const contentReadAnswer = {
  kind: 'json',
  status: 200,
  schema: Type.Object({
    data: contentItemSchema,
    ...servedLocaleField,
    ...alternatesField,
    ...expansionMembers,
  }),
  headers: readHeaders,
  example: { data: itemExample },
} as const;

/** The response with one item that can be found by a former slug. */
export const foundItemAnswer = {
  ...contentReadAnswer,
  schema: Type.Object({ ...contentReadAnswer.schema.properties, ...movedToField }),
} as const;

/** The query parameters that both content lists share. */
export const contentListParameters = {
  ...pageParameters,
  ...itemReadParameters,
  status: Type.Optional(contentStatusSchema),
  slug: Type.Optional(
    Type.String({
      description:
        'The slug of one item, or one that it had while it was published. Converted like the slug of an item before it is compared.',
    }),
  ),
};

/** The response with a list. */
export const contentListAnswer = {
  kind: 'json',
  status: 200,
  schema: Type.Object({
    data: list(contentItemSchema),
    ...expansionMembers,
    meta: contentListMetaSchema,
  }),
  headers: readHeaders,
} as const;

export const authorSchema = titled('Author', {
  id: idSchema,
  name: Type.String({ description: 'First and last name or, without both, the username.' }),
});

export const nullableAuthorSchema = nullable(authorSchema, {
  description: 'Null after an import without an author, or when the account was deleted.',
});
