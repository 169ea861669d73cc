import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { bindTable } from '../../../bootstrap/container.ts';
import type { Bindings } from '../../../bootstrap/bindings.ts';
import { redisCache } from '../../../bootstrap/wiring.ts';
import { expectUnavailable } from '../../support/redis/redis-tests.ts';
import { startFakeRedis } from '../../support/redis/fake-redis.ts';
import { freePort } from '../../support/service/server-process.ts';
import { quickStartEnvironment } from '../../support/service/service-process.ts';

const projectRoot = new URL('../../..', import.meta.url).pathname;

/** In milliseconds. Far longer than a process needs to exit by itself. */
const timeoutMs = 20_000;

/** Runs a program in a new process until it exits by itself. @returns its output. */
const run = async (program: string): Promise<string> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: projectRoot,
    env: { ...process.env, ...quickStartEnvironment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await once(child, 'exit');
  const [output, errors] = await written;
  expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: '' });
  return output.trim();
};

const opening = (url: string): string => `
  import { RedisConnection } from './adapters/redis/redis-connection.ts';
  import { SystemTimer } from './adapters/system/system-timer.ts';
  const connection = new RedisConnection({ url: ${JSON.stringify(url)} }, new SystemTimer());
  const ready = async () => {
    for (;;) if (await connection.ping().then(() => true, () => new Promise((next) => setTimeout(next, 5)))) return;
  };
`;

test('a process exits after it has closed its connection', async () => {
  const server = await startFakeRedis('+PONG\r\n');
  await run(`${opening(server.url)} await ready(); await connection.close();`);
});

test('a process exits after it has closed its connection while Redis hangs', async () => {
  const server = await startFakeRedis(undefined);
  const output = await run(`
    ${opening(server.url)}
    setTimeout(async () => {
      const closing = performance.now();
      await connection.close();
      process.on('exit', () => console.log(performance.now() - closing));
    }, 50);
  `);
  expect(Number(output)).toBeLessThan(700);
});

test('a process exits after it has closed its connection without a Redis', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`;
  await run(`${opening(url)} setTimeout(() => connection.close(), 300);`);
});

test('an open connection does not keep a process alive', async () => {
  const server = await startFakeRedis('+PONG\r\n');
  await run(`${opening(server.url)} await ready();`);
  await run(opening(`redis://127.0.0.1:${await freePort()}`));
});

test('the driver is loaded when the cache is opened, not before', async () => {
  const output = await run(`
    import { createRequire } from 'node:module';
    import { SystemTimer } from './adapters/system/system-timer.ts';
    import { redisCache } from './bootstrap/wiring.ts';
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((path) => path.includes('/@redis/'));
    const open = redisCache({ url: 'redis://127.0.0.1:1', prefix: 'quoin' });
    console.log(isLoaded());
    const { close } = await open(async (name) => (name === 'secret' ? ['secret'] : new SystemTimer()));
    console.log(isLoaded());
    await close();
  `);
  expect(output.split('\n')).toEqual(['false', 'true']);
});

test('cache and probe share one connection, which the container closes', async () => {
  const server = await startFakeRedis('+PONG\r\n');
  const row = redisCache({ url: server.url, prefix: 'quoin' });
  const { get, close } = bindTable<Pick<Bindings, 'sharedCache' | 'timer' | 'secret'>>({
    sharedCache: row,
    secret: () => ['secret'],
    timer: () => new SystemTimer(),
  });
  onTestFinished(() => close('sharedCache'));
  const cache = await get('sharedCache');
  await vi.waitFor(() => cache!.health!.ping());
  await cache?.set('key', 'value', 1_000);
  expect(server.received()).toContain('quoin:key');
  expect(server.connections()).toBe(1);
  await close('sharedCache');
  await expectUnavailable(cache!.health!.ping());
  await vi.waitFor(() => expect(server.open()).toBe(0));
});
