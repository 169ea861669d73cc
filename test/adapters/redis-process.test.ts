import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Container } from 'inversify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redisModule } from '../../bootstrap/modules/redis.ts';
import { tokens } from '../../bootstrap/tokens.ts';
import { startOddRedis } from '../support/odd-redis.ts';
import { freePort } from '../support/server-process.ts';
import { unavailableFrom } from '../support/unavailable.ts';

const projectRoot = new URL('../..', import.meta.url).pathname;

/** In milliseconds: far longer than a process takes that nothing holds. */
const patience = 20_000;

/** Runs a program in a process of its own. @returns what it wrote, once it has ended by itself. */
const run = async (program: string): Promise<string> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience,
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
  import { RedisHealthProbe } from './adapters/redis/redis-health-probe.ts';
  const connection = new RedisConnection({ url: ${JSON.stringify(url)} });
  const probe = new RedisHealthProbe(connection);
  const ready = async () => {
    for (;;) if (await probe.ping().then(() => true, () => new Promise((next) => setTimeout(next, 5)))) return;
  };
`;

test('a process that closed its connection ends', async () => {
  const server = await startOddRedis('+PONG\r\n');
  await run(`${opening(server.url)} await ready(); await connection.close();`);
});

test('a process that closed its connection while Redis hangs ends', async () => {
  const server = await startOddRedis(undefined);
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

test('a process that closed its connection while there is no Redis ends', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`;
  await run(`${opening(url)} setTimeout(() => connection.close(), 300);`);
});

test('a connection that nobody closes does not keep a process alive', async () => {
  const server = await startOddRedis('+PONG\r\n');
  await run(`${opening(server.url)} await ready();`);
  await run(opening(`redis://127.0.0.1:${await freePort()}`));
});

test('the driver is loaded when a port is asked for, not before', async () => {
  const output = await run(`
    import { createRequire } from 'node:module';
    import { Container } from 'inversify';
    import { redisModule } from './bootstrap/modules/redis.ts';
    import { tokens } from './bootstrap/tokens.ts';
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((path) => path.includes('/@redis/'));
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(redisModule({ url: 'redis://127.0.0.1:1', prefix: 'quoin' }));
    console.log(isLoaded());
    await container.getAsync(tokens.sharedCache);
    console.log(isLoaded());
    await container.unbindAllAsync();
  `);
  expect(output.split('\n')).toEqual(['false', 'true']);
});

test('the ports share one connection, which ends with the container', async () => {
  const server = await startOddRedis('+PONG\r\n');
  const container = new Container({ defaultScope: 'Singleton' });
  onTestFinished(() => container.unbindAllAsync());
  container.load(redisModule({ url: server.url, prefix: 'quoin' }));
  const cache = await container.getAsync(tokens.sharedCache);
  const probe = await container.getAsync(tokens.keyValueProbe);
  await vi.waitFor(() => probe.ping());
  await cache.set('key', 'value', 1_000);
  expect(server.received()).toContain('quoin:key');
  expect(server.connections()).toBe(1);
  await container.unbindAllAsync();
  await unavailableFrom(cache.get('key'));
  await vi.waitFor(() => expect(server.open()).toBe(0));
});
