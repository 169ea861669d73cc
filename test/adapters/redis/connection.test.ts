import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { second } from '../../../core/vocabulary.ts';
import { localhostCertificate, localhostKey } from '../../support/localhost-certificate.ts';
import { startFakeRedis } from '../../support/redis/fake-redis.ts';
import {
  expectUnavailable,
  openDirectly,
  openReadyRedis,
  openRedis,
  startOwnRedis,
  waitUntilReachable,
  withRedis,
  withRedisServers,
} from '../../support/redis/redis-tests.ts';

const minute = 60 * second;
const pong = '+PONG\r\n';

/** Blocks this process. */
const block = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

await withRedis((url) => {
  test('an answer that arrived while the process was busy is accepted after the timeout', async () => {
    const { cache } = await openReadyRedis({ url });
    await cache.set('key', 'value', minute);
    const before = cache.get('key');
    block(400);
    expect((await before)?.value).toBe('value');
    const sent = cache.get('key');
    // The command is sent now; its answer arrives while the process is busy.
    await nextTurn();
    block(400);
    expect((await sent)?.value).toBe('value');
  });

  test('a rediss URL uses TLS and verifies the certificate', async () => {
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
      const { cause } = await expectUnavailable(cache.get('key'));
      expect(String(cause)).toMatch(/SELF_SIGNED_CERT/);
    }, 5 * second);

    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, localhostCertificate]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const secure = await openReadyRedis({ url: address, answerTimeoutMs: 2 * second });
    await secure.cache.set('key', 'over TLS', minute);
    expect((await secure.cache.get('key'))?.value).toBe('over TLS');
  });
});

withRedisServers(() => {
  test('user and password are read from the URL', async () => {
    const server = await startOwnRedis({ requirepass: 'p:w/o@r#d%' });
    const { cache } = await openReadyRedis({ url: as(server.url, '', 'p:w/o@r#d%') });
    await cache.set('key', 'value', minute);
    const direct = await openDirectly(as(server.url, '', 'p:w/o@r#d%'));
    await direct.aclSetUser('some:body', ['on', '>s3cret', '~*', '+@all']);
    await direct.sendCommand(['CONFIG', 'SET', 'requirepass', 'another']);
    await openReadyRedis({ url: as(server.url, 'some:body', 's3cret') });
  });

  test.each([
    ['no password', '', '', 'NOAUTH'],
    ['a wrong password', '', 'sECRET99', 'WRONGPASS'],
    ['an unknown user', 'nobody99', 'sECRET99', 'WRONGPASS'],
  ])(
    'with %s Redis is unavailable, and errors contain no part of the URL',
    async (_, name, password, reason) => {
      const server = await startOwnRedis({ requirepass: 'right' });
      const { cache } = openRedis({ url: as(server.url, name, password) });
      const error = await vi.waitFor(async () => {
        const outage = await expectUnavailable(cache.get('key'));
        expect(String(outage.cause)).toContain(reason);
        return outage;
      }, 5 * second);
      const { cause, message, details, stack } = error;
      expect([cause, (cause as Error).stack, message, details, stack].join()).not.toMatch(
        new RegExp(`ECRET99|nobody99|127\\.0\\.0\\.1|${server.port}`),
      );
    },
  );

  test.each([
    ['those keys', ['~other:*', '+@all']],
    ['those commands', ['~*', '+@all', '-getrange', '-incr']],
  ])('a user without permission for %s is rejected', async (_, rights) => {
    const server = await startOwnRedis();
    const direct = await openDirectly(server.url);
    await direct.aclSetUser('somebody', ['on', '>secret', ...rights]);
    const { cache } = await openReadyRedis({ url: as(server.url, 'somebody', 'secret') });
    for (const call of [() => cache.get('key'), () => cache.increment('n', minute)]) {
      expect(String((await expectUnavailable(call())).cause)).toMatch(/: (NOPERM|ERR)$/);
    }
  });
});

test('a Redis that loads its data is unavailable until it has finished', async () => {
  const server = await startFakeRedis('-LOADING Redis is loading the dataset in memory\r\n');
  const { probe } = openRedis(server);
  await vi.waitFor(async () => {
    expect(String((await expectUnavailable(probe.ping())).cause)).toContain('LOADING');
  }, 5 * second);
  server.answerWith(pong);
  await waitUntilReachable(probe);
});

test('an error reply is reported and keeps the connection', async () => {
  const server = await startFakeRedis(pong);
  const { cache, probe } = await openReadyRedis(server);
  server.answerWith("-NOPERM User somebody has no permissions to run the 'get' command\r\n");
  for (const call of [() => cache.get('key'), () => probe.ping()]) {
    const { cause } = await expectUnavailable(call());
    expect(String(cause)).toBe('Error: Redis cannot be used: NOPERM');
  }
  server.answerWith(pong);
  await probe.ping();
  expect(server.connections()).toBe(1);
});

test('a server with another protocol is unavailable', async () => {
  const server = await startFakeRedis('HTTP/1.1 400 Bad Request\r\n\r\n');
  const { probe } = openRedis(server);
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(2), 5 * second);
  await expectUnavailable(probe.ping());
});

test('after a timeout no call is sent until Redis answers a PING', async () => {
  const server = await startFakeRedis(pong);
  const { cache, probe } = await openReadyRedis(server);
  server.answerWith(undefined);
  await expectUnavailable(cache.get('key'));
  const calls = () => server.received().match(/EVAL|PTTL|SETEX|DEL\r/g)?.length;
  const before = calls();
  for (let n = 0; n < 1_000; n += 1) await expectUnavailable(cache.increment('n', minute));
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(1), 5 * second);
  await expectUnavailable(cache.set('key', 'value', minute));
  expect(calls()).toBe(before);
  expect(server.open()).toBeLessThanOrEqual(1);
  server.answerWith(pong);
  await waitUntilReachable(probe);
});

test('get sends both commands in one round trip, the lifetime first', async () => {
  const server = await startFakeRedis(pong);
  const { cache } = await openReadyRedis(server);
  server.answerWith(undefined);
  await expectUnavailable(cache.get('key'));
  expect(server.received()).toMatch(/PTTL\r[^*]*\*4\r\n\$8\r\nGETRANGE\r/);
});

test('a new connection sends no call before a PING is answered', async () => {
  const server = await startFakeRedis(undefined);
  server.answerWith(pong, 'PING');
  const { cache, probe } = openRedis({ url: server.url, answerTimeoutMs: 500 });
  await vi.waitFor(() => expect(server.received()).toContain('PING'), 5 * second);
  while (server.connections() === 1) {
    await expectUnavailable(cache.get('key'));
    await nextTurn();
  }
  expect(server.received()).not.toContain('PTTL');
  server.answerWith(pong);
  await waitUntilReachable(probe);
});

test('reconnecting backs off when connections break repeatedly', async () => {
  const server = await startFakeRedis(pong);
  const { probe } = openRedis(server);
  const until = performance.now() + 2 * second;
  while (performance.now() < until) {
    await waitUntilReachable(probe);
    server.hangUp();
    await vi.waitFor(() => expectUnavailable(probe.ping()), 5 * second);
  }
  expect(server.connections()).toBeGreaterThan(2);
  expect(server.connections()).toBeLessThan(10);
});

test('close does not wait for answers, and is final', async () => {
  const server = await startFakeRedis(pong);
  const { cache, connection } = await openReadyRedis({ url: server.url, answerTimeoutMs: minute });
  server.answerWith(undefined);
  const inProgress = expectUnavailable(cache.get('key'));
  await connection.close();
  await inProgress;
  await expectUnavailable(cache.get('key'));
  await connection.close();
  await vi.waitFor(() => expect(server.open()).toBe(0), 5 * second);
  expect(server.connections()).toBe(1);
});

test('close leaves no connection attempt behind', async () => {
  const server = await startFakeRedis(pong);
  const { connection } = openRedis(server);
  await connection.close();
  await vi.waitFor(() => expect(server.connections()).toBe(1), 5 * second);
  await vi.waitFor(() => expect(server.open()).toBe(0), 5 * second);
  expect(server.received()).toBe('');
});

const as = (url: string, name: string, password: string): string => {
  const address = new URL(url);
  address.username = name;
  address.password = encodeURIComponent(password);
  return address.href;
};
