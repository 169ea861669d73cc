import type { ApiToken, ApiTokenRepository } from '../../core/index.ts';
import type { Database } from './connections.ts';
import { execute, query, type Statement, type Value } from './statement.ts';

/** A row of `api_tokens`. The driver returns `bigint` as digits. */
interface ApiTokenRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly digest: string;
  /** Null means all collections. */
  readonly scope: readonly string[] | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

const columns = 'id, name, prefix, digest, scope, expires_at, last_used_at, created_at';

const insert: Statement = {
  name: 'api_token_insert',
  text: `insert into api_tokens (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

const findByDigest: Statement = {
  name: 'api_token_by_digest',
  text: `select ${columns} from api_tokens where digest = $1`,
};

const list: Statement = {
  name: 'api_token_list',
  text: `select ${columns} from api_tokens order by created_at desc, id desc`,
};

const touch: Statement = {
  name: 'api_token_touch',
  text: 'update api_tokens set last_used_at = $2 where id = $1',
};

const remove: Statement = {
  name: 'api_token_delete',
  text: 'delete from api_tokens where id = $1',
};

const valuesOf = (token: ApiToken): readonly Value[] => [
  token.id,
  token.name,
  token.prefix,
  token.digest,
  token.scope === 'all' ? null : token.scope,
  token.expiresAt ?? null,
  token.lastUsedAt ?? null,
  token.createdAt,
];

const tokenOf = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  digest: row.digest,
  scope: row.scope ?? 'all',
  expiresAt: timeOf(row.expires_at),
  lastUsedAt: timeOf(row.last_used_at),
  createdAt: Number(row.created_at),
});

const timeOf = (digits: string | null): number | undefined =>
  digits === null ? undefined : Number(digits);

/** API tokens in PostgreSQL. */
export class PostgresApiTokenRepository implements ApiTokenRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(token: ApiToken): Promise<void> {
    await execute(this.#database, insert, valuesOf(token));
  }

  async findByDigest(digest: string): Promise<ApiToken | undefined> {
    const [row] = await query<ApiTokenRow>(this.#database, findByDigest, [digest]);
    return row && tokenOf(row);
  }

  async list(): Promise<readonly ApiToken[]> {
    return (await query<ApiTokenRow>(this.#database, list)).map(tokenOf);
  }

  async touch(id: string, usedAt: number): Promise<void> {
    await execute(this.#database, touch, [id, usedAt]);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }
}
