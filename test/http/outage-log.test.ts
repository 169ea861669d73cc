import { expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { DomainError, type SiteRepository } from '../../core/store.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp } from '../support/http/app.ts';

test('an outage writes one line a minute for each reason, not one for each request', async () => {
  let reason: string | undefined;
  const memory = new MemoryStore();
  const site = new Proxy<SiteRepository>(memory.repositories.site, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (reason === undefined) return member.bind(target);
      return () => Promise.reject(new DomainError('dependency_unavailable', String(reason)));
    },
  });
  const store = altered(memory, { repositories: { ...memory.repositories, site } });
  await using app = await serveApp({ core: { ports: { store } } });
  const reported = (): readonly string[] =>
    app.log.entries.flatMap(({ message, cause }) =>
      message.startsWith('A dependency') && cause instanceof Error ? [cause.message] : [],
    );
  const fail = async (why: string): Promise<void> => {
    reason = why;
    for (let count = 0; count < 5; count += 1) {
      expect((await app.request('/api/content')).status).toBe(503);
    }
  };
  await fail('down');
  expect(reported()).toEqual(['down']);
  await fail('read-only');
  expect(reported()).toEqual(['down', 'read-only']);
  app.clock.advance(60_000);
  await fail('down');
  expect(reported()).toEqual(['down', 'read-only', 'down']);
  app.clock.advance(-3_600_000);
  await fail('down');
  expect(reported()).toEqual(['down', 'read-only', 'down', 'down']);
});
