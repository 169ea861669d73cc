import type { Statement } from './connection/statement.ts';
import { withEvent } from './connection/with-event.ts';
import { mediaFiles } from './media-row.ts';

/** No account if it does not exist. The lock prevents its deletion until the write is done. */
const placeholders = mediaFiles.placeholders((place, { name }) =>
  name === 'uploaded_by'
    ? `(select users.id from users where users.id = ${place} for key share)`
    : place,
);

const { select } = mediaFiles;
const columns = mediaFiles.columns.length;

/** Behind those of the record. */
const [wordsPlace, statePlace] = [`$${columns + 1}::tsvector`, `$${columns + 2}`];

export const insert: Statement = {
  name: 'media_insert',
  text: `insert into media (${mediaFiles.written}, words) values (${placeholders}, ${wordsPlace})`,
};

export const update: Statement = {
  name: 'media_update',
  text: withEvent(
    `update media set (${mediaFiles.written}, words) = (${placeholders}, ${wordsPlace}) ` +
      `where id = $1 and state = ${statePlace} returning id`,
    '',
    columns + 3,
  ),
};

const detailMembers = 'original_name, alt, caption, texts';

/** Only if what the words come from is still as in `$16` to `$19`. What is absent keeps its value. */
export const updateDetails: Statement = {
  name: 'media_update_details',
  text: withEvent(
    `update media set (${detailMembers}, words) = ($2, $3, $4, $5::jsonb, $6::tsvector), ` +
      'folder = coalesce($7, folder), ' +
      'focus_x = case when $8 then $9 else focus_x end, focus_y = case when $8 then $10 else focus_y end, ' +
      'crop_x = case when $11 then $12 else crop_x end, crop_y = case when $11 then $13 else crop_y end, ' +
      'crop_width = case when $11 then $14 else crop_width end, ' +
      'crop_height = case when $11 then $15 else crop_height end, ' +
      "updated_at = greatest(updated_at, $20) where id = $1 and state = 'ready' " +
      'and (original_name, alt, caption) = ($16, $17, $18) and texts is not distinct from $19::jsonb ' +
      `returning ${mediaFiles.selection}`,
    mediaFiles.selection,
    21,
  ),
};

const kept = mediaFiles.columns.map(({ name }) => name).filter((name) => name !== 'id');

/**
 * If the bytes are still those of `$2`, and what the words come from is as in `$14` to `$17`. The record `$3` gets what the
 * record had; null for none. Its insertion follows the update, because it reads the rows of that.
 */
export const replaceObject: Statement = {
  name: 'media_replace_object',
  text:
    "with before as (select * from media where id = $1 and state = 'ready' and coalesce(object_key, key) = $2 " +
    'and (original_name, alt, caption) = ($14, $15, $16) and texts is not distinct from $17::jsonb for update), ' +
    'written as (update media set key = $4, object_key = $5, filename = $6, original_name = $7, mime_type = $8, ' +
    'size = $9, width = $10, height = $11, words = $12::tsvector, updated_at = greatest(media.updated_at, $13) ' +
    `from before where media.id = before.id returning ${mediaFiles.joined().selection}), ` +
    `former as (insert into media (id, ${kept.join(', ')}, words) ` +
    `select $3::uuid, ${kept.map((name) => `before.${name}`).join(', ')}, before.words ` +
    'from written cross join before where $3::uuid is not null), ' +
    'event as (insert into outbox (event) select $18::json from written where $18::json is not null) ' +
    `select ${mediaFiles.selection} from written`,
};

export const unindexed = select('media_without_words', 'where words is null order by id limit $1');

export const addWords: Statement = {
  name: 'media_add_words',
  text: 'update media set words = $2::tsvector where id = $1 and words is null',
};

export const renameLocale: Statement = {
  name: 'media_rename_locale',
  text:
    'update media set texts = (texts - $1::text) || jsonb_build_object($2::text, texts -> $1::text) ' +
    'where jsonb_exists(texts, $1::text)',
};

export const remove = mediaFiles.remove('media_delete');

export const findById = select('media_by_id', 'where id = $1');
export const findByKey = select('media_by_key', 'where key = $1');

export const listFirst = select('media_first', "where state = 'ready' order by id limit $1");
export const listAfter = select(
  'media_after',
  "where state = 'ready' and id > $2 order by id limit $1",
);

const object = 'coalesce(object_key, key)';
export const listFirstByKey = select('media_first_by_key', `order by ${object} limit $1`);
export const listAfterByKey = select(
  'media_after_by_key',
  `where ${object} > $2 order by ${object} limit $1`,
);

export const listUnfinished = select(
  'media_unfinished',
  "where state <> 'ready' and updated_at < $2 order by updated_at, id limit $1",
);
