import {
  publicNameOf,
  type ContentStatus,
  type HistoryLimits,
  type JsonText,
  type Page,
  type Revision,
  type RevisionEntry,
  type RevisionRepository,
  type Slug,
} from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute, query, type Statement } from '../connection/statement.ts';

interface EntryRow {
  readonly content_id: string;
  readonly version: number;
  readonly title: string;
  readonly status: string;
  readonly author_id: string | null;
  readonly changed: string;
  readonly note: string | null;
  readonly is_autosave: boolean;
  readonly created_at: string;
  /** Null for an account that does not exist. */
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

interface RevisionRow extends EntryRow {
  readonly slug: string;
  readonly collection_id: string;
  readonly data: string;
}

const entryColumns =
  'content_id, version, title, status, author_id, changed::text as changed, note, is_autosave, ' +
  'revision.created_at, username, first_name, last_name';

const from = 'from content_revisions revision left join users on users.id = revision.author_id';

const page: Statement = {
  name: 'revisions_page',
  // The page is cut before the authors are looked up.
  text:
    `select ${entryColumns} from (select * from content_revisions where content_id = $1 ` +
    'order by content_id desc, version desc limit $2 offset $3) revision ' +
    'left join users on users.id = revision.author_id order by version desc',
};

const one = 'where content_id = $1 and version = $2';

const entry: Statement = { name: 'revision_entry', text: `select ${entryColumns} ${from} ${one}` };

const whole: Statement = {
  name: 'revision_whole',
  text: `select ${entryColumns}, slug, collection_id, data::text as data ${from} ${one}`,
};

/** The items that one step of pruning looks at. */
const stepItems = 100;

const idsAfter = 'content_id > $1 order by content_id limit $2';

const allItems: Statement = {
  name: 'revisions_items',
  text: `select distinct content_id from content_revisions where ${idsAfter}`,
};

const now = '(extract(epoch from clock_timestamp()) * 1000)';

const recentItems: Statement = {
  name: 'revisions_recent_items',
  text: `select distinct content_id from content_revisions where stored_at >= ${now} - $3::bigint and ${idsAfter}`,
};

const pruneItems: Statement = {
  name: 'revisions_prune',
  text:
    'delete from content_revisions revision using (select content_id, version, note, stored_at, ' +
    'row_number() over (partition by content_id order by version desc) as place, ' +
    "max(version) filter (where status = 'published') over (partition by content_id) as published " +
    'from content_revisions where content_id = any ($1)) ranked ' +
    'where revision.content_id = ranked.content_id and revision.version = ranked.version ' +
    'and ($2::integer = 0 or (ranked.place > 1 and ranked.note is null ' +
    'and ranked.version is distinct from ranked.published ' +
    `and (ranked.place > $2 or ($3::float8 > 0 and ranked.stored_at < ${now} - $3 * 86400000))))`,
};

const lowestId = '00000000-0000-0000-0000-000000000000';

export class PostgresRevisionRepository implements RevisionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(contentId: string, { limit, offset }: Page): Promise<readonly RevisionEntry[]> {
    return (await query<EntryRow>(this.#database, page, [contentId, limit, offset])).map(entryOf);
  }

  async find(contentId: string, version: number): Promise<Revision | undefined> {
    const [row] = await query<RevisionRow>(this.#database, whole, [contentId, version]);
    if (row === undefined) return undefined;
    const { author: _, ...rest } = entryOf(row);
    const { slug, collection_id: collectionId, data } = row;
    return { ...rest, slug: slug as Slug, collectionId, data: data as JsonText };
  }

  async findEntry(contentId: string, version: number): Promise<RevisionEntry | undefined> {
    const [row] = await query<EntryRow>(this.#database, entry, [contentId, version]);
    return row && entryOf(row);
  }

  async prune(
    { maxPerItem, maxDays }: HistoryLimits,
    recentMs?: number,
    after = lowestId,
  ): Promise<string | undefined> {
    const rows = await (recentMs === undefined
      ? query<{ readonly content_id: string }>(this.#database, allItems, [after, stepItems])
      : query<{ readonly content_id: string }>(this.#database, recentItems, [
          after,
          stepItems,
          recentMs,
        ]));
    const ids = rows.map(({ content_id: id }) => id);
    if (ids.length > 0) await execute(this.#database, pruneItems, [ids, maxPerItem, maxDays]);
    return ids.at(-1);
  }
}

const entryOf = (row: EntryRow): RevisionEntry => {
  const { author_id: authorId, username, first_name: firstName, last_name: lastName } = row;
  return {
    contentId: row.content_id,
    version: row.version,
    title: row.title,
    status: row.status as ContentStatus,
    authorId: authorId ?? undefined,
    author:
      authorId === null || username === null
        ? undefined
        : {
            id: authorId,
            name: publicNameOf({
              username,
              firstName: firstName ?? '',
              lastName: lastName ?? '',
            }),
          },
    changed: JSON.parse(row.changed) as string[],
    note: row.note ?? undefined,
    isAutosave: row.is_autosave,
    createdAt: Number(row.created_at),
  };
};
