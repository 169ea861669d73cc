import { contentColumns } from './content-row.ts';
import type { Statement } from './statement.ts';

const columns =
  'id, collection_id, author_id, title, slug, status, data, version, ' +
  'origin_digest, origin_version, created_at, updated_at';

// An author whose account went in the meantime is none; the lock keeps it from going just now.

export const insert: Statement = {
  name: 'content_insert',
  text:
    `insert into content (${columns}) values ($1, $2, ` +
    '(select id from users where id = $3 for key share), ' +
    '$4, $5, $6, $7, $8, $9, $10, $11, $12)',
};

/** Takes one array per column. JSON comes as text, which the cast keeps byte for byte. */
export const insertAll: Statement = {
  name: 'content_insert_all',
  text:
    `insert into content (${columns}) select id, collection_id, ` +
    '(select users.id from users where users.id = author_id for key share), ' +
    'title, slug, status, data::json, version, ' +
    'origin_digest, origin_version, created_at, updated_at from unnest(' +
    '$1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], ' +
    `$8::integer[], $9::text[], $10::integer[], $11::bigint[], $12::bigint[]) as new (${columns})`,
};

export const replace: Statement = {
  name: 'content_replace',
  text:
    'update content set collection_id = $2, ' +
    'author_id = (select users.id from users where users.id = $3 for key share), ' +
    'title = $4, slug = $5, status = $6, data = $7, version = $8, origin_digest = $9, ' +
    'origin_version = $10, created_at = $11, updated_at = $12 where id = $1 and version = $13',
};

export const remove: Statement = {
  name: 'content_delete',
  text: 'delete from content where id = $1 and version = $2',
};

const select = (name: string, clauses: string): Statement => ({
  name,
  text: `select ${contentColumns} from content ${clauses}`,
  rowMode: 'array',
});

export const findById = select('content_by_id', 'where id = $1');

export const findByIds = select('content_by_ids', 'where id = any ($1)');

export const findBySlug = select('content_by_slug', 'where slug = $1');

export const findTakenSlugs: Statement = {
  name: 'content_taken_slugs',
  text: 'select slug from content where slug = any ($1)',
};

export const listFirst = select('content_first', 'order by id limit $1');

export const listAfter = select('content_after', 'where id > $2 order by id limit $1');
