import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MarkdownItReader } from '../adapters/markdown-it/markdown-it-reader.ts';
import { FileTypeMediaInspector } from '../adapters/file-type/file-type-media-inspector.ts';
import { FilesystemBlobStore } from '../adapters/filesystem/filesystem-blob-store.ts';
import { FilesystemHealthProbe } from '../adapters/filesystem/filesystem-health-probe.ts';
import { JoseTokenSigner } from '../adapters/jose/jose-token-signer.ts';
import { MemoryKeyValueCache } from '../adapters/memory/memory-key-value-cache.ts';
import { NodeCryptoDigest } from '../adapters/node-crypto/node-crypto-digest.ts';
import { portCounter } from '../adapters/prometheus/port-counts.ts';
import { Re2jsPatternCompiler } from '../adapters/re2js/re2js-pattern-compiler.ts';
import { SharpImageResizer } from '../adapters/sharp/sharp-image-resizer.ts';
import { MonotonicClock } from '../adapters/system/monotonic-clock.ts';
import { SystemClock } from '../adapters/system/system-clock.ts';
import { SystemTimer } from '../adapters/system/system-timer.ts';
import { UrlDomainNames } from '../adapters/url/url-domain-names.ts';
import { NodeWebhookSender } from '../adapters/webhooks/node-webhook-sender.ts';
import { allowedReceivers } from '../adapters/webhooks/receiver-addresses.ts';
import { WebCryptoEncryption } from '../adapters/webcrypto/web-crypto-encryption.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../adapters/webcrypto/web-crypto-generators.ts';
import { WebCryptoOneTimeCodes } from '../adapters/webcrypto/web-crypto-one-time-codes.ts';
import { WebCryptoPasswordHasher } from '../adapters/webcrypto/web-crypto-password-hasher.ts';
import { WebCryptoWebhookSigner } from '../adapters/webcrypto/web-crypto-webhook-signer.ts';
import {
  createCms,
  fixedWindowLimiter,
  type BlobStore,
  type KeyValueCache,
} from '../core/index.ts';
import type { Store } from '../core/store.ts';
import { ConfigError, type Config } from './config.ts';
import type { Get, Row, Table } from './container.ts';
import type { Extensions } from './extensions.ts';
import { assemblePorts, type Bindings } from './bindings.ts';
import { identityProviderRow, mailerRow } from './ports/optional-ports.ts';
import type { FilePorts, PortExtras } from './ports/port-factories.ts';
import { portRows, withExtras, type BasicRows } from './ports/port-rows.ts';
import type { RedisSettings } from './settings/data.ts';
import type { GcsSettings } from './settings/files.ts';
import type { S3Settings } from './settings/s3.ts';
import { derivedSecrets } from './settings/secrets.ts';
import { embeddedDatabaseFolder, inDataFolder, storedSecret } from './start/data-folder.ts';
import { commandLog, serviceLog } from './start/service-log.ts';
import { statementRunner, tracedBlobs, tracedCache } from './start/tracing.ts';
import { readVersion } from './version.ts';

export interface WiringOptions {
  readonly extensions: Extensions;
  /** True for a command that runs while the service runs. */
  readonly isCommand: boolean;
}

/** Chooses the adapter of each port, depending on the configuration and its file. */
export const wiring = (
  config: Config,
  { isCommand, extensions: { ports = {}, ...extensions } }: WiringOptions,
  basics = basicRows(config, isCommand),
  own = portRows(config, ports, basics),
): Table<Bindings> => ({
  ...basics,
  secret: async () => config.jwtSecrets ?? [await storedSecret(config.dataDir)],

  portCounter: () => portCounter(),
  // Commands have no requests to trace: a server replaces this row.
  tracing: () => ({ active: undefined }),

  ids: async (get) => new WebCryptoIdGenerator(await get('clock')),
  secrets: () => new WebCryptoSecretGenerator(),
  digest: () => new NodeCryptoDigest(),
  passwords: (get) => get('builtInPasswords'),
  builtInPasswords: () =>
    new WebCryptoPasswordHasher({
      legacySalt: config.legacyPasswordSalt,
      parallel: parallelHashes(),
    }),
  signer: async (get) => new JoseTokenSigner(await get('secret')),
  encryption: async (get) => new WebCryptoEncryption(await get('secret')),

  markdown: () => new MarkdownItReader(),
  mediaInspector: () => new FileTypeMediaInspector(),
  imageResizer: () => new SharpImageResizer(),
  patterns: () => new Re2jsPatternCompiler(),
  domainNames: () => new UrlDomainNames(),
  webhookSigner: () => new WebCryptoWebhookSigner(),
  oneTimeCodes: () => new WebCryptoOneTimeCodes(),
  mailer: mailerRow(config),
  identityProvider: identityProviderRow(config),

  store: config.databaseUrl === undefined ? embeddedStore(config) : storeOnServer(config),
  processCache: () => new MemoryKeyValueCache(new MonotonicClock()),

  ...own,

  // What passes through these is traced and counted, also if they are replaced.
  blobs: tracedBlobs(own.blobs ?? storage(config)),
  sharedCache: tracedCache(
    own.sharedCache ?? (config.redis === undefined ? () => undefined : redisCache(config.redis)),
  ),
  limiter: async (get) => {
    const limiter = await (own.limiter ?? windowLimiter)(get);
    return withExtras((await get('portCounter')).limiter(limiter), limiter);
  },
  webhookSender: async (get) => {
    const sender = await (own.webhookSender ?? senderTo(config))(get);
    const counted = (await get('portCounter')).sender(sender);
    return withExtras((await get('tracing')).active?.sender(counted) ?? counted, sender);
  },

  ports: assemblePorts,
  cms: async (get) =>
    createCms(await get('ports'), {
      uploadMaxBytes: config.uploadMaxBytes,
      mediaBaseUrl: config.mediaBaseUrl,
      publicUrl: config.publicUrl,
      identityRules: config.identityRules,
      passwordLogin: config.passwordLogin,
      auditLimits: config.auditLimits,
      costlyReadsMax: parallelReads(),
      version: await readVersion(),
      ...extensions,
    }),
});

const basicRows = (config: Config, isCommand: boolean): BasicRows => ({
  clock: () => new SystemClock(),
  timer: () => new SystemTimer(),
  log: () => (isCommand ? commandLog(config) : serviceLog(config)),
});

const windowLimiter = async (get: Get<Bindings>): Promise<FilePorts['limiter']> => {
  const processCache = await get('processCache');
  const cache = (await get('sharedCache')) ?? processCache;
  return fixedWindowLimiter(cache, processCache, await get('timer'));
};

const senderTo =
  ({ webhookAllowedHosts }: Config) =>
  (): FilePorts['webhookSender'] =>
    new NodeWebhookSender(allowedReceivers(webhookAllowedHosts));

/**
 * One more than the processors, so that none is idle while the main thread handles a hash. At most three of the four
 * threads of Node's pool: files and compression need the fourth.
 */
const parallelHashes = (): number => Math.min(availableParallelism() + 1, 3);

/** With few processors, a second costly read would leave none for the others. */
const parallelReads = (): number => (availableParallelism() < 4 ? 1 : 2);

type GetTimer = Get<Pick<Bindings, 'timer'>>;
type GetStoreBindings = Get<Pick<Bindings, 'timer' | 'tracing'>>;

// These adapters load slowly: each is imported when it is opened.

/** Does not connect yet. */
const storeOnServer =
  ({ databaseUrl = '', databasePoolMax }: Config) =>
  async (get: GetStoreBindings): Promise<Store> => {
    const { openPostgresStore } = await import('../adapters/postgres/open-postgres-store.ts');
    const runStatement = await statementRunner(get);
    const options = { url: databaseUrl, poolMax: databasePoolMax, runStatement };
    return openPostgresStore(options, await get('timer'));
  };

const embeddedStore =
  ({ dataDir }: Config) =>
  async (get: GetStoreBindings): Promise<Store> => {
    const timer = await get('timer');
    const runStatement = await statementRunner(get);
    const { openPgliteStore } = await import('../adapters/pglite/open-pglite-store.ts');
    const folder = embeddedDatabaseFolder(dataDir);
    return inDataFolder(dataDir, () => openPgliteStore(folder, timer, runStatement));
  };

/** Does not wait for Redis, which may be unreachable. */
export const redisCache =
  ({ prefix, ...options }: RedisSettings) =>
  async (get: Get<Pick<Bindings, 'timer' | 'secret'>>): Promise<KeyValueCache & PortExtras> => {
    const [{ RedisConnection }, { RedisKeyValueCache }] = await Promise.all([
      import('../adapters/redis/redis-connection.ts'),
      import('../adapters/redis/redis-key-value-cache.ts'),
    ]);
    const connection = new RedisConnection(options, await get('timer'));
    const sealing = derivedSecrets(await get('secret'), 'shared cache');
    return Object.assign(new RedisKeyValueCache(connection, { prefix, secret: sealing }), {
      health: connection,
      close: () => connection.close(),
    });
  };

const storage = ({ gcs, s3, dataDir }: Config): Row<Bindings, BlobStore & PortExtras> => {
  if (gcs !== undefined) return gcsBucket(gcs);
  return s3 === undefined ? fileFolder(dataDir) : s3Bucket(s3);
};

const fileFolder = (dataDir: string) => async (): Promise<BlobStore & PortExtras> => {
  const folder = join(dataDir, 'files');
  const health = new FilesystemHealthProbe(folder);
  return Object.assign(await FilesystemBlobStore.open(folder), { health });
};

/** @throws ConfigError when the key file cannot be read: Google's library reads it only later. */
export const gcsBucket =
  ({ keyFile, ...options }: GcsSettings) =>
  async (get: GetTimer): Promise<BlobStore & PortExtras> => {
    if (keyFile !== undefined) await assertReadable(keyFile);
    const [{ GcsBucket }, { GcsBlobStore }, { GcsHealthProbe }] = await Promise.all([
      import('../adapters/gcs/gcs-bucket.ts'),
      import('../adapters/gcs/gcs-blob-store.ts'),
      import('../adapters/gcs/gcs-health-probe.ts'),
    ]);
    const bucket = new GcsBucket(options, await get('timer'));
    return Object.assign(new GcsBlobStore(bucket), { health: new GcsHealthProbe(bucket) });
  };

export const s3Bucket =
  (options: S3Settings) =>
  async (get: GetTimer): Promise<BlobStore & PortExtras> => {
    const [{ S3Bucket }, { S3BlobStore }, { S3HealthProbe }] = await Promise.all([
      import('../adapters/s3/s3-bucket.ts'),
      import('../adapters/s3/s3-blob-store.ts'),
      import('../adapters/s3/s3-health-probe.ts'),
    ]);
    const bucket = new S3Bucket(options, await get('timer'));
    return Object.assign(new S3BlobStore(bucket), { health: new S3HealthProbe(bucket) });
  };

/** The error names the variable and the reason, but does not contain any text from the file. */
const assertReadable = async (keyFile: string): Promise<void> => {
  try {
    await readFile(keyFile);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new ConfigError([
      `GOOGLE_APPLICATION_CREDENTIALS must name a key file that can be read${code}`,
    ]);
  }
};
