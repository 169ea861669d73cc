import { expect, test } from 'vitest';
import { waitForDatabase } from '../../bootstrap/start/wait-for-database.ts';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
import { DomainError, type Store } from '../../core/index.ts';
import { recordedLog } from '../support/core/recorded-log.ts';

const outage = (trouble: object): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    cause: Object.assign(new Error('user "ada", password "secret"'), trouble),
  });

/** In the form in which a server reports it. */
const fatal = (code: string): object => ({ severity: 'FATAL', code });
const refused = { code: 'ECONNREFUSED' };

interface Failing extends Pick<Store, 'health'> {
  readonly pings: () => number;
}

/** Fails `times` times, then succeeds. */
const failing = (error: Error, times: number): Failing => {
  let pings = 0;
  const ping = async (): Promise<void> => {
    pings += 1;
    if (pings <= times) throw error;
  };
  return { health: { ping }, pings: () => pings };
};

const { signal } = new AbortController();

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('nothing is logged for a reachable database', async () => {
  const log = recordedLog();
  await waitForDatabase(failing(outage(refused), 0), { log, signal });
  expect(log.entries).toEqual([]);
});

test('retries until the server is reachable', async () => {
  const log = recordedLog();
  const store = failing(outage(fatal('57P03')), 2);
  await waitForDatabase(store, { log, signal });
  expect(store.pings()).toBe(3);
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The database is not reachable yet; waiting'],
    ['info', 'The database is reachable'],
  ]);
});

test('gives up after the timeout with one sentence', async () => {
  const store = failing(outage(refused), Infinity);
  const error = await failureOf(
    waitForDatabase(store, { log: recordedLog(), signal, timeoutMs: 1_000 }),
  );
  expect(store.pings()).toBeGreaterThan(1);
  expect(explainFailure(error)).toBe(
    'The database was not reachable within 1 seconds. Check that its server runs and that DATABASE_URL is right',
  );
});

test.each([
  [fatal('28P01'), 'The server rejects the user or the password in DATABASE_URL'],
  [fatal('28000'), 'The server rejects the user or the password in DATABASE_URL'],
  [fatal('3D000'), 'The server has no database of the name in DATABASE_URL'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'The certificate of the server does not satisfy sslmode'],
  [{ message: 'The server does not support SSL connections' }, 'The server does not offer TLS'],
])('does not retry a permanent error: %j', async (trouble, sentence) => {
  const store = failing(outage(trouble), Infinity);
  const log = recordedLog();
  const explained = explainFailure(await failureOf(waitForDatabase(store, { log, signal })));
  expect(explained).toContain(sentence);
  expect(explained).not.toMatch(/ada|secret/);
  expect([store.pings(), log.entries]).toEqual([1, []]);
});

test('throws an error that is not an outage unchanged', async () => {
  const mistake = new Error('a mistake in the program');
  const store = failing(mistake, Infinity);
  expect(await failureOf(waitForDatabase(store, { log: recordedLog(), signal }))).toBe(mistake);
});

test('aborting the signal ends the wait at once', async () => {
  const stop = new AbortController();
  const store = failing(outage(refused), Infinity);
  const waiting = failureOf(
    waitForDatabase(store, { log: recordedLog(), signal: stop.signal, timeoutMs: Infinity }),
  );
  stop.abort();
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  expect(store.pings()).toBe(1);
});
