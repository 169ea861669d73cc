import { Type, type Static } from 'typebox';
import { logLevels, type LogLevel } from '../adapters/pino/pino-log.ts';

/** Every environment variable that the service reads: this is the whole list. */
export const environmentSchema = Type.Object({
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'The address to listen on. `0.0.0.0` opens the service to the network.',
  }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8787,
    description: 'The port to listen on; 0 takes any that is free.',
  }),
  WORKERS: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 1,
    description:
      'How many processes answer on the port, next to one that looks after them. More than one needs `DATABASE_URL`. Each holds connections of its own: see `DATABASE_POOL_MAX`.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      description:
        'The address under which clients reach the service, without a path. The only base of every absolute address that it writes. Unless set, `http://localhost:PORT`.',
    }),
  ),
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description:
      'The folder of the embedded database, the uploaded files and the generated secret.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      description:
        'A Postgres server, as `postgres://user:password@host:port/database`. Unless set, the database is embedded. What may follow it, `sslmode` for example, is in [postgres.md](postgres.md).',
    }),
  ),
  DATABASE_POOL_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description: 'How many connections to Postgres one process holds at most.',
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      description:
        'A Redis server that all instances share, as `redis://user:password@host:port/database`, or `rediss://` for TLS. What its keys begin with is `quoin` unless the address ends in `?prefix=…`; services that share a server must differ in it. Unless set, each instance keeps its own cache and counts its own limits.',
    }),
  ),
  GCS_BUCKET: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The Google Cloud Storage bucket that holds the uploads. Unless set, they are files under `DATA_DIR`.',
    }),
  ),
  GCS_ENDPOINT: Type.Optional(
    Type.String({
      description:
        'Where the storage API is, when it is not Google’s: the address of an emulator, which is asked without credentials.',
    }),
  ),
  GOOGLE_APPLICATION_CREDENTIALS: Type.Optional(
    Type.String({
      description:
        'The key file of a service account that may read and write the bucket. Google’s library reads it itself; unless set, the credentials of the machine are used.',
    }),
  ),
  MEDIA_BASE_URL: Type.Optional(
    Type.String({
      description:
        'The address before the keys of uploaded files, such as that of a CDN, without a query or a fragment. Unless set, `PUBLIC_URL/files`.',
    }),
  ),
  UPLOAD_MAX_BYTES: Type.Integer({
    minimum: 1,
    default: 50 * 1024 * 1024,
    description: 'The largest file that can be uploaded, in bytes.',
  }),
  JWT_SECRET: Type.Optional(
    Type.String({
      description:
        'Signs the session tokens; at least 32 bytes. Required in production and with `DATABASE_URL`; otherwise one is made and kept in `DATA_DIR`.',
    }),
  ),
  LEGACY_PASSWORD_SALT: Type.String({
    default: '',
    description: 'The text that followed the password in old SHA-256 hashes.',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    description:
      'Origins whose pages may call the service, separated by commas. Unless set, no other origin may.',
  }),
  TRUST_PROXY: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description:
      'How many proxies stand before the service. Tells which hop of `X-Forwarded-For` is the client that limits count.',
  }),
  LOG_LEVEL: Type.Unsafe<LogLevel>({
    type: 'string',
    enum: logLevels,
    default: 'info',
    description: 'The least important kind of line that is logged.',
  }),
  NODE_ENV: Type.Optional(
    Type.String({ description: '`production` makes the service insist on a secret of its own.' }),
  ),
});

export type Environment = Static<typeof environmentSchema>;
