import { expect, test } from 'vitest';
import { testPassword } from '../support/http/app.ts';
import { personAt } from '../support/core/instances.ts';
import { withThreeInstances } from '../support/core/with-instances.ts';

await withThreeInstances((scene, isRedisKilled) => {
  test('one of 50 concurrent first registrations becomes the admin, the others are rejected', async () => {
    const { instances, redis } = scene();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        if (isRedisKilled && n === 25) await redis.kill();
        return instances.proxied.request('/auth/register', {
          method: 'POST',
          headers: { 'X-Forwarded-For': `10.0.0.${n}` },
          json: { email: `n${n}@example.com`, password: testPassword },
        });
      }),
    );
    const admins = answers.filter(({ status }) => status === 201);
    expect(admins.map((answer) => answer.json().user.role)).toEqual(['admin']);
    const others = answers.filter(({ status }) => status !== 201).map(({ status }) => status);
    expect(others).toEqual(Array.from({ length: 49 }, () => 403));
    if (isRedisKilled) await redis.restart();
  });

  test('the limit on logins is exact for 100 concurrent logins from one address', async () => {
    const { instances, redis } = scene();
    const { login } = await personAt(instances, 'editor', 'somebody');
    let addresses = 0;
    /** The number of logins, out of 100, that pass the limit. */
    const admitted = async (): Promise<number> => {
      const headers = { 'X-Forwarded-For': `10.1.0.${(addresses += 1)}` };
      const options = { method: 'POST', headers, json: login };
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => instances.proxied.request('/auth/login', options)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 200).length;
    };
    await expect.poll(admitted, { timeout: 10_000 }).toBe(5);
    expect(await admitted()).toBe(5);
    if (!isRedisKilled) return;
    await redis.kill();
    expect(await admitted(), 'five at each instance').toBe(15);
    await redis.restart();
    await expect.poll(admitted, { timeout: 10_000 }).toBe(5);
  });
});
