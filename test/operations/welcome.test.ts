import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { readConfig } from '../../bootstrap/config.ts';
import type { PortFactories } from '../../bootstrap/ports/port-factories.ts';
import { logFormatOf } from '../../bootstrap/start/service-log.ts';
import { welcome } from '../../bootstrap/start/welcome.ts';
import type { SettingValues } from '../../core/vocabulary.ts';
import { manualClock } from '../support/core/manual-clock.ts';
import { testSecret } from '../support/core/memory-cms.ts';

const standard = {
  env: {},
  publicContent: 'all' as SettingValues['publicContent'],
  hasUsers: false,
  hasColors: false,
  ports: {} as PortFactories,
};

const welcomeOf = (site: Partial<typeof standard> = {}): string => {
  const { env, publicContent, hasUsers, hasColors, ports } = { ...standard, ...site };
  const config = readConfig({ PUBLIC_URL: 'https://cms.example.com', DATA_DIR: '/data', ...env });
  return welcome(
    config,
    { settings: { publicContent }, hasUsers, version: '1.2.3' },
    hasColors,
    ports,
  );
};

test('the welcome says where to register, to edit, to develop and to read', () => {
  expect(welcomeOf()).toBe(`
  Quoin is ready at https://cms.example.com (version 1.2.3)

  Register  https://cms.example.com/auth/login   the first account is the admin
  Edit      https://cms.example.com/admin        sign in as an editor
  Develop   https://cms.example.com/docs         the API reference
  Read      https://cms.example.com/api/content  the content as JSON
  Data      /data

  Warning: Drafts are public: everybody can read unpublished content. To change it, open /admin/settings, or set publicContent to "published" with PUT /api/settings.

  Ctrl-C stops it. Each request writes a line below.

`);
});

test('the welcome of a service with accounts and hidden drafts has neither registration nor warning', () => {
  const text = welcomeOf({ publicContent: 'published', hasUsers: true });
  expect(text).not.toMatch(/Register|Warning/);
});

test('the welcome warns of a database server without a shared cache', () => {
  const server = { DATABASE_URL: 'postgres://localhost/cms', JWT_SECRET: testSecret };
  const text = welcomeOf({ env: server });
  expect(text).toMatch(/Data +in Postgres\n/);
  expect(text).toMatch(/Warning: Without REDIS_URL.*\n\n {2}Warning: Drafts are public/);
});

test('the welcome names the store of the configuration file, and warns if nothing else is shared', () => {
  const store = (): MemoryStore => new MemoryStore();
  const text = welcomeOf({ ports: { store } });
  expect(text).toMatch(/Data +in the store of the configuration file\n/);
  expect(text).toContain('Warning: Without REDIS_URL or ports.sharedCache each instance');
  const sharedCache = () => new MemoryKeyValueCache(manualClock());
  expect(welcomeOf({ ports: { store, sharedCache } })).not.toContain('REDIS_URL');
});

test('the welcome is colored only if the terminal has colors', () => {
  expect(welcomeOf({ hasColors: true })).toContain('\u001b[33mWarning:\u001b[39m');
  expect(welcomeOf()).not.toContain('\u001b');
});

test.each([
  [{}, true, 'pretty'],
  [{}, false, 'json'],
  [{ LOG_FORMAT: 'json' }, true, 'json'],
  [{ LOG_FORMAT: 'pretty' }, false, 'pretty'],
] as const)('with %j, and a terminal: %s, the log is %s', (env, isTerminal, format) => {
  expect(logFormatOf(readConfig(env), isTerminal)).toBe(format);
});
