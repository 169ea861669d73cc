import { expect, test } from 'vitest';
import { awaitDatabase } from '../../bootstrap/await-database.ts';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
import { DomainError, type HealthProbe } from '../../core/index.ts';
import { recordedLog } from '../support/recorded-log.ts';

const outage = (trouble: object): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    cause: Object.assign(new Error('user "ada", password "secret"'), trouble),
  });

/** As a server reports it. */
const fatal = (code: string): object => ({ severity: 'FATAL', code });
const unheard = { code: 'ECONNREFUSED' };

/** Fails so many times, then answers. */
const failing = (error: Error, times: number): HealthProbe & { readonly asked: () => number } => {
  let asked = 0;
  return {
    asked: () => asked,
    ping: async () => {
      asked += 1;
      if (asked <= times) throw error;
    },
  };
};

const { signal } = new AbortController();

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a database that answers is not waited for, and nothing is logged', async () => {
  const log = recordedLog();
  await awaitDatabase(failing(outage(unheard), 0), { log, signal });
  expect(log.entries).toEqual([]);
});

test('a server that does not answer yet is asked again until it does', async () => {
  const log = recordedLog();
  const probe = failing(outage(fatal('57P03')), 2);
  await awaitDatabase(probe, { log, signal });
  expect(probe.asked()).toBe(3);
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The database does not answer yet and is waited for'],
    ['info', 'The database answers'],
  ]);
});

test('a server that never answers is given up with a sentence', async () => {
  const probe = failing(outage(unheard), Infinity);
  const error = await failureOf(
    awaitDatabase(probe, { log: recordedLog(), signal, patienceMs: 1_000 }),
  );
  expect(probe.asked()).toBeGreaterThan(1);
  expect(explainFailure(error)).toBe(
    'The database did not answer within 1 seconds. Check that its server runs, and that DATABASE_URL leads to it',
  );
});

test.each([
  [fatal('28P01'), 'The server refuses the user or the password in DATABASE_URL'],
  [fatal('28000'), 'The server refuses the user or the password in DATABASE_URL'],
  [fatal('3D000'), 'The server has no database of the name in DATABASE_URL'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'The certificate of the server is not one that sslmode'],
  [{ message: 'The server does not support SSL connections' }, 'The server does not offer TLS'],
])('what waiting does not change is not waited for: %j', async (trouble, sentence) => {
  const probe = failing(outage(trouble), Infinity);
  const log = recordedLog();
  const told = explainFailure(await failureOf(awaitDatabase(probe, { log, signal })));
  expect(told).toContain(sentence);
  expect(told).not.toMatch(/ada|secret/);
  expect([probe.asked(), log.entries]).toEqual([1, []]);
});

test('what is no outage is told as it is', async () => {
  const mistake = new Error('a mistake in the program');
  const probe = failing(mistake, Infinity);
  expect(await failureOf(awaitDatabase(probe, { log: recordedLog(), signal }))).toBe(mistake);
});

test('a wait that is ended ends at once', async () => {
  const stop = new AbortController();
  const probe = failing(outage(unheard), Infinity);
  const waiting = failureOf(
    awaitDatabase(probe, { log: recordedLog(), signal: stop.signal, patienceMs: Infinity }),
  );
  stop.abort();
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  expect(probe.asked()).toBe(1);
});
