import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anonymous, operator, type Cms } from '../../../core/index.ts';
import { cachedWorld, list, sourceOf } from '../../support/cached-world.ts';
import {
  freshPrefix,
  openDirectly,
  openReadyRedis,
  startOwnRedis,
  waitUntilReachable,
  withRedisServers,
} from '../../support/redis-tests.ts';

withRedisServers(() => {
  test('a Redis that restarts from an older snapshot does not serve stale pages', async () => {
    const server = await startOwnRedis();
    const prefix = freshPrefix();
    const here = await openReadyRedis(server, prefix);
    const there = await openReadyRedis(server, prefix);
    const { cms, another, write, person } = await cachedWorld(
      {},
      { ports: { sharedCache: here.cache } },
    );
    const other = another({ ports: { sharedCache: there.cache } });
    const titleAt = async (instance: Cms) => (await list(instance, anonymous)).text.split(' ')[2];
    const { id } = await write(await person('author'), { title: 'Old' });
    for (const instance of [cms, other, cms, other]) expect(await titleAt(instance)).toBe('Old');
    expect(await sourceOf(list(other, anonymous))).toBe('memory');

    const direct = await openDirectly(server.url);
    await direct.sendCommand(['SAVE']);
    await cms.content.update(operator, id, { title: 'New' });
    await server.kill();
    await server.restart();
    await Promise.all([waitUntilReachable(here.probe), waitUntilReachable(there.probe)]);

    const third = another({ ports: { sharedCache: there.cache } });
    for (const instance of [other, third, cms, other, third, cms]) {
      expect(await titleAt(instance)).toBe('New');
    }
    expect(await sourceOf(list(other, anonymous))).toBe('memory');
  });

  test('connections counts established connections, not attempts', async () => {
    const server = await startOwnRedis();
    const { cache, probe } = await openReadyRedis(server);
    expect(cache.connections).toBe(1);
    await server.kill();
    await expect.poll(() => probe.ping().catch(() => 'down')).toBe('down');
    await sleep(500);
    expect(cache.connections).toBe(1);
    await server.restart();
    await waitUntilReachable(probe);
    expect(cache.connections).toBe(2);
  });
});
