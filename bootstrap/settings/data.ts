import { resolve } from 'node:path';
import { Type, type Static, type TObject } from 'typebox';
import { mistakeInAddress } from '../../adapters/postgres/connection/address.ts';
import { readUrl } from './addresses.ts';

export const dataVariables = {
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description:
      'The folder of the embedded database, the uploaded files and the generated secret.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      description:
        'A Postgres server, as `postgres://user:password@host:port/database`. Without it, the database is embedded. Not together with `store` of the [configuration file](configuration-file.md#ports). [postgres.md](postgres.md) lists the parameters that may follow, such as `sslmode`.',
    }),
  ),
  DATABASE_POOL_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description:
      'The maximum number of connections to Postgres per process. One more connection asks whether anything has changed.',
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      description:
        'A Redis server that all instances and workers share, as `redis://user:password@host:port/database`, or `rediss://` for TLS; for a certificate of your own authority, set [`NODE_EXTRA_CA_CERTS`](https://nodejs.org/api/cli.html#node_extra_ca_certsfile) of Node to its file. All keys start with `quoin`, or with the prefix in `?prefix=…`; services that share a server need different prefixes. It holds the counters of rate limits, and copies of content that cannot be forged without `JWT_SECRET`. Without it, each instance has its own. Not together with `sharedCache` of the [configuration file](configuration-file.md#ports).',
    }),
  ),
};

type DataEnvironment = Static<TObject<typeof dataVariables>>;

export interface DataSettings {
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly databasePoolMax: number;
  /** Undefined if instances share no cache. */
  readonly redis: RedisSettings | undefined;
}

export interface RedisSettings {
  readonly url: string;
  /** The start of all keys. */
  readonly prefix: string;
}

export function* dataMistakes({ DATABASE_URL, REDIS_URL }: DataEnvironment): Generator<string> {
  const databaseMistake = DATABASE_URL === undefined ? undefined : mistakeInAddress(DATABASE_URL);
  if (databaseMistake !== undefined) yield `DATABASE_URL ${databaseMistake}`;
  if (REDIS_URL !== undefined && readRedis(REDIS_URL) === undefined) {
    yield 'REDIS_URL must start with redis:// or rediss://; a database in it is a number, as in redis://host:6379/0; a prefix in it has letters, digits, _, . and -';
  }
}

export const readData = (env: DataEnvironment): DataSettings => ({
  dataDir: resolve(env.DATA_DIR),
  databaseUrl: env.DATABASE_URL,
  databasePoolMax: env.DATABASE_POOL_MAX,
  redis: env.REDIS_URL === undefined ? undefined : readRedis(env.REDIS_URL),
});

const prefixForm = /^[\w.-]{1,64}$/;
/** Empty, or the number of a database. */
const redisPathForm = /^(?:\/\d*)?$/;

const readRedis = (text: string): RedisSettings | undefined => {
  const url = readUrl(text, ['redis:', 'rediss:']);
  const prefix = url?.searchParams.get('prefix') ?? 'quoin';
  if (url === undefined || !redisPathForm.test(url.pathname)) return undefined;
  if (!prefixForm.test(prefix)) return undefined;
  url.search = '';
  return { url: url.href, prefix };
};
