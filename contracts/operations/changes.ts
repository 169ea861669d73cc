import { Type, type Static } from 'typebox';
import { changeTypes, startOfFeed, waitMax } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { contentReadErrors } from '../schemas/error-codes.ts';
import {
  contentItemSchema,
  itemExample,
  perspectiveParameters,
} from '../schemas/content-schemas.ts';
import { listMetaSchema } from '../schemas/envelope.ts';
import { choice, idSchema, list, pageParameters, timeSchema, titled } from '../schemas/schema.ts';
import { exactLocaleParameter } from '../schemas/locale-parameters.ts';

const changeSchema = titled('Change', {
  cursor: Type.String({ description: 'To continue after this change.' }),
  type: choice(changeTypes, { title: 'ChangeType' }),
  id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Of the item, the media file or the collection. Absent for `reset`.',
    }),
  ),
  collectionId: Type.Optional(idSchema),
  slug: Type.Optional(Type.String()),
  previousSlug: Type.Optional(
    Type.String({ description: 'The slug that the reader saw before, if it was another one.' }),
  ),
  version: Type.Optional(Type.Integer({ description: 'Of the item.' })),
  locale: Type.Optional(
    Type.String({ description: 'Of the item, if its collection is localised.' }),
  ),
  group: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'What the item and its translations have in common.',
    }),
  ),
  at: timeSchema,
  tags: list(Type.String(), {
    description:
      'What the change makes outdated: `item:<id>`, `group:<id>`, `media:<id>`, `media`, `list:<collectionId>`, `list`, or `site` for everything.',
  }),
  item: Type.Optional(contentItemSchema),
});
export type ChangeDto = Static<typeof changeSchema>;

const changesMetaSchema = titled('ChangesMeta', {
  ...listMetaSchema.properties,
  cursor: Type.String({ description: 'The value of `after` for the next page.' }),
  more: Type.Boolean({
    description: 'Whether there are changes after this page now. Also an empty page can have more.',
  }),
});
export type ChangesMetaDto = Static<typeof changesMetaSchema>;

const noStore = {
  'Cache-Control': Type.String({ description: '`private, no-store`.' }),
};

const after = Type.Optional(
  Type.String({
    description: `A cursor, or \`${startOfFeed}\`: then every visible item comes first, and the changes follow. Without it, the page is empty, and its cursor is the end of the feed.`,
  }),
);

const readerParameters = {
  collection: Type.Optional(Type.String({ description: 'The name of a collection.' })),
  ...exactLocaleParameter,
  ...perspectiveParameters,
};

const cursors =
  'A cursor belongs to the caller, the collection, the locale and the perspective: with others, it returns 400. One whose changes are no longer known returns 410.';

export const changeOperations = defineOperations({
  listChanges: {
    method: 'get',
    path: '/api/changes',
    tag: 'Content',
    summary: 'List what has changed',
    description: `What has changed since a cursor in the content that lists show to the caller, each item at most once, in its newest state. Nothing is left out. ${cursors} Never cached.`,
    auth: 'public',
    query: Type.Object({
      after,
      limit: pageParameters.limit,
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: waitMax,
          description:
            'At the end of the feed, how many seconds to wait for a change. Too many open requests of one address return 429, and too many in all 503.',
        }),
      ),
      ...readerParameters,
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(changeSchema), meta: changesMetaSchema }),
      headers: Type.Object(noStore),
      example: {
        data: [
          {
            cursor: '6c1f0a52d3b4e798.0198c0de-aaaa-4bbb-8ccc-5a6b7c8d9e0f.4711',
            type: 'upserted',
            id: itemExample.id,
            collectionId: itemExample.collectionId,
            slug: itemExample.slug,
            version: 4,
            at: itemExample.updated_at,
            tags: [`item:${itemExample.id}`, `list:${itemExample.collectionId}`, 'list'],
            item: itemExample,
          },
        ],
        meta: {
          count: 1,
          timestamp: '2026-09-21T12:00:00.000Z',
          cache: { hit: false, source: 'database' },
          timing: { total: 3.4, execution: 3.1, unit: 'ms' },
          cursor: '6c1f0a52d3b4e798.0198c0de-aaaa-4bbb-8ccc-5a6b7c8d9e0f.4711',
          more: false,
        },
      },
    },
    errors: [...contentReadErrors, 'invalid_cursor', 'cursor_expired'],
  },

  streamChanges: {
    method: 'get',
    path: '/api/changes/stream',
    tag: 'Content',
    summary: 'Follow what changes',
    description: `The changes as Server-Sent Events, without an end. The data of an event is a change, its id the cursor. \`Last-Event-ID\` continues after it, as browsers do by themselves. Something is sent at least every 15 seconds. ${cursors} Too many streams of one address return 429, and too many in all 503.`,
    auth: 'public',
    query: Type.Object({ after, ...readerParameters }),
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(
        Type.String({ description: 'The id of the last event. Takes the place of `after`.' }),
      ),
    }),
    success: {
      kind: 'events',
      status: 200,
      headers: Type.Object({
        ...noStore,
        'X-Accel-Buffering': Type.String({ description: '`no`, so that proxies do not collect.' }),
      }),
    },
    errors: [...contentReadErrors, 'invalid_cursor', 'cursor_expired'],
  },
});
