import type {
  ApiToken,
  ApiTokenKind,
  ApiTokenRepository,
  StampedToken,
} from '../../../core/index.ts';
import { tokenStamp } from '../basis.ts';
import type { Database } from '../connection/connections.ts';
import { sharedReads, type SharedRead } from '../connection/shared-reads.ts';
import { execute, query, type Statement, type Value } from '../connection/statement.ts';

/** A row of `api_tokens`. The driver returns `bigint` as digits. */
interface ApiTokenRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly digest: string;
  /** Null means all collections. */
  readonly scope: readonly string[] | null;
  readonly kind: ApiTokenKind;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

interface StampedRow extends ApiTokenRow {
  readonly stamp: string;
}

/** The most tokens that one statement finds. */
const maxTokens = 1_000;

const columns = 'id, name, prefix, digest, scope, kind, expires_at, last_used_at, created_at';

const insert: Statement = {
  name: 'api_token_insert',
  text: `insert into api_tokens (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const findByDigests: Statement = {
  name: 'api_token_by_digests',
  text: `select ${columns}, ${tokenStamp} as stamp from api_tokens where digest = any ($1)`,
};

const findByIds: Statement = {
  name: 'api_token_by_ids',
  text: `select ${columns}, ${tokenStamp} as stamp from api_tokens where id = any ($1::uuid[])`,
};

const list: Statement = {
  name: 'api_token_list',
  text: `select ${columns} from api_tokens order by created_at desc, id desc`,
};

/** In the order of the ids, so that the statements of two instances do not wait for each other. */
const storeUses: Statement = {
  name: 'api_token_uses',
  text:
    'with used as (select api_tokens.id, greatest(last_used_at, time) as time from api_tokens ' +
    'join unnest($1::uuid[], $2::bigint[]) each (id, time) using (id) order by id for update of api_tokens) ' +
    'update api_tokens set last_used_at = used.time from used where api_tokens.id = used.id',
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
  token.kind ?? 'published',
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
  ...(row.kind !== 'published' && { kind: row.kind }),
  expiresAt: timeOf(row.expires_at),
  lastUsedAt: timeOf(row.last_used_at),
  createdAt: Number(row.created_at),
});

const timeOf = (digits: string | null): number | undefined =>
  digits === null ? undefined : Number(digits);

const stampedOf = (row: StampedRow): StampedToken => ({ token: tokenOf(row), stamp: row.stamp });

/** API tokens in PostgreSQL. */
export class PostgresApiTokenRepository implements ApiTokenRepository {
  readonly #database: Database;
  readonly #byDigest: SharedRead<string, StampedToken>;
  readonly #byId: SharedRead<string, StampedToken>;

  constructor(database: Database) {
    this.#database = database;
    const reading = (statement: Statement, key: 'digest' | 'id') =>
      sharedReads<string, StampedToken>({
        load: async (keys) => {
          const rows = await query<StampedRow>(database, statement, [keys]);
          return new Map(rows.map((row) => [row[key], stampedOf(row)]));
        },
        nameOf: (each) => each,
        maxKeys: maxTokens,
      });
    this.#byDigest = reading(findByDigests, 'digest');
    this.#byId = reading(findByIds, 'id');
  }

  async insert(token: ApiToken): Promise<void> {
    await execute(this.#database, insert, valuesOf(token));
  }

  async findByDigest(digest: string): Promise<StampedToken | undefined> {
    return this.#byDigest(digest);
  }

  async findById(id: string): Promise<StampedToken | undefined> {
    return this.#byId(id);
  }

  async list(): Promise<readonly ApiToken[]> {
    return (await query<ApiTokenRow>(this.#database, list)).map(tokenOf);
  }

  async storeUses(uses: ReadonlyMap<string, number>): Promise<void> {
    await execute(this.#database, storeUses, [[...uses.keys()], [...uses.values()]]);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }
}
