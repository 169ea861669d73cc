import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { revocations } from '../support/access/revocations.ts';
import { withThreeInstances } from '../support/core/with-instances.ts';

await withThreeInstances((scene, isRedisKilled) => {
  for (const [n, [name, prepare]] of Object.entries(revocations).entries()) {
    test(`${name} applies to the next request at every instance`, async () => {
      const { instances, redis } = scene();
      const [first] = instances.services;
      await first?.service.cms.plugins.configure(operator, 'cache', { active: true });
      const { attempt, before, revoke, after } = await prepare(instances, `case-${n}`);
      const attempts = () => Promise.all(instances.clients.map(attempt));
      const everywhere = (status: number) => instances.clients.map(() => status);
      // The first round fills the caches of every instance, the second one reads them.
      expect(await attempts()).toEqual(everywhere(before));
      expect(await attempts()).toEqual(everywhere(before));
      if (isRedisKilled) await redis.kill();
      try {
        await revoke();
        expect(await attempts()).toEqual(everywhere(after));
      } finally {
        if (isRedisKilled) await redis.restart();
      }
      expect(await attempts()).toEqual(everywhere(after));
    });
  }
});
