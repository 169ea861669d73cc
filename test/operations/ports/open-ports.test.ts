import { afterEach, expect, test } from 'vitest';
import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { ConfigError, readConfig } from '../../../bootstrap/config.ts';
import { explainFailure } from '../../../bootstrap/explain-failure.ts';
import type { PortContext, PortFactories } from '../../../bootstrap/ports/port-factories.ts';
import { portNames } from '../../../bootstrap/ports/port-members.ts';
import { openService, type ServiceOptions } from '../../../bootstrap/start/open-service.ts';
import { DomainError, operator, type KeyValueCache } from '../../../core/index.ts';
import { minute } from '../../../core/vocabulary.ts';
import { altered } from '../../support/core/altered.ts';
import { manualClock } from '../../support/core/manual-clock.ts';
import { manualTimer } from '../../support/core/manual-timer.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { quickPasswordHasher } from '../../support/core/quick-password-hasher.ts';
import { recordedLog } from '../../support/core/recorded-log.ts';
import { memoryMailer } from '../../support/mail/memory-mailer.ts';
import { memoryIdentityProvider } from '../../support/openid/memory-identity-provider.ts';
import { waitUntil } from '../../support/service/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const memoryCache = (): KeyValueCache => new MemoryKeyValueCache(manualClock());

const own = {
  store: () => new MemoryStore(),
  blobs: () => new MemoryBlobStore(),
  sharedCache: memoryCache,
} satisfies PortFactories;

const open = async (
  ports: PortFactories,
  options: Omit<ServiceOptions, 'holder'> = {},
  env: Readonly<Record<string, string>> = {},
) => {
  const folder = await temporaryFolder();
  closing.push(async () => folder[Symbol.asyncDispose]());
  const config = readConfig({
    DATA_DIR: folder.path,
    JWT_SECRET: testSecret,
    ...env,
  });
  const service = await openService(config, {
    holder: 'a test',
    ...options,
    ports: { log: () => recordedLog(), ...ports },
  });
  closing.unshift(service.close);
  return service;
};

const failureOf = async (...args: Parameters<typeof open>): Promise<string> =>
  open(...args).then(() => 'none', explainFailure);

const mistakesOf = async (...args: Parameters<typeof open>): Promise<readonly string[]> =>
  open(...args).then(
    () => [],
    (error: unknown) => (error instanceof ConfigError ? error.mistakes : [String(error)]),
  );

test('factories get the log, the clock and five settings, none of which is secret', async () => {
  const contexts: PortContext[] = [];
  const { get } = await open({
    ...own,
    store: (context) => {
      contexts.push(context);
      return new MemoryStore();
    },
  });
  expect(contexts).toEqual([
    {
      config: {
        dataDir: expect.any(String),
        publicUrl: 'http://localhost:8787',
        mediaBaseUrl: 'http://localhost:8787/files',
        uploadMaxBytes: 50 * 1024 * 1024,
        workers: 1,
      },
      log: await get('log'),
      clock: await get('clock'),
    },
  ]);
  expect(Object.isFrozen(contexts[0]?.config)).toBe(true);
});

test('the core uses the ports, and nothing is migrated or locked', async () => {
  const [store, blobs] = [new MemoryStore(), new MemoryBlobStore()];
  const { cms, get, config } = await open({ store: () => store, blobs: async () => blobs });
  const ports = await get('ports');
  expect([ports.store, ports.blobs]).toEqual([store, blobs]);
  expect(await store.repositories.collections.list()).toHaveLength(2);
  expect(await cms.collections.list(operator)).toHaveLength(2);
  const second = await openService(config, { holder: 'another', ports: own });
  await second.close();
});

test('limits are counted in the key-value port, which holds only sealed values', async () => {
  const cache = memoryCache();
  const { get } = await open({ ...own, sharedCache: () => cache });
  const { sharedCache, limiter } = await get('ports');
  await limiter.attempt('login', { attempts: 1, windowMs: minute });
  const other = await open({ ...own, sharedCache: () => cache });
  const attempt = (await other.get('ports')).limiter.attempt('login', {
    attempts: 1,
    windowMs: minute,
  });
  expect(await attempt).toMatchObject({ retryAfterMs: expect.any(Number) });

  await sharedCache?.set('page', 'ours', minute);
  expect(await sharedCache?.get('page')).toMatchObject({ value: 'ours' });
  await cache.set('page', 'foreign', minute);
  expect(await sharedCache?.get('page')).toBeUndefined();
});

test('every port can be replaced, and the core uses the one of the factory', async () => {
  const { get: getOriginal } = await open(own);
  const originals = {
    ...(await getOriginal('ports')),
    mailer: memoryMailer(),
    identityProvider: memoryIdentityProvider(),
  };
  const used: string[] = [];
  const noted = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, member) => {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          used.push(name);
          return value.apply(target, args);
        };
      },
    });
  const replaced = portNames.filter((name) => !(name in own));
  const factories = Object.fromEntries(
    replaced.map((name) => [name, () => noted(name, originals[name]!)]),
  ) as PortFactories;
  const { cms, get } = await open({ ...own, ...factories });
  await cms.accounts.register({
    email: 'ada@example.com',
    username: 'ada',
    password: 'correct horse',
    client: '127.0.0.1',
  });
  const ports = await get('ports');
  await ports.limiter.attempt('login', { attempts: 1, windowMs: minute });
  ports.domainNames.toAscii('example.com');
  ports.log.info('Hello');
  ports.markdown.read('*one*');
  ports.patterns.compile('a');
  ports.secrets.next(160);
  ports.webhookSender.refusalOf('https://example.com');
  ports.webhookSigner.newKey();
  ports.oneTimeCodes.newKey();
  await ports.encryption.encrypt('text');
  await ports.identityProvider?.begin({} as never);
  await ports.mailer?.send({ id: '1', to: 'ada@example.com', subject: 'A', text: 'B' });
  await ports.digest.sha256('text');
  await ports.imageResizer.isAvailable();
  await ports.mediaInspector.inspect(new Uint8Array(), 'a.txt');
  await ports.processCache.get('key');
  await ports.signer.verify('no token');
  await ports.timer.within(Promise.resolve(), 1);
  expect([...new Set(used)].toSorted()).toEqual(replaced.toSorted());
});

test('a factory of the log or of the clock gets the built-in ones', async () => {
  const contexts: Record<string, PortContext> = {};
  const clock = manualClock();
  const note =
    <Port>(name: string, port: Port) =>
    (context: PortContext): Port => {
      contexts[name] = context;
      return port;
    };
  const log = recordedLog();
  await open({
    ...own,
    store: note('store', new MemoryStore()),
    clock: note('clock', clock),
    log: note('log', log),
  });
  expect([contexts['store']?.clock, contexts['store']?.log]).toEqual([clock, log]);
  expect(contexts['clock']?.clock.now()).toBeGreaterThan(clock.now());
  expect(contexts['log']?.log).not.toBe(log);
});

test('every port is closed once, the store first', async () => {
  const closed: string[] = [];
  const closable = <T extends object>(name: string, port: T): T & { close(): Promise<void> } =>
    altered(
      port as T & { close(): Promise<void> },
      {
        close: async () => void closed.push(name),
      } as Partial<T & { close(): Promise<void> }>,
    );
  const { close } = await open({
    limiter: () => closable('limiter', { attempt: async () => undefined }),
    passwords: () => closable('passwords', quickPasswordHasher()),
    blobs: () => closable('blobs', new MemoryBlobStore()),
    sharedCache: () => closable('sharedCache', memoryCache()),
    store: () => closable('store', new MemoryStore()),
  });
  await Promise.all([close(), close()]);
  expect(closed[0]).toBe('store');
  expect(closed.toSorted()).toEqual(['blobs', 'limiter', 'passwords', 'sharedCache', 'store']);
});

test('the health check asks the probe of a port, or looks up a key', async () => {
  const unreachable = async (): Promise<never> => {
    throw new DomainError('dependency_unavailable', 'Unreachable');
  };
  const checksOf = async (ports: PortFactories) => {
    const { checks } = await (await open({ ...own, ...ports })).cms.system.checkHealth();
    return Object.entries(checks).flatMap(([name, { status }]) =>
      status === 'unhealthy' ? [name] : [],
    );
  };
  expect(await checksOf({})).toEqual([]);
  const [blobs, cache] = [new MemoryBlobStore(), memoryCache()];
  expect(
    await checksOf({
      blobs: () => Object.assign(blobs, { health: { ping: unreachable } }),
      sharedCache: () => Object.assign(cache, { health: { ping: unreachable } }),
    }),
  ).toEqual(['keyValue', 'storage']);
  expect(
    await checksOf({
      blobs: () => altered(new MemoryBlobStore(), { stat: unreachable }),
      sharedCache: () => altered(memoryCache(), { get: unreachable }),
    }),
  ).toEqual(['keyValue', 'storage']);
});

test('a factory that does not return is reported after its deadline', async () => {
  const timer = manualTimer();
  const never = Promise.withResolvers<never>().promise;
  const failure = failureOf({ store: () => never, timer: () => timer });
  await waitUntil(() => timer.waits().length > 0);
  expect(timer.waits()).toEqual([10_000]);
  timer.expire();
  expect(await failure).toBe('The factory ports.store did not return within 10 seconds');
});

test.each<readonly [string, PortFactories, string]>([
  [
    'throws an error of several lines',
    { store: () => Promise.reject(new Error('The module\nwas compiled for another Node')) },
    'ports.store failed: The module was compiled for another Node',
  ],
  [
    'throws an error without a text',
    { blobs: () => Promise.reject(new TypeError()) },
    'ports.blobs failed: TypeError',
  ],
  [
    'returns a store without a repository',
    { store: () => altered(new MemoryStore(), { repositories: {} as never }) },
    'ports.store must return a Store, but its result lacks repositories.contents, ',
  ],
  [
    'returns a probe that cannot be asked',
    { blobs: () => Object.assign(new MemoryBlobStore(), { health: {} as never }) },
    'ports.blobs must return a BlobStore, but its result lacks health.ping',
  ],
  [
    'returns a blob store instead of a cache',
    { sharedCache: () => new MemoryBlobStore() as never },
    'ports.sharedCache must return a KeyValueCache, but its result lacks set, increment',
  ],
  [
    'returns null',
    { sharedCache: () => null as never },
    'ports.sharedCache must return a KeyValueCache, but returned null',
  ],
  [
    'returns a hasher without a scheme',
    { passwords: () => altered(quickPasswordHasher(), { scheme: undefined as never }) },
    'ports.passwords must return a PasswordHasher, but its result lacks scheme',
  ],
])('a factory that %s is reported by the name of its port', async (_, ports, message) => {
  expect(await failureOf({ ...own, ...ports })).toContain(`The factory ${message}`);
});

test('a store that fails at the start is reported by the name of its port, without a stack', async () => {
  const store = altered(new MemoryStore(), {
    exclusively: async () => {
      throw new Error('exclusively is not written yet');
    },
    pendingMigrations: async () => {
      throw new Error('pendingMigrations is not written yet');
    },
  });
  expect(await failureOf({ ...own, store: () => store })).toBe(
    'The store of ports.store failed: pendingMigrations is not written yet',
  );
});

test('a start waits for a store that is not reachable yet', async () => {
  let pings = 0;
  const health = {
    ping: async () => {
      pings += 1;
      if (pings === 1) throw new DomainError('dependency_unavailable', 'Unreachable');
    },
  };
  const store = altered(new MemoryStore(), { health });
  const { signal } = new AbortController();
  await open({ ...own, store: () => store }, { waitUntil: signal });
  expect(pings).toBe(2);
});

test('a variable whose adapter is replaced is a mistake', async () => {
  const env = {
    DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    GCS_BUCKET: 'media',
  };
  expect(await mistakesOf(own, {}, env)).toEqual([
    'DATABASE_URL is set, but ports.store of the configuration file takes its place: remove one of them',
    'GCS_BUCKET is set, but ports.blobs of the configuration file takes its place: remove one of them',
    'REDIS_URL is set, but ports.sharedCache of the configuration file takes its place: remove one of them',
  ]);
  expect(await mistakesOf(own, {}, { S3_BUCKET: 'media', S3_REGION: 'eu-west-1' })).toEqual([
    'S3_BUCKET is set, but ports.blobs of the configuration file takes its place: remove one of them',
  ]);
  const smtp = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'cms@example.com' };
  expect(await mistakesOf({ ...own, mailer: memoryMailer }, {}, smtp)).toEqual([
    'SMTP_URL is set, but ports.mailer of the configuration file takes its place: remove one of them',
  ]);
  const oidc = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  const identityProvider = memoryIdentityProvider;
  expect(await mistakesOf({ ...own, identityProvider }, {}, oidc)).toEqual([
    'OIDC_ISSUER is set, but ports.identityProvider of the configuration file takes its place: remove one of them',
  ]);
  const passwords = { PASSWORD_LOGIN: 'admins' };
  expect(await mistakesOf(own, {}, passwords)).toEqual([
    'PASSWORD_LOGIN must be all without OIDC_ISSUER or ports.identityProvider: there is no other way to sign in',
  ]);
});

test('several workers need a store and a key-value store that they share', async () => {
  const WORKERS = '2';
  const noStore =
    'WORKERS must be 1 without DATABASE_URL or ports.store: only one process can open the embedded database';
  const noCache =
    'WORKERS must be 1 without REDIS_URL or ports.sharedCache: workers share their cache and their rate limits there';
  expect(await mistakesOf({}, {}, { WORKERS })).toEqual([noStore, noCache]);
  expect(await mistakesOf({ store: own.store }, {}, { WORKERS })).toEqual([noCache]);
  const REDIS_URL = 'redis://127.0.0.1:1';
  expect(await mistakesOf({}, {}, { WORKERS, REDIS_URL })).toEqual([noStore]);
  const DATABASE_URL = 'postgres://postgres@127.0.0.1:1/none';
  expect(await mistakesOf({}, {}, { WORKERS, DATABASE_URL })).toEqual([noCache]);
  expect(await mistakesOf(own, {}, { WORKERS })).toEqual([]);
});
