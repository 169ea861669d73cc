import type { Knex } from 'knex';
import type { ApiToken, ApiTokenRepository } from '../../core/index.ts';
import { runStatement, write, type Statement } from './statement.ts';
import { translated } from './translated.ts';

interface ApiTokenRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly digest: string;
  /** Null means everything. */
  readonly scope: readonly string[] | null;
  readonly expires_at: string | number | null;
  readonly last_used_at: string | number | null;
  readonly created_at: string | number;
}

const findByDigest: Statement = {
  name: 'api_token_by_digest',
  text:
    'select id, name, prefix, digest, scope, expires_at, last_used_at, created_at ' +
    'from api_tokens where digest = $1',
};

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

const timeOf = (column: string | number | null): number | undefined =>
  column === null ? undefined : Number(column);

const rowOf = (token: ApiToken): ApiTokenRow => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  digest: token.digest,
  scope: token.scope === 'all' ? null : token.scope,
  expires_at: token.expiresAt ?? null,
  last_used_at: token.lastUsedAt ?? null,
  created_at: token.createdAt,
});

/** API tokens in PostgreSQL. */
export class PostgresApiTokenRepository implements ApiTokenRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(token: ApiToken): Promise<void> {
    await write(this.#knex, this.#table().insert(rowOf(token)));
  }

  async findByDigest(digest: string): Promise<ApiToken | undefined> {
    const { rows } = await runStatement<ApiTokenRow>(this.#knex, findByDigest, [digest]);
    return rows[0] && tokenOf(rows[0]);
  }

  async list(): Promise<readonly ApiToken[]> {
    const newestFirst = ['created_at', 'id'].map((column) => ({ column, order: 'desc' }));
    const rows: ApiTokenRow[] = await translated(this.#table().select().orderBy(newestFirst));
    return rows.map(tokenOf);
  }

  async touch(id: string, usedAt: number): Promise<void> {
    await write(this.#knex, this.#table().where({ id }).update({ last_used_at: usedAt }));
  }

  async delete(id: string): Promise<boolean> {
    return (await write(this.#knex, this.#table().where({ id }).delete())) > 0;
  }

  #table() {
    return this.#knex<ApiTokenRow>('api_tokens');
  }
}
