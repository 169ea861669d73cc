import { expect, test, vi } from 'vitest';
import { second } from '../../../core/index.ts';
import {
  openDirectly,
  openReadyRedis,
  openRedis,
  startOwnRedis,
  withRedisServers,
} from '../../support/redis/redis-tests.ts';
import { expectUnavailable } from '../../support/redis/expect-unavailable.ts';

const minute = 60 * second;

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

const as = (url: string, name: string, password: string): string => {
  const address = new URL(url);
  address.username = name;
  address.password = encodeURIComponent(password);
  return address.href;
};
