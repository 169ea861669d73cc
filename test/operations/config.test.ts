import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ConfigError,
  environmentSchema,
  readConfig,
  readPasswordVariable,
  readTotpSecretVariable,
} from '../../bootstrap/config.ts';
import { day } from '../../core/vocabulary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const secret = 'x'.repeat(32);
const bucket = { S3_BUCKET: 'media', S3_REGION: 'eu-west-1' };

const mistakesOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
};

test('the schema of the environment compiles under strict Ajv', () => {
  expect(() => new Ajv({ strict: true }).compile(environmentSchema)).not.toThrow();
});

test('an empty environment configures the embedded service on port 8787', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8787,
    workers: 1,
    publicUrl: 'http://localhost:8787',
    allowedHosts: ['localhost'],
    dataDir: resolve('data'),
    databaseUrl: undefined,
    databasePoolMax: 10,
    redis: undefined,
    gcs: undefined,
    s3: undefined,
    mediaBaseUrl: 'http://localhost:8787/files',
    uploadMaxBytes: 50 * 1024 * 1024,
    jwtSecrets: undefined,
    legacyPasswordSalt: '',
    webhookAllowedHosts: [],
    smtp: undefined,
    auditLimits: { ageMs: 365 * day, entries: 1_000_000 },
    metrics: undefined,
    configFile: undefined,
    corsOrigins: [],
    corsAllowHeaders: [],
    cacheTags: false,
    trustProxy: 0,
    logLevel: 'info',
    logFormat: undefined,
  });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', JWT_SECRET: '' })).toEqual(readConfig({}));
});

test('numbers, URLs and lists are parsed', () => {
  const config = readConfig({
    PORT: '80',
    PUBLIC_URL: 'https://cms.example.com/',
    MEDIA_BASE_URL: 'https://cdn.example.com/media/',
    CORS_ORIGINS: ' https://a.example , https://b.example:8443',
    CORS_ALLOW_HEADERS: 'prefer, If-Match,,PREFER',
    TRUST_PROXY: '2',
    CACHE_TAGS: 'true',
  });
  expect(config).toMatchObject({
    port: 80,
    publicUrl: 'https://cms.example.com',
    mediaBaseUrl: 'https://cdn.example.com/media',
    corsOrigins: ['https://a.example', 'https://b.example:8443'],
    corsAllowHeaders: ['If-Match', 'Prefer'],
    trustProxy: 2,
    cacheTags: true,
  });
});

test('several services can share a Redis server with different prefixes', () => {
  const redisOf = (url: string) => readConfig({ REDIS_URL: url }).redis;
  const plain = 'redis://ada:secret@127.0.0.1:6379/3';
  expect(redisOf(plain)).toEqual({ url: plain, prefix: 'quoin' });
  expect(redisOf(`${plain}?prefix=news.v2`)).toEqual({ url: plain, prefix: 'news.v2' });
  expect(redisOf('rediss://cache.example')).toEqual({
    url: 'rediss://cache.example',
    prefix: 'quoin',
  });
});

test('a bucket is at Google unless GCS_ENDPOINT is set', () => {
  expect(readConfig({ GCS_BUCKET: 'media' }).gcs).toEqual({
    bucket: 'media',
    endpoint: undefined,
  });
  const endpoint = { GCS_BUCKET: 'media', GCS_ENDPOINT: 'http://localhost:4443/' };
  expect(readConfig(endpoint).gcs).toMatchObject({ endpoint: 'http://localhost:4443' });
});

test('a key file is not used with an emulator', () => {
  const key = { GCS_BUCKET: 'media', GOOGLE_APPLICATION_CREDENTIALS: '/run/key.json' };
  expect(readConfig(key).gcs).toMatchObject({ keyFile: '/run/key.json' });
  const emulated = readConfig({ ...key, GCS_ENDPOINT: 'http://localhost:4443' });
  expect(emulated.gcs?.keyFile).toBeUndefined();
});

test('a bucket of S3 is at Amazon, with the credentials of the machine, unless variables say otherwise', () => {
  expect(readConfig(bucket).s3).toEqual({
    bucket: 'media',
    region: 'eu-west-1',
    endpoint: undefined,
    isPathStyle: false,
    keys: undefined,
  });
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const other = { S3_BUCKET: 'media', S3_ENDPOINT: 'http://localhost:9000/', ...keys };
  expect(readConfig(other).s3).toEqual({
    bucket: 'media',
    region: 'us-east-1',
    endpoint: 'http://localhost:9000',
    isPathStyle: true,
    keys: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined },
  });
  expect(readConfig({ ...other, AWS_SESSION_TOKEN: 'token' }).s3?.keys?.sessionToken).toBe('token');
  expect(readConfig({ ...other, S3_ADDRESSING: 'virtual-host' }).s3?.isPathStyle).toBe(false);
  expect(readConfig({ ...bucket, S3_ADDRESSING: 'path' }).s3?.isPathStyle).toBe(true);
});

test('keys of Amazon that are set for other programs are no mistake without a bucket', () => {
  expect(readConfig({ AWS_ACCESS_KEY_ID: 'key', AWS_SESSION_TOKEN: 'token' }).s3).toBeUndefined();
});

describe('mistakes', () => {
  test.each([
    [{ PORT: '80x' }, 'PORT must be integer, not "80x"'],
    [
      { UPLOAD_MAX_BYTES: '9'.repeat(20) },
      `UPLOAD_MAX_BYTES must be <= 1099511627776, not "${'9'.repeat(20)}"`,
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production to have an effect, not prod'],
    [
      { NODE_ENV: 'production', JWT_SECRET: secret },
      'JWT_SECRET must be random: openssl rand -hex 32 creates one',
    ],
    [
      { GCS_BUCKET: 'gs://media' },
      'GCS_BUCKET must be the name of a bucket, without gs:// or s3:// and without a path',
    ],
    [
      { ...bucket, S3_BUCKET: 'media/path' },
      'S3_BUCKET must be the name of a bucket, without gs:// or s3:// and without a path',
    ],
  ])('%j is explained in one sentence', (env, sentence) => {
    expect(mistakesOf(env)).toEqual([sentence]);
  });

  test.each(['@', '/', '?', '#', ':/', '1#', '1?', '1/'])(
    'a password with %s in DATABASE_URL must be percent-encoded',
    (part) => {
      const given = (password: string) => ({
        DATABASE_URL: `postgres://quoin:${password}@db.example.com/quoin?sslmode=require`,
        JWT_SECRET: secret,
      });
      const isReadable = part === '@';
      const expected = isReadable
        ? []
        : [expect.stringMatching(/^DATABASE_URL cannot be read: .*percent-encode/)];
      expect(mistakesOf(given(`pass${part}word`))).toEqual(expected);
      expect(mistakesOf(given(part))).toEqual(expected);
      expect(mistakesOf(given(encodeURIComponent(`pass${part}word`)))).toEqual([]);
    },
  );

  test('the parameter of another program in DATABASE_URL is explained', () => {
    const env = { DATABASE_URL: 'postgres://db.example.com/quoin?schema=cms', JWT_SECRET: secret };
    expect(mistakesOf(env)).toEqual([
      expect.stringMatching(/^DATABASE_URL has the parameter schema, .*search_path/),
    ]);
  });

  test('addresses with a socket, or with an @ in a parameter, are read', () => {
    for (const url of [
      'postgres://quoin@/quoin?host=/var/run',
      'postgres://db/quoin?application_name=a@b',
    ]) {
      expect(mistakesOf({ DATABASE_URL: url, JWT_SECRET: secret })).toEqual([]);
    }
  });

  test('are all reported at once', () => {
    const mistakes = mistakesOf({
      PORT: 'http',
      TRUST_PROXY: '-1',
      LOG_LEVEL: 'loud',
      LOG_FORMAT: 'xml',
    });
    expect(mistakes).toHaveLength(4);
    expect(mistakes.at(-1)).toMatch(/^LOG_FORMAT must be .*: json, pretty$/);
    for (const name of ['PORT', 'TRUST_PROXY', 'LOG_LEVEL', 'LOG_FORMAT']) {
      expect(mistakes.some((mistake) => mistake.startsWith(name))).toBe(true);
    }
  });

  test('of all kinds are reported together, each one once', () => {
    const mistakes = mistakesOf({
      PORT: '99999',
      WORKERS: 'many',
      PUBLIC_URL: 'cms.example.com',
      CORS_ORIGINS: '*',
      NODE_ENV: 'production',
    });
    expect(mistakes.map((mistake) => mistake.split(/[ :]/)[0])).toEqual([
      'PORT',
      'WORKERS',
      'PUBLIC_URL',
      'CORS_ORIGINS',
      'JWT_SECRET',
    ]);
  });

  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['a port that is too large', { PORT: '65536' }, 'PORT'],
    ['a port that is not an integer', { PORT: '80.5' }, 'PORT'],
    ['a port that is blank', { PORT: ' ' }, 'PORT'],
    ['a port in another notation', { PORT: '0x2398' }, 'PORT'],
    ['a public URL with a path', { PUBLIC_URL: 'https://a.example/cms' }, 'PUBLIC_URL'],
    ['a public URL without a protocol', { PUBLIC_URL: 'a.example' }, 'PUBLIC_URL'],
    ['port 0 without a public URL', { PORT: '0' }, 'PUBLIC_URL'],
    [
      'a media base URL with another protocol',
      { MEDIA_BASE_URL: 'ftp://a.example' },
      'MEDIA_BASE_URL',
    ],
    [
      'a media base URL with a query',
      { MEDIA_BASE_URL: 'https://a.example/m?v=1' },
      'MEDIA_BASE_URL',
    ],
    [
      'a media base URL with a bare ?',
      { MEDIA_BASE_URL: 'https://a.example/m?' },
      'MEDIA_BASE_URL',
    ],
    [
      'a media base URL with a fragment',
      { MEDIA_BASE_URL: 'https://a.example/#m' },
      'MEDIA_BASE_URL',
    ],
    [
      'an unknown kind of database',
      { DATABASE_URL: 'mysql://a', JWT_SECRET: secret },
      'DATABASE_URL',
    ],
    [
      'a database URL without a host',
      { DATABASE_URL: 'postgres', JWT_SECRET: secret },
      'DATABASE_URL',
    ],
    [
      'an unknown sslmode',
      { DATABASE_URL: 'postgres://a/b?sslmode=foo', JWT_SECRET: secret },
      'DATABASE_URL',
    ],
    ['a Redis database that is not a number', { REDIS_URL: 'redis://a:6379/abc' }, 'REDIS_URL'],
    ['an unknown kind of cache', { REDIS_URL: 'memcached://a' }, 'REDIS_URL'],
    ['a prefix with a space', { REDIS_URL: 'redis://a?prefix=a%20b' }, 'REDIS_URL'],
    ['an empty prefix', { REDIS_URL: 'redis://a?prefix=' }, 'REDIS_URL'],
    ['an endpoint with a path', { GCS_BUCKET: 'a', GCS_ENDPOINT: 'http://a/b' }, 'GCS_ENDPOINT'],
    ['an endpoint without a bucket', { GCS_ENDPOINT: 'http://a' }, 'GCS_ENDPOINT'],
    ['two buckets', { GCS_BUCKET: 'a', S3_BUCKET: 'a', S3_REGION: 'b' }, 'GCS_BUCKET'],
    ['an S3 server with a path', { S3_BUCKET: 'a', S3_ENDPOINT: 'http://a/b' }, 'S3_ENDPOINT'],
    ['an S3 server without a bucket', { S3_ENDPOINT: 'http://a' }, 'S3_ENDPOINT'],
    ['a region without a bucket', { S3_REGION: 'a' }, 'S3_REGION'],
    ['an addressing without a bucket', { S3_ADDRESSING: 'path' }, 'S3_ADDRESSING'],
    ['an unknown addressing', { ...bucket, S3_ADDRESSING: 'dns' }, 'S3_ADDRESSING'],
    ['a bucket at Amazon without a region', { S3_BUCKET: 'a' }, 'S3_REGION'],
    ['a key without its secret', { ...bucket, AWS_ACCESS_KEY_ID: 'a' }, 'AWS_ACCESS_KEY_ID'],
    ['a secret without its key', { ...bucket, AWS_SECRET_ACCESS_KEY: 'a' }, 'AWS_ACCESS_KEY_ID'],
    ['a token without a key', { ...bucket, AWS_SESSION_TOKEN: 'a' }, 'AWS_SESSION_TOKEN'],
    ['an origin with a path', { CORS_ORIGINS: 'https://a.example/' }, 'CORS_ORIGINS'],
    ['a wildcard as origin', { CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
    ['the origin null', { CORS_ORIGINS: 'null' }, 'CORS_ORIGINS'],
    ['a host with a scheme', { ALLOWED_HOSTS: 'a.example,https://b.example' }, 'ALLOWED_HOSTS'],
    ['a host with a port', { ALLOWED_HOSTS: 'a.example:80' }, 'ALLOWED_HOSTS'],
    ['a host with a path', { ALLOWED_HOSTS: 'a.example/b' }, 'ALLOWED_HOSTS'],
    ['any host', { ALLOWED_HOSTS: '*' }, 'ALLOWED_HOSTS'],
    ['an uncertain switch', { CACHE_TAGS: 'yes' }, 'CACHE_TAGS'],
    ['any header', { CORS_ALLOW_HEADERS: '*' }, 'CORS_ALLOW_HEADERS'],
    ['the CSRF header', { CORS_ALLOW_HEADERS: 'Prefer,X-CSRF-Token' }, 'CORS_ALLOW_HEADERS'],
    [
      'two headers without a comma',
      { CORS_ALLOW_HEADERS: 'Prefer If-Match' },
      'CORS_ALLOW_HEADERS',
    ],
    ['a short secret', { JWT_SECRET: 'x'.repeat(31) }, 'JWT_SECRET'],
    ['too many workers', { WORKERS: '65' }, 'WORKERS'],
    ['no worker', { WORKERS: '0' }, 'WORKERS'],
    ['no secret in production', { NODE_ENV: 'production' }, 'JWT_SECRET'],
    ['no secret with a database', { DATABASE_URL: 'postgres://a/b' }, 'JWT_SECRET'],
  ];
  for (const [name, env, variable] of cases) {
    test(`${name} is a mistake in ${variable}`, () => {
      expect(mistakesOf(env).map((mistake) => mistake.split(/[ :]/)[0])).toEqual([variable]);
    });
  }

  test('a database URL may name a Unix socket', () => {
    const socket = 'postgres://quoin@/quoin?host=/var/run/postgresql';
    const config = readConfig({ DATABASE_URL: socket, JWT_SECRET: secret });
    expect(config.databaseUrl).toBe(socket);
  });

  test('the minimum length of a secret is in bytes', () => {
    expect(mistakesOf({ JWT_SECRET: 'ü'.repeat(16) })).toEqual([]);
  });
});

describe('a secret in a file', () => {
  const fileOf = async (text: string) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder[Symbol.asyncDispose]());
    const path = join(folder.path, 'secret');
    await writeFile(path, text);
    return path;
  };

  test.each([
    ['DATABASE_URL', 'postgres://a:b@c/d', 'databaseUrl'],
    ['REDIS_URL', 'redis://a:b@c/1', 'redis'],
    ['JWT_SECRET', secret, 'jwtSecrets'],
    ['LEGACY_PASSWORD_SALT', 'salt', 'legacyPasswordSalt'],
    ['AWS_ACCESS_KEY_ID', 'key', 's3'],
    ['AWS_SECRET_ACCESS_KEY', 'hidden', 's3'],
    ['AWS_SESSION_TOKEN', 'token', 's3'],
  ] as const)('%s is read from it without its last newline', async (name, value, member) => {
    const others = {
      ...bucket,
      JWT_SECRET: secret,
      AWS_ACCESS_KEY_ID: 'k',
      AWS_SECRET_ACCESS_KEY: 's',
    };
    const expected = readConfig({ ...others, [name]: value });
    for (const end of ['', '\n', '\r\n']) {
      const path = await fileOf(value + end);
      const config = readConfig({ ...others, [name]: '', [`${name}_FILE`]: path });
      expect(config[member]).toEqual(expected[member]);
    }
  });

  test('is not used if the variable is set, too, cannot be read, or is empty', async () => {
    const path = await fileOf(secret);
    expect(mistakesOf({ JWT_SECRET: secret, JWT_SECRET_FILE: path })).toEqual([
      'JWT_SECRET and JWT_SECRET_FILE must not both be set',
    ]);
    expect(mistakesOf({ JWT_SECRET_FILE: `${path}-absent`, REDIS_URL_FILE: '/' })).toEqual([
      'REDIS_URL_FILE must name a file that this account can read (EISDIR)',
      'JWT_SECRET_FILE must name a file that this account can read (ENOENT)',
    ]);
    expect(mistakesOf({ JWT_SECRET_FILE: await fileOf('\n') })).toEqual([
      'JWT_SECRET_FILE must name a file that is not empty',
    ]);
  });

  test('can be the password of a command', async () => {
    const path = await fileOf('a good password\n');
    expect(readPasswordVariable({ QUOIN_PASSWORD_FILE: path })).toBe('a good password');
    expect(() => readPasswordVariable({ QUOIN_PASSWORD_FILE: '/absent' })).toThrow(/ENOENT/);
  });

  test('can be the secret from which a command makes codes', async () => {
    const path = await fileOf('gezd gnbv-gy3t qojq==\n');
    expect(readTotpSecretVariable({ QUOIN_TOTP_SECRET_FILE: path })).toBe('GEZDGNBVGY3TQOJQ');
    expect(readTotpSecretVariable({ QUOIN_TOTP_SECRET: '' })).toBeUndefined();
    expect(readTotpSecretVariable({})).toBeUndefined();
    for (const QUOIN_TOTP_SECRET of ['GEZDGNBVGY3TQOJ', 'GEZDGNBVGY3TQOJ1', 'otpauth://totp/x']) {
      expect(() => readTotpSecretVariable({ QUOIN_TOTP_SECRET })).toThrow(
        'QUOIN_TOTP_SECRET must be the secret in base32 that was shown',
      );
    }
  });
});

test('JWT_SECRET can have several lines, and each must be a good secret', () => {
  const other = 'y'.repeat(32);
  const several = (text: string) => readConfig({ JWT_SECRET: text }).jwtSecrets;
  expect(several(`${secret}\n${other}\n`)).toEqual([secret, other]);
  expect(several(`${secret}\r\n${other}`)).toEqual([secret, other]);
  for (const text of [`${secret}\nshort`, `${secret}\n\n${other}`, `\n${secret}`])
    expect(mistakesOf({ JWT_SECRET: text })).toEqual([
      'JWT_SECRET must have at least 32 bytes in each line',
    ]);
});

describe('mail', () => {
  const from = 'cms@example.com';
  const smtpOf = (SMTP_URL: string, MAIL_FROM = from) => readConfig({ SMTP_URL, MAIL_FROM }).smtp;

  test('has a server and a sender', () => {
    expect(smtpOf('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      isSecure: false,
      credentials: undefined,
      from: { name: '', address: from },
    });
    expect(smtpOf('smtps://c%40ms:p%2Fw@[::1]/', 'Example Inc. <cms@example.com>')).toEqual({
      host: '::1',
      port: 465,
      isSecure: true,
      credentials: { user: 'c@ms', password: 'p/w' },
      from: { name: 'Example Inc.', address: from },
    });
    expect(smtpOf('smtp://mail.example.com:2525')?.port).toBe(2525);
  });

  test.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://user@mail.example.com',
    'smtp://user:topsecret@mail.example.com/path',
    'smtp://user:topsecret@mail.example.com?tls=no',
    'smtp://user:topsecret%@mail.example.com',
    'smtp://user:topsecret@mail.example.com:0',
  ])('%s is no server, and the sentence does not repeat it', (url) => {
    const mistakes = mistakesOf({ SMTP_URL: url, MAIL_FROM: from });
    expect(mistakes).toEqual([expect.stringMatching(/^SMTP_URL must be an address such as /)]);
    expect(mistakes.join()).not.toContain('topsecret');
  });

  test.each(['nobody', 'a b@example.com', 'Ada <ada>', 'Ada\r\nBcc: x <a@example.com>', '<a@b.c>'])(
    '%s is no sender',
    (sender) => {
      expect(mistakesOf({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: sender })).toEqual([
        expect.stringMatching(/^MAIL_FROM must be an e-mail address/),
      ]);
    },
  );

  test('needs both variables', () => {
    const mistake = 'SMTP_URL and MAIL_FROM must both be set, or neither';
    expect(mistakesOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([mistake]);
    expect(mistakesOf({ MAIL_FROM: from })).toEqual([mistake]);
  });
});
