import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { DomainError, type HealthProbe, type Ports } from '../../core/index.ts';
import { second, type Health } from '../../core/vocabulary.ts';
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
  expect(checks.keyValue).toEqual({
    status: 'unhealthy',
    latencyMs: 2_000,
    reason: 'No answer within 2 seconds',
  });
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
  expect(answers.every(({ status }) => status === 'healthy')).toBe(true);
  clock.advance(999);
  expect((await check()).checks).toEqual(answers[0]?.checks);
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

const outage = (reason: string) =>
  new DomainError('dependency_unavailable', 'Away', {
    cause: new AggregateError([new Error(reason)], ''),
  });

/** A service whose dependency has this probe, and what its log says after each check. */
const watchedWorld = async (dependency: Dependency) => {
  let ping: HealthProbe['ping'] = async () => undefined;
  const probe: HealthProbe = { ping: () => ping() };
  const { cms, clock, log } = await memoryCms({ ports: portsWith(probe, dependency) });
  const linesAfter = async (next: HealthProbe['ping'], seconds: number) => {
    ping = next;
    clock.advance(seconds * second);
    const before = log.entries.length;
    await cms.system.watchDependencies();
    return log.entries
      .slice(before)
      .map(({ level, message, fields, cause }) => ({ level, message, fields, cause }));
  };
  return { cms, linesAfter };
};

test.each([
  ['database', 'The database is unreachable', 'The database is reachable again'],
  [
    'keyValue',
    'The shared cache is unreachable; continuing without it',
    'The shared cache is reachable again',
  ],
  ['storage', 'Files cannot be stored or read', 'Files can be stored and read again'],
] as const)(
  'the log says once that the %s is lost, with the reason, and once after how long it is back',
  async (dependency, lost, back) => {
    const { cms, linesAfter } = await watchedWorld(dependency);
    const cause = outage('connect ECONNREFUSED');
    const refuse = () => Promise.reject(cause);
    // The first check reports, too: a service can start without its dependencies.
    expect(await linesAfter(refuse, 0)).toEqual([
      { level: 'warn', message: lost, fields: {}, cause },
    ]);
    expect(cms.system.latestChecks()[dependency]).toMatchObject({
      status: 'unhealthy',
      reason: 'connect ECONNREFUSED',
    });
    expect(await linesAfter(refuse, 20)).toEqual([]);
    expect(await linesAfter(async () => undefined, 22)).toEqual([
      { level: 'info', message: back, fields: { seconds: 42 }, cause: undefined },
    ]);
    expect(await linesAfter(async () => undefined, 20)).toEqual([]);
    expect(await linesAfter(refuse, 20)).toHaveLength(1);
  },
);

test('a database that comes back as a standby is reported until it accepts writes', async () => {
  const { linesAfter } = await watchedWorld('database');
  const messages = async (next: HealthProbe['ping']) =>
    (await linesAfter(next, 5)).map(({ message }) => message);
  expect(await messages(() => Promise.reject(outage('gone')))).toEqual([
    'The database is unreachable',
  ]);
  expect(await messages(async () => 'read-only')).toEqual(['The database rejects writes']);
  expect(await messages(async () => undefined)).toEqual(['The database is reachable again']);
});

test('a check that is slower than the interval is not repeated meanwhile', async () => {
  let pings = 0;
  const answer = Promise.withResolvers<void>();
  const probe = { ping: async () => ((pings += 1), answer.promise) };
  const { cms, clock } = await memoryCms({ ports: portsWith(probe, 'storage') });
  const first = cms.system.watchDependencies();
  clock.advance(20 * second);
  const next = cms.system.watchDependencies();
  answer.resolve();
  await Promise.all([first, next]);
  expect(pings).toBe(1);
});

test.each([
  [3_600, 'The clock of this instance is 3600 seconds ahead of that of the database'],
  [-30, 'The clock of this instance is 30 seconds behind that of the database'],
  [4, undefined],
])('a clock that is %i seconds off is reported', async (seconds, reason) => {
  let aheadMs = seconds * second;
  const time = async () => clock.now() - aheadMs;
  const store = altered(new MemoryStore(), { health: { ...up, time } });
  const { cms, clock, log } = await memoryCms({ ports: { store, probes: portsWith(up).probes } });
  await cms.system.watchDependencies();
  const { status, checks } = await cms.system.checkHealth();
  expect([status, checks.database.reason]).toEqual(['healthy', reason]);
  const warnings = log.entries.filter(({ message }) => message.includes('clock'));
  expect(warnings.map(({ fields }) => fields)).toEqual(reason === undefined ? [] : [{ seconds }]);
  aheadMs = 0;
  clock.advance(60 * second);
  await cms.system.watchDependencies();
  expect((await cms.system.checkHealth()).checks.database.reason).toBeUndefined();
});

test('the time that the database takes to tell its time is no difference of clocks', async () => {
  const time = async () => {
    clock.advance(10 * second);
    const told = clock.now();
    clock.advance(10 * second);
    return told;
  };
  const store = altered(new MemoryStore(), { health: { ...up, time } });
  const { cms, clock, log } = await memoryCms({ ports: { store, probes: portsWith(up).probes } });
  await cms.system.watchDependencies();
  expect(log.entries).toEqual([]);
});
