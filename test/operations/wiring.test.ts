import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { bindTable } from '../../bootstrap/container.ts';
import type { Bindings } from '../../bootstrap/bindings.ts';
import { wiring } from '../../bootstrap/wiring.ts';
import { hour, minute } from '../../core/vocabulary.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const server = { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', JWT_SECRET: testSecret };

/** The wiring of an environment, and the names of what it binds. */
const wire = async (env: Readonly<Record<string, string>>) => {
  const folder = await ('DATABASE_URL' in env ? temporaryFolder() : dataFolder());
  const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', ...env });
  const table = wiring(config, { extensions: {}, isCommand: false });
  const bindings = bindTable<Bindings>(table);
  open.push(async () => {
    await bindings.close('store');
    await folder[Symbol.asyncDispose]();
  });
  return { ...bindings, names: Object.keys(table) as (keyof Bindings)[] };
};

/** What a service can do without. */
const unset: readonly (keyof Bindings)[] = ['sharedCache', 'mailer', 'identityProvider'];

test.each([
  ['the embedded default', {}],
  ['a database server', server],
  ['a shared cache', { ...server, REDIS_URL: 'redis://127.0.0.1:1' }],
  ['a bucket', { ...server, GCS_BUCKET: 'media', GCS_ENDPOINT: 'http://127.0.0.1:1' }],
  ['a bucket of S3', { ...server, S3_BUCKET: 'media', S3_ENDPOINT: 'http://127.0.0.1:1' }],
])('every part opens exactly once with %s', async (_, env) => {
  const { get, names } = await wire(env);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const [first, second] = await Promise.all([get(name), get(name)]);
    if (!unset.includes(name)) expect(first, name).toBeDefined();
    expect(second, name).toBe(first);
  }
});

test('without Redis, instances share no cache', async () => {
  const { get } = await wire(server);
  expect((await get('ports')).sharedCache).toBeUndefined();
});

test('a clock that is set back does not lengthen a rate limit', async () => {
  const { get } = await wire({});
  const limiter = await get('limiter');
  const limit = { attempts: 1, windowMs: minute };
  await limiter.attempt('login', limit);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hour });
  try {
    const rejection = await limiter.attempt('login', limit);
    expect(rejection?.retryAfterMs).toBeLessThanOrEqual(minute);
  } finally {
    vi.useRealTimers();
  }
});
