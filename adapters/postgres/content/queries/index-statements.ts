import type { UniqueWithin } from '../../../../core/store.ts';
import type { Statement } from '../../connection/statement.ts';
import { hasEnded } from '../../connection/process-mark.ts';
import { storeTime } from '../../connection/store-time.ts';
import { indexPrefixes } from './key-expressions.ts';

/** Whether an index is complete, and used by every transaction. */
const isReady = '(indisvalid and indisready)';

const ofContent = `pg_index join pg_class on pg_class.oid = indexrelid where indrelid = 'content'::regclass`;

export interface StatusRow {
  readonly name: string;
  readonly is_ready?: boolean;
  readonly reason?: string | null;
}

/** Takes the names of indexes. */
export const statusOf: Statement = {
  name: 'index_status',
  text:
    `select wanted.name, coalesce(existing.is_ready, false) as is_ready, ` +
    '(select reason from content_index_failures where name = wanted.name) as reason ' +
    `from unnest($1::text[]) wanted (name) left join (select relname::text as name, ${isReady} as is_ready ` +
    `from ${ofContent}) existing on existing.name = wanted.name`,
};

export interface StateRow {
  readonly name: string;
  /** Null if the index does not exist, because its build has failed. */
  readonly is_ready: boolean | null;
  /** Null for an index that exists. */
  readonly failed_ms_ago: string | null;
}

/** All indexes of fields, and those whose build has failed. */
export const states: Statement = {
  name: 'index_states',
  text:
    `select relname::text as name, ${isReady} as is_ready, null::bigint as failed_ms_ago from ${ofContent} ` +
    `and (${indexPrefixes.map((prefix) => `starts_with(relname::text, '${prefix}')`).join(' or ')}) ` +
    `union all select name, null, ${storeTime} - failed_at from content_index_failures ` +
    'where to_regclass(name) is null',
};

export const noteFailure: Statement = {
  name: 'index_note_failure',
  text:
    `insert into content_index_failures (name, reason, failed_at) values ($1, $2, ${storeTime}) ` +
    'on conflict (name) do update set reason = excluded.reason, failed_at = excluded.failed_at',
};

export const forgetFailure: Statement = {
  name: 'index_forget_failure',
  text: 'delete from content_index_failures where name = $1',
};

/** Takes the holder and the number of its process. Writes a row if no other one has a claim. */
export const claim: Statement = {
  name: 'index_claim',
  text:
    `insert into content_index_claims as claim (holder, claimed_until, process) values ($1, ${storeTime} + 60000, $2) ` +
    'on conflict (id) do update set holder = excluded.holder, claimed_until = excluded.claimed_until, ' +
    'process = excluded.process where claim.holder = excluded.holder ' +
    `or claim.claimed_until < ${storeTime} or ${hasEnded('claim.process')}`,
};

export const release: Statement = {
  name: 'index_release',
  text: 'delete from content_index_claims where holder = $1',
};

/** In a copy of a database, the table has the same number. */
export const findBuild: Statement = {
  name: 'index_find_build',
  text:
    "select pid from pg_stat_progress_create_index where relid = 'content'::regclass " +
    'and datname = current_database()',
};

export const readLimits =
  "select current_setting('statement_timeout'), current_setting('lock_timeout')";

export const setLimits =
  "select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)";

export type DuplicateRow = readonly [value: string, ids: readonly string[]];

/** What a value is unique within. For a group, only the item that stands for it counts. */
const partOf = {
  collection: { rival: 'true', key: '' },
  locale: { rival: 'true', key: ', locale' },
  group: { rival: 'not follows_group', key: '' },
} satisfies Readonly<Record<UniqueWithin | 'collection', object>>;

/**
 * Takes the collection, the path in `data`, the kind and a limit. Reads the whole collection once, and the values of the
 * found items only.
 */
export const findDuplicates = (within: UniqueWithin | 'collection' = 'collection'): string =>
  "select coalesce(left(data #>> string_to_array($2, '.'), 60), '') as value, ids::text[] as ids from (" +
  'select array(select id from unnest(found) id order by id limit 2) as ids from (' +
  `select array_agg(id) as found from (select id, locale, content_unique_value(data, $2, $3) as key ` +
  `from content where collection_id = $1::uuid and ${partOf[within].rival} offset 0) entry ` +
  `where key is not null group by key${partOf[within].key} having count(*) > 1) groups order by ids limit $4::integer) duplicates ` +
  'cross join lateral (select data from content where id = ids[1] offset 0) item order by ids';
