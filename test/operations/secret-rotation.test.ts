import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { testPassword } from '../support/http/app.ts';
import { httpClient } from '../support/http/http-client.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { withRedis } from '../support/redis/redis-tests.ts';
import { serveService } from '../support/service/served-service.ts';

const [former, next] = ['former', 'next'].map(
  (name) => `${name} ${randomBytes(32).toString('hex')}`,
) as [string, string];

/** The steps of docs/operations.md: each instance can meet those of the step before and after. */
const steps = [former, `${former}\n${next}`, `${next}\n${former}`, next];

await withPostgres('migrated', (url) =>
  withRedis((redisUrl) => {
    const serve = (secret: string) =>
      serveService({ DATABASE_URL: url, REDIS_URL: redisUrl, JWT_SECRET: secret });

    test('while JWT_SECRET is changed in steps, nobody is signed out, and no form is rejected', async () => {
      const login = { email: 'editor@example.com', password: testPassword };
      {
        await using first = await serve(former);
        await first.service.cms.users.create(operator, { ...login, role: 'editor' });
      }
      for (const [before, after] of steps.slice(1).map((step, n) => [steps[n]!, step] as const)) {
        await using older = await serve(before);
        await using newer = await serve(after);
        const clients = [older, newer].map((each) => httpClient(each.url));
        for (const [at, client] of clients.entries()) {
          const sent = { method: 'POST', json: login };
          const headers = { 'X-Forwarded-For': `192.0.2.${at}` };
          const answer = await client.request('/auth/login', { ...sent, headers });
          expect(answer.status).toBe(200);
          const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
          const csrf = cookies.find((each) => each.startsWith('csrf_token='))?.slice(11) ?? '';
          const { token } = answer.json();
          for (const each of clients) {
            const bearer = { Authorization: `Bearer ${token}` };
            expect((await each.request('/auth/me', { headers: bearer })).status).toBe(200);
            const changed = await each.request('/auth/me', {
              method: 'PUT',
              json: { firstName: 'Ada' },
              headers: { Cookie: cookies.join('; '), 'X-CSRF-Token': csrf },
            });
            expect(changed.status).toBe(200);
          }
        }
      }
    });
  }),
);
