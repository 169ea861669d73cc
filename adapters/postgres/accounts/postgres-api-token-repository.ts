import type { ApiToken, ApiTokenRepository, StampedToken } from '../../../core/store.ts';
import { tokenStamp } from '../basis.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { sharedReads, type SharedRead } from '../connection/shared-reads.ts';
import { execute, query, type Statement } from '../connection/statement.ts';
import { nullAs, orNull, plain, time, unless } from '../rows/fields.ts';
import { table } from '../rows/table.ts';

/** The most tokens that one statement finds. */
const maxTokens = 1_000;

export const apiTokens = table<ApiToken>('api_tokens', {
  id: plain('id', 'uuid'),
  name: plain('name', 'text'),
  prefix: plain('prefix', 'text'),
  digest: plain('digest', 'text'),
  scope: nullAs('all', plain('scope', 'uuid[]')),
  kind: unless('published', plain('kind', 'text')),
  expiresAt: orNull(time('expires_at')),
  lastUsedAt: orNull(time('last_used_at')),
  createdAt: time('created_at'),
});

const insert = apiTokens.insert('api_token_insert');
const list = apiTokens.select('api_token_list', 'order by created_at desc, id desc');
const remove = apiTokens.remove('api_token_delete');

const find = (name: string, condition: string): Statement => ({
  name,
  text: `select ${apiTokens.selection}, ${tokenStamp} as stamp from api_tokens where ${condition}`,
});

const findByDigests = find('api_token_by_digests', 'digest = any ($1)');
const findByIds = find('api_token_by_ids', 'id = any ($1::uuid[])');

/** In the order of the ids, so that the statements of two instances do not wait for each other. */
const storeUses: Statement = {
  name: 'api_token_uses',
  text:
    'with used as (select api_tokens.id, greatest(last_used_at, time) as time from api_tokens ' +
    'join unnest($1::uuid[], $2::bigint[]) each (id, time) using (id) order by id for update of api_tokens) ' +
    'update api_tokens set last_used_at = used.time from used where api_tokens.id = used.id',
};

/** API tokens in PostgreSQL. */
export class PostgresApiTokenRepository implements ApiTokenRepository {
  readonly #database: DatabaseSession;
  readonly #byDigest: SharedRead<string, StampedToken>;
  readonly #byId: SharedRead<string, StampedToken>;

  constructor(database: DatabaseSession) {
    this.#database = database;
    const reading = (statement: Statement, key: 'digest' | 'id') =>
      sharedReads<string, StampedToken>({
        load: async (keys) => {
          const rows = await query<{ readonly stamp: string }>(database, statement, [keys]);
          const found = rows.map((row) => ({ token: apiTokens.record(row), stamp: row.stamp }));
          return new Map(found.map((each) => [each.token[key], each]));
        },
        nameOf: (each) => each,
        maxKeys: maxTokens,
      });
    this.#byDigest = reading(findByDigests, 'digest');
    this.#byId = reading(findByIds, 'id');
  }

  async insert(token: ApiToken): Promise<void> {
    await execute(this.#database, insert, apiTokens.values(token));
  }

  async findByDigest(digest: string): Promise<StampedToken | undefined> {
    return this.#byDigest(digest);
  }

  async findById(id: string): Promise<StampedToken | undefined> {
    return this.#byId(id);
  }

  async list(): Promise<readonly ApiToken[]> {
    return apiTokens.list(this.#database, list);
  }

  async storeUses(uses: ReadonlyMap<string, number>): Promise<void> {
    await execute(this.#database, storeUses, [[...uses.keys()], [...uses.values()]]);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }
}
