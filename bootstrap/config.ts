import { resolve } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { mistakeInAddress } from '../adapters/postgres/address.ts';
import { environmentSchema, type Environment } from './environment.ts';

export interface RedisConfig {
  readonly url: string;
  /** What all keys begin with. */
  readonly prefix: string;
}

export interface GcsConfig {
  readonly bucket: string;
  /** Undefined: Google's. */
  readonly endpoint: string | undefined;
  /** What Google's library reads to sign in. Undefined: nothing, or the machine's own credentials. */
  readonly keyFile: string | undefined;
}

/** How the service is set up, in its own terms. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** How many processes answer. */
  readonly workers: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly databasePoolMax: number;
  /** Undefined: what instances would share is kept in memory. */
  readonly redis: RedisConfig | undefined;
  /** Undefined: uploads are files in the data folder. */
  readonly gcs: GcsConfig | undefined;
  /** Without a trailing slash. */
  readonly mediaBaseUrl: string;
  readonly uploadMaxBytes: number;
  /** Undefined: one is generated and kept in the data folder. */
  readonly jwtSecret: string | undefined;
  readonly legacyPasswordSalt: string;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: number;
  readonly logLevel: Environment['LOG_LEVEL'];
}

/** A start that cannot be: every mistake in the environment, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

const ajv = new Ajv({ coerceTypes: true, useDefaults: true, allErrors: true });
const validate = ajv.compile<Environment>(environmentSchema);

/** The password for commands that sign in or create an account, where nobody can type it. */
export const readPasswordVariable = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined => env['QUOIN_PASSWORD'] || undefined;

/** Whether npx started this process, or what started it. */
export const isRunByNpx = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean => env['npm_lifecycle_event'] === 'npx';

/**
 * Reads the environment. A variable that is empty counts as absent.
 *
 * @throws ConfigError naming every mistake at once.
 */
export const readConfig = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const known = Object.keys(environmentSchema.properties);
  const given = known.flatMap((name) =>
    env[name] ? [[name, valueOf(name, env[name])] as const] : [],
  );
  const unreadable = validate(Object.fromEntries(given)) ? [] : (validate.errors ?? []);
  const mistakes = unreadable.map(describe);
  // What is told already counts as absent, so that the rest can be looked at.
  const told = new Set(unreadable.map(({ instancePath }) => instancePath.slice(1)));
  const values: unknown = Object.fromEntries(given.filter(([name]) => !told.has(name)));
  if (validate(values)) mistakes.push(...findMistakes(values));
  if (mistakes.length > 0 || !validate(values)) throw new ConfigError(mistakes);
  return toConfig(values);
};

/** The validator would take a blank for 0, and numbers in any notation of JavaScript's. */
const valueOf = (name: string, text: string): unknown => {
  const schema: object = environmentSchema.properties[name as keyof Environment];
  const isNumber = 'type' in schema && schema.type === 'integer';
  return isNumber && !/^-?\d+$/.test(text) ? Number.NaN : text;
};

const describe = ({ instancePath, message, params }: ErrorObject): string => {
  const choices = Array.isArray(params['allowedValues'])
    ? `: ${params['allowedValues'].join(', ')}`
    : '';
  return `${instancePath.slice(1)} ${message ?? 'is not valid'}${choices}`;
};

const secretMinBytes = 32;

function* findMistakes(env: Environment): Generator<string> {
  const { PUBLIC_URL, MEDIA_BASE_URL, DATABASE_URL, JWT_SECRET, NODE_ENV } = env;
  if (PUBLIC_URL !== undefined && originOf(PUBLIC_URL) === undefined) {
    yield 'PUBLIC_URL must be an http or https address without a path, such as https://cms.example.com';
  }
  if (PUBLIC_URL === undefined && env.PORT === 0) {
    yield 'PUBLIC_URL must be set when PORT is 0: the port is not known before the start';
  }
  if (MEDIA_BASE_URL !== undefined && !canPrecede(MEDIA_BASE_URL)) {
    yield 'MEDIA_BASE_URL must be an http or https address without ? and #: the key of the file follows it';
  }
  const databaseMistake = DATABASE_URL === undefined ? undefined : mistakeInAddress(DATABASE_URL);
  if (databaseMistake !== undefined) yield `DATABASE_URL ${databaseMistake}`;
  for (const origin of listOf(env.CORS_ORIGINS)) {
    if (originOf(origin) !== origin) {
      yield `CORS_ORIGINS: ${origin} must be an origin, such as https://www.example.com`;
    }
  }
  if (JWT_SECRET !== undefined && Buffer.byteLength(JWT_SECRET) < secretMinBytes) {
    yield `JWT_SECRET must have at least ${secretMinBytes} bytes`;
  }
  if (JWT_SECRET === undefined && (NODE_ENV === 'production' || DATABASE_URL !== undefined)) {
    yield `JWT_SECRET must be set in production and with DATABASE_URL: at least ${secretMinBytes} bytes that nobody can guess`;
  }
  if (env.REDIS_URL !== undefined && readRedis(env.REDIS_URL) === undefined) {
    yield 'REDIS_URL must start with redis:// or rediss://; a database in it is a number, as in redis://host:6379/0; a prefix in it has letters, digits, _, . and -';
  }
  if (env.GCS_ENDPOINT !== undefined && originOf(env.GCS_ENDPOINT) === undefined) {
    yield 'GCS_ENDPOINT must be an http or https address without a path, such as http://localhost:4443';
  }
  if (env.GCS_ENDPOINT !== undefined && env.GCS_BUCKET === undefined) {
    yield 'GCS_ENDPOINT is of no use without GCS_BUCKET';
  }
  if (env.WORKERS > 1 && DATABASE_URL === undefined) {
    yield 'WORKERS must be 1 without DATABASE_URL: the embedded database belongs to one process';
  }
}

const toConfig = (env: Environment): Config => {
  const publicUrl = originOf(env.PUBLIC_URL ?? '') ?? `http://localhost:${env.PORT}`;
  return {
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    redis: env.REDIS_URL === undefined ? undefined : readRedis(env.REDIS_URL),
    gcs: env.GCS_BUCKET === undefined ? undefined : readGcs(env.GCS_BUCKET, env),
    mediaBaseUrl: env.MEDIA_BASE_URL?.replace(/\/+$/, '') ?? `${publicUrl}/files`,
    uploadMaxBytes: env.UPLOAD_MAX_BYTES,
    jwtSecret: env.JWT_SECRET,
    legacyPasswordSalt: env.LEGACY_PASSWORD_SALT,
    corsOrigins: listOf(env.CORS_ORIGINS),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  };
};

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const prefixForm = /^[\w.-]{1,64}$/;
/** The number of a database, if any. */
const redisPathForm = /^(?:\/\d*)?$/;

const readRedis = (text: string): RedisConfig | undefined => {
  const url = readUrl(text, ['redis:', 'rediss:']);
  const prefix = url?.searchParams.get('prefix') ?? 'quoin';
  if (url === undefined || !redisPathForm.test(url.pathname)) return undefined;
  if (!prefixForm.test(prefix)) return undefined;
  url.search = '';
  return { url: url.href, prefix };
};

const readUrl = (text: string, protocols: readonly string[]): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url : undefined;
};

/** An emulator is asked without credentials. */
const readGcs = (bucket: string, env: Environment): GcsConfig => {
  const endpoint = originOf(env.GCS_ENDPOINT ?? '');
  const keyFile = endpoint === undefined ? env.GOOGLE_APPLICATION_CREDENTIALS : undefined;
  return { bucket, endpoint, keyFile };
};

/** An empty query or fragment is none to {@link URL}, but what follows it is part of one. */
const canPrecede = (text: string): boolean =>
  readUrl(text, ['http:', 'https:']) !== undefined && !/[?#]/.test(text);

/** @returns the origin of an address that consists of nothing else. */
const originOf = (text: string): string | undefined => {
  const url = readUrl(text, ['http:', 'https:']);
  const isBare =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isBare ? url.origin : undefined;
};
