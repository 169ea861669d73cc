import type {
  HistoryLimits,
  PruneStep,
  Revision,
  RevisionOfItem,
  RevisionPlace,
  RevisionRepository,
} from '../../../core/store.ts';
import type { Page, RevisionEntry } from '../../../core/vocabulary.ts';
import type { AuthorColumns } from '../accounts/author-row.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, executeReturning, query, type Statement } from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { stampOfRow, type StampColumns } from './item-stamps.ts';
import { entryOf, entrySelection, revisions, revisionSelection } from './revision-row.ts';
import { add, addedValues, listAfter, listFirst, type AddedRow } from './revision-steps.ts';

const page: Statement = {
  name: 'revisions_page',
  // The page is cut before the authors are looked up.
  text:
    `select ${entrySelection} from (select * from content_revisions where content_id = $1 ` +
    'order by content_id desc, version desc limit $2 offset $3) revision ' +
    'left join users on users.id = revision.author_id order by version desc',
};

const whole: Statement = {
  name: 'revision_whole',
  text:
    `select ${revisionSelection} from content_revisions revision ` +
    'where content_id = $1 and version = $2',
};

const autosave: Statement = {
  name: 'revision_autosave',
  text:
    `select ${entrySelection} from (select * from content_revisions where content_id = $1 ` +
    'order by content_id desc, version desc limit 1) revision ' +
    'left join users on users.id = revision.author_id ' +
    `where is_autosave and stored_at > ${storeTime} - $2::bigint`,
};

/** The items that one step of pruning handles; of recent items, their revisions. */
const stepSize = 100;

const allItems: Statement = {
  name: 'revisions_items',
  text:
    // Jumps from item to item: `distinct` would read every revision.
    'with recursive found (content_id) as ((select content_id from content_revisions ' +
    'where content_id > $1 order by content_id, version limit 1) ' +
    'union all select (select content_id from content_revisions ' +
    'where content_id > found.content_id order by content_id, version limit 1) ' +
    'from found where found.content_id is not null) ' +
    'select content_id from found where content_id is not null limit $2',
};

/** A step goes on after the last revision of the one before, also if that is not recent any more. */
const recentItems: Statement = {
  name: 'revisions_recent_items',
  text:
    'select stored_at, content_id from content_revisions ' +
    `where (stored_at, content_id) > (greatest($1::bigint, ${storeTime} - $4::bigint), $2::uuid) ` +
    'order by stored_at, content_id limit $3',
};

/** The version at a place in the history of an item, from the newest at 0. */
const versionAt = (place: string, condition = ''): string =>
  `(select version from content_revisions where content_id = item.id${condition} ` +
  `order by content_id desc, version desc offset ${place} limit 1)`;

/**
 * The revisions of the items `$1` that are beyond the limits. An item within them costs little: its first revision too
 * many is looked up in the index. Only with a limit of days, all of its revisions are read.
 */
const beyond =
  `from (select id, ${versionAt('0')} as newest, ${versionAt('$2::bigint')} as surplus ` +
  'from unnest($1::uuid[]) item (id) offset 0) item cross join lateral (' +
  'select ctid, content_id from content_revisions where content_id = item.id ' +
  'and version <= case when $2 > 0 and $3::float8 > 0 then newest else surplus end ' +
  'and ($2 = 0 or case when note is null and version < newest ' +
  `and (version <= surplus or stored_at < ${storeTime} - $3 * 86400000) ` +
  // Looked up last: the revisions of an item that was never published are all read for it.
  `then version is distinct from ${versionAt('0', " and status = 'published'")} end) offset 0) found`;

/** A read, because most items are within the limits, and a write invalidates what is cached of the embedded database. */
const itemsBeyond: Statement = {
  name: 'revisions_items_beyond',
  text: `select distinct content_id ${beyond}`,
};

/** Skips what others have locked: they remove it, too. */
const pruneItems: Statement = {
  name: 'revisions_prune',
  text:
    'delete from content_revisions where ctid = any (array(' +
    `select ctid from content_revisions where ctid = any (array(select ctid ${beyond})) ` +
    'for update skip locked))',
};

const lowestId = '00000000-0000-0000-0000-000000000000';

export class PostgresRevisionRepository implements RevisionRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(contentId: string, { limit, offset }: Page): Promise<readonly RevisionEntry[]> {
    return (await query<AuthorColumns>(this.#database, page, [contentId, limit, offset])).map(
      entryOf,
    );
  }

  async find(contentId: string, version: number): Promise<Revision | undefined> {
    return revisions.find(this.#database, whole, [contentId, version]);
  }

  async findAutosave(contentId: string, withinMs: number): Promise<RevisionEntry | undefined> {
    const [row] = await query<AuthorColumns>(this.#database, autosave, [contentId, withinMs]);
    return row && entryOf(row);
  }

  async listAfter(
    after: RevisionPlace | undefined,
    limit: number,
  ): Promise<readonly RevisionOfItem[]> {
    const rows = await (after === undefined
      ? query<StampColumns>(this.#database, listFirst, [limit])
      : query<StampColumns>(this.#database, listAfter, [limit, after.contentId, after.version]));
    return rows.map((row) => ({ revision: revisions.record(row), item: stampOfRow(row) }));
  }

  async add(given: readonly Revision[]): Promise<readonly boolean[]> {
    if (given.length === 0) return [];
    const keyOf = (id: string, version: number): string => `${id}/${version}`;
    const rows = await executeReturning<AddedRow>(this.#database, add, addedValues(given));
    const added = new Set(rows.map((row) => keyOf(row.content_id, row.version)));
    // The first of several with one key was added.
    return given.map((each) => added.delete(keyOf(each.contentId, each.version)));
  }

  async prune(
    { maxPerItem, maxDays }: HistoryLimits,
    { recentMs, after }: PruneStep = {},
  ): Promise<string | undefined> {
    const step = await (recentMs === undefined
      ? this.#nextItems(after)
      : this.#nextRecent(recentMs, after));
    const ids = [...new Set(step.ids)];
    if (ids.length > 0) await this.#pruneItems(ids, [maxPerItem, maxDays]);
    return step.ids.length < stepSize ? undefined : step.end;
  }

  async #pruneItems(ids: readonly string[], limits: readonly number[]): Promise<void> {
    const rows = await query<ItemRow>(this.#database, itemsBeyond, [ids, ...limits]);
    const found = rows.map(({ content_id: id }) => id);
    if (found.length > 0) await execute(this.#database, pruneItems, [found, ...limits]);
  }

  async #nextItems(after = lowestId): Promise<Step> {
    const rows = await query<ItemRow>(this.#database, allItems, [after, stepSize]);
    return { ids: rows.map(({ content_id: id }) => id), end: rows.at(-1)?.content_id };
  }

  async #nextRecent(recentMs: number, after = `0/${lowestId}`): Promise<Step> {
    const [storedAt = '', id = ''] = after.split('/');
    const values = [storedAt, id, stepSize, recentMs];
    const rows = await query<RecentRow>(this.#database, recentItems, values);
    const last = rows.at(-1);
    return {
      ids: rows.map((row) => row.content_id),
      end: last && `${last.stored_at}/${last.content_id}`,
    };
  }
}

interface ItemRow {
  readonly content_id: string;
}

interface RecentRow extends ItemRow {
  readonly stored_at: string;
}

interface Step {
  readonly ids: readonly string[];
  /** Where the next step goes on. */
  readonly end: string | undefined;
}
