import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { second } from '../../core/index.ts';
import { localhostCertificate, localhostKey } from '../support/localhost-certificate.ts';
import { startOddRedis } from '../support/odd-redis.ts';
import { openReadyRedis, openRedis, untilItAnswers, withRedis } from '../support/redis-tests.ts';
import { unavailableFrom } from '../support/unavailable.ts';

const minute = 60 * second;
const pong = '+PONG\r\n';

/** Keeps this process from doing anything else. */
const block = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

await withRedis((url) => {
  test('a process that was busy for longer than the deadline takes the answer that waits', async () => {
    const { cache } = await openReadyRedis({ url });
    await cache.set('key', 'value', minute);
    const before = cache.get('key');
    block(400);
    expect((await before)?.value).toBe('value');
    const sent = cache.get('key');
    // Sent by now, and not answered before the process is busy.
    await nextTurn();
    block(400);
    expect((await sent)?.value).toBe('value');
  });

  test('TLS is spoken where the URL says so, and nobody is trusted for nothing', async () => {
    const { hostname, port } = new URL(url);
    const server = createServer({ key: localhostKey, cert: localhostCertificate }, (secure) => {
      const plain = connect(Number(port), hostname);
      for (const socket of [secure, plain]) socket.on('error', () => socket.destroy());
      secure.pipe(plain).pipe(secure);
    }).listen(0, '127.0.0.1');
    server.on('tlsClientError', () => undefined);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = `rediss://localhost:${(server.address() as AddressInfo).port}`;

    const { cache } = openRedis({ url: address });
    await vi.waitFor(async () => {
      const { cause } = await unavailableFrom(cache.get('key'));
      expect(String(cause)).toMatch(/SELF_SIGNED_CERT/);
    }, 5 * second);

    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, localhostCertificate]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const secure = await openReadyRedis({ url: address, deadlineMs: 2 * second });
    await secure.cache.set('key', 'over TLS', minute);
    expect((await secure.cache.get('key'))?.value).toBe('over TLS');
  });
});

test('a Redis that is still loading is away until it has loaded', async () => {
  const server = await startOddRedis('-LOADING Redis is loading the dataset in memory\r\n');
  const { probe } = openRedis(server);
  await vi.waitFor(async () => {
    expect(String((await unavailableFrom(probe.ping())).cause)).toContain('LOADING');
  }, 5 * second);
  server.answerWith(pong);
  await untilItAnswers(probe);
});

test('an error that is answered is told, and leaves the connection as it is', async () => {
  const server = await startOddRedis(pong);
  const { cache, probe } = await openReadyRedis(server);
  server.answerWith("-NOPERM User somebody has no permissions to run the 'get' command\r\n");
  for (const call of [() => cache.get('key'), () => probe.ping()]) {
    const { cause } = await unavailableFrom(call());
    expect(String(cause)).toBe('Error: Redis cannot be used: NOPERM');
  }
  server.answerWith(pong);
  await probe.ping();
  expect(server.connections()).toBe(1);
});

test('a server that does not speak the language of Redis is away', async () => {
  const server = await startOddRedis('HTTP/1.1 400 Bad Request\r\n\r\n');
  const { probe } = openRedis(server);
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(2), 5 * second);
  await unavailableFrom(probe.ping());
});

test('after an answer that is late no call is sent until there is a sign of life', async () => {
  const server = await startOddRedis(pong);
  const { cache, probe } = await openReadyRedis(server);
  server.answerWith(undefined);
  await unavailableFrom(cache.get('key'));
  const calls = () => server.received().match(/EVAL|PTTL|SETEX|DEL\r/g)?.length;
  const before = calls();
  for (let n = 0; n < 1_000; n += 1) await unavailableFrom(cache.increment('n', minute));
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(1), 5 * second);
  await unavailableFrom(cache.set('key', 'value', minute));
  expect(calls()).toBe(before);
  expect(server.open()).toBeLessThanOrEqual(1);
  server.answerWith(pong);
  await untilItAnswers(probe);
});

test('a read is one round trip, the lifetime before the value', async () => {
  const server = await startOddRedis(pong);
  const { cache } = await openReadyRedis(server);
  server.answerWith(undefined);
  await unavailableFrom(cache.get('key'));
  expect(server.received()).toMatch(/PTTL\r[^*]*\*4\r\n\$8\r\nGETRANGE\r/);
});

test('a server is sent nothing until it has answered a PING', async () => {
  const server = await startOddRedis(undefined);
  server.answerWith(pong, 'PING');
  const { cache, probe } = openRedis({ url: server.url, deadlineMs: 500 });
  await vi.waitFor(() => expect(server.received()).toContain('PING'), 5 * second);
  while (server.connections() === 1) {
    await unavailableFrom(cache.get('key'));
    await nextTurn();
  }
  expect(server.received()).not.toContain('PTTL');
  server.answerWith(pong);
  await untilItAnswers(probe);
});

test('a server that hangs up again and again is left alone in between', async () => {
  const server = await startOddRedis(pong);
  const { probe } = openRedis(server);
  const until = performance.now() + 2 * second;
  while (performance.now() < until) {
    await untilItAnswers(probe);
    server.hangUp();
    await vi.waitFor(() => unavailableFrom(probe.ping()), 5 * second);
  }
  expect(server.connections()).toBeGreaterThan(2);
  expect(server.connections()).toBeLessThan(10);
});

test('closing waits for nobody, and is final', async () => {
  const server = await startOddRedis(pong);
  const { cache, connection } = await openReadyRedis({ url: server.url, deadlineMs: minute });
  server.answerWith(undefined);
  const underWay = unavailableFrom(cache.get('key'));
  await connection.close();
  await underWay;
  await unavailableFrom(cache.get('key'));
  await connection.close();
  await vi.waitFor(() => expect(server.open()).toBe(0), 5 * second);
  expect(server.connections()).toBe(1);
});

test('closing leaves no connection behind that was under way', async () => {
  const server = await startOddRedis(pong);
  const { connection } = openRedis(server);
  await connection.close();
  await vi.waitFor(() => expect(server.connections()).toBe(1), 5 * second);
  await vi.waitFor(() => expect(server.open()).toBe(0), 5 * second);
  expect(server.received()).toBe('');
});
