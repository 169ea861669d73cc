import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import type { Health, HealthProbe, Ports } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { manualTimer } from '../support/core/manual-timer.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

type Dependency = keyof Health['checks'];
const dependencies: readonly Dependency[] = ['database', 'keyValue', 'storage'];

const up: HealthProbe = { ping: async () => undefined };
const down: HealthProbe = { ping: () => Promise.reject(new Error('unreachable')) };
const silent: HealthProbe = { ping: () => Promise.withResolvers<void>().promise };

/** Ports of which some dependencies have this probe, and all others are up. */
const portsWith = (
  probe: HealthProbe,
  ...which: readonly Dependency[]
): Pick<Ports, 'store' | 'probes'> => ({
  store: altered(new MemoryStore(), { health: which.includes('database') ? probe : up }),
  probes: {
    keyValue: which.includes('keyValue') ? probe : up,
    storage: which.includes('storage') ? probe : up,
  },
});

describe('the service is', () => {
  const cases: readonly (readonly [string, readonly Dependency[]])[] = [
    ['healthy', []],
    ['degraded', ['keyValue']],
    ['degraded', ['storage']],
    ['degraded', ['keyValue', 'storage']],
    ['unhealthy', ['database']],
    ['unhealthy', ['database', 'keyValue', 'storage']],
  ];
  for (const [status, unreachable] of cases) {
    test(`${status} with unreachable dependencies: ${unreachable.join(', ') || 'none'}`, async () => {
      const { cms, clock } = await memoryCms({ ports: portsWith(down, ...unreachable) });
      const health = await cms.system.checkHealth();
      expect(health).toMatchObject({ status, checkedAt: clock.now() });
      for (const dependency of dependencies) {
        const expected = unreachable.includes(dependency) ? 'unhealthy' : 'healthy';
        expect(health.checks[dependency].status, dependency).toBe(expected);
      }
    });
  }
});

test('a store that answers but rejects writes makes the service degraded', async () => {
  const readOnly: HealthProbe = { ping: async () => 'read-only' };
  const { cms } = await memoryCms({ ports: portsWith(readOnly, 'database') });
  const { status, checks } = await cms.system.checkHealth();
  expect([status, checks.database.status]).toEqual(['degraded', 'degraded']);
});

test('a dependency that does not answer within two seconds is down', async () => {
  const timer = manualTimer();
  const ports = { ...portsWith(silent, 'keyValue'), timer };
  const { cms, clock } = await memoryCms({ ports });
  const check = cms.system.checkHealth();
  while (timer.waits().length !== 1) await Promise.resolve();
  expect(timer.waits()).toEqual([2_000]);
  clock.advance(2_000);
  timer.expire();
  const { status, checks } = await check;
  expect(status).toBe('degraded');
  expect(checks.keyValue).toEqual({ status: 'unhealthy', latencyMs: 2_000 });
  expect(checks.database.status).toBe('healthy');
});

/** Probes that count their calls and advance the clock. */
const countedWorld = async () => {
  let pings = 0;
  let takesMs = 0;
  const probe: HealthProbe = {
    ping: async () => {
      pings += 1;
      clock.advance(takesMs);
    },
  };
  const { cms, clock } = await memoryCms({ ports: portsWith(probe, 'database') });
  const take = (ms: number): void => {
    takesMs = ms;
  };
  return { check: cms.system.checkHealth, clock, take, pings: () => pings };
};

test('the dependencies are checked at most once a second (GHSA-6q22-g298-grjh)', async () => {
  const { check, clock, pings } = await countedWorld();
  const answers = await Promise.all(Array.from({ length: 100 }, () => check()));
  expect(new Set(answers).size).toBe(1);
  clock.advance(999);
  expect(await check()).toBe(answers[0]);
  expect(pings()).toBe(1);
  clock.advance(1);
  await Promise.all(Array.from({ length: 100 }, () => check()));
  expect(pings()).toBe(2);
});

test('a result is not reused after the clock was set back', async () => {
  const { check, clock, take, pings } = await countedWorld();
  await check();
  clock.advance(-3_600_000);
  const { checkedAt } = await check();
  expect([checkedAt, pings()]).toEqual([clock.now(), 2]);
  clock.advance(5_000);
  take(-60_000);
  expect((await check()).checks.database.latencyMs).toBe(0);
});

test('the latency of a dependency is reported in milliseconds', async () => {
  const { check, take } = await countedWorld();
  take(12);
  expect((await check()).checks.database).toEqual({ status: 'healthy', latencyMs: 12 });
});

test('after a recovery, the next check is healthy', async () => {
  let isDown = true;
  const probe = { ping: () => (isDown ? down.ping() : up.ping()) };
  const { cms, clock } = await memoryCms({ ports: portsWith(probe, 'database') });
  expect((await cms.system.checkHealth()).status).toBe('unhealthy');
  isDown = false;
  expect((await cms.system.checkHealth()).status).toBe('unhealthy');
  clock.advance(1_000);
  expect((await cms.system.checkHealth()).status).toBe('healthy');
});
