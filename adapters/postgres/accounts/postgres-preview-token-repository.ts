import {
  previewTokensMax,
  type LivePreview,
  type PreviewToken,
  type PreviewTokenRepository,
} from '../../../core/store.ts';
import { previewStamp } from '../basis.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { sharedReads, type SharedRead } from '../connection/shared-reads.ts';
import {
  execute,
  executeReturning,
  query,
  removeIfAny,
  type Statement,
} from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { orNull, plain } from '../rows/fields.ts';
import { table } from '../rows/table.ts';
import { userColumns, userOf, type UserRow } from './user-row.ts';

export const previewTokens = table<PreviewToken>('preview_tokens', {
  id: plain('id', 'uuid'),
  digest: plain('digest', 'text'),
  userId: plain('user_id', 'uuid'),
  contentId: orNull(plain('content_id', 'uuid')),
});

/** A row of `preview_tokens`, joined with its account. */
interface LiveRow extends UserRow {
  readonly stamp: string;
}

/** Of the valid tokens, those that end when another one is stored. `is not distinct from` would use no index. */
const surplus = (condition: string): string =>
  `(select id from preview_tokens where user_id = $3::uuid and ${condition} ` +
  `and expires_at > ${storeTime} order by id desc offset ${previewTokensMax - 1})`;

/** The locks wait for changes of the account and of the item, and look at their results; later changes wait. */
const insert: Statement = {
  name: 'preview_insert',
  text:
    'with item as (select id from content where id = $4::uuid for key share), ' +
    `stored as (insert into preview_tokens (${previewTokens.written}, expires_at) ` +
    `select $1, $2, users.id, $4::uuid, ${storeTime} + $5::bigint from users ` +
    'where users.id = $3 and is_active and ($4::uuid is null or exists (select from item)) ' +
    'for share of users returning expires_at), ' +
    'ended as (delete from preview_tokens where exists (select from stored) and id = any (array(' +
    `${surplus('content_id = $4::uuid')} union all ${surplus('content_id is null and $4::uuid is null')}))) ` +
    'select expires_at from stored',
};

const joined = previewTokens.joined({ prefix: 'preview_' });

const find = (name: string, condition: string): Statement => ({
  name,
  text:
    `select ${joined.selection}, ${previewStamp} as stamp, ${userColumns} ` +
    'from preview_tokens join users on users.id = preview_tokens.user_id ' +
    `where preview_tokens.${condition} and is_active and expires_at > ${storeTime}`,
});

const findByIds = find('preview_by_ids', 'id = any ($1::uuid[])');
const findByDigest = find('preview_by_digest', 'digest = $1');

/** The most tokens that one statement finds. */
const maxTokens = 1_000;

const removeByContent = previewTokens.remove('preview_delete_by_content', 'content_id = $1');
const removeForSite = previewTokens.remove(
  'preview_delete_for_site',
  'user_id = $1 and content_id is null',
);
const removeByUser = previewTokens.remove('preview_delete_by_user', 'user_id = $1');

/** A subquery, so that the time is read once and the index is used. */
const isExpired = `expires_at <= (select ${storeTime})`;

const anyExpired: Statement = {
  name: 'previews_any_expired',
  text: `select 1 from preview_tokens where ${isExpired} order by expires_at limit 1`,
};

const removeExpired = previewTokens.remove('preview_delete_expired', isExpired);

const livePreviewOf = (row: LiveRow): LivePreview => ({
  token: joined.record(row),
  user: userOf(row),
  stamp: row.stamp,
});

/** Preview tokens in PostgreSQL. */
export class PostgresPreviewTokenRepository implements PreviewTokenRepository {
  readonly #database: DatabaseSession;
  readonly #byId: SharedRead<string, LivePreview>;

  constructor(database: DatabaseSession) {
    this.#database = database;
    this.#byId = sharedReads({
      load: async (ids) => {
        const rows = await query<LiveRow>(database, findByIds, [ids]);
        return new Map(rows.map(livePreviewOf).map((live) => [live.token.id, live]));
      },
      nameOf: (id) => id,
      maxKeys: maxTokens,
    });
  }

  async insert(token: PreviewToken, lifetimeMs: number): Promise<number | undefined> {
    const values = [...previewTokens.values(token), lifetimeMs];
    type Row = { readonly expires_at: string };
    const [row] = await executeReturning<Row>(this.#database, insert, values);
    return row && Number(row.expires_at);
  }

  async findByDigest(digest: string): Promise<LivePreview | undefined> {
    const [row] = await query<LiveRow>(this.#database, findByDigest, [digest]);
    return row && livePreviewOf(row);
  }

  async findById(id: string): Promise<LivePreview | undefined> {
    return this.#byId(id);
  }

  async deleteByContent(contentId: string): Promise<number> {
    return execute(this.#database, removeByContent, [contentId]);
  }

  async deleteForSite(userId: string): Promise<number> {
    return execute(this.#database, removeForSite, [userId]);
  }

  async deleteByUser(userId: string): Promise<void> {
    await execute(this.#database, removeByUser, [userId]);
  }

  async sweep(): Promise<false> {
    await removeIfAny(this.#database, anyExpired, removeExpired, []);
    return false;
  }
}
