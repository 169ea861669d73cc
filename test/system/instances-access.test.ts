import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { revocations } from '../support/revocations.ts';
import { withThreeInstances } from '../support/with-instances.ts';

await withThreeInstances((scene, isDisturbed) => {
  for (const [n, [name, prepare]] of Object.entries(revocations).entries()) {
    test(`${name} holds for the next request everywhere`, async () => {
      const { instances, redis } = scene();
      const [first] = instances.services;
      await first?.service.cms.plugins.configure(operator, 'cache', { active: true });
      const { attempt, before, revoke, after } = await prepare(instances, `case-${n}`);
      const attempts = () => Promise.all(instances.clients.map(attempt));
      const everywhere = (status: number) => instances.clients.map(() => status);
      // Twice, so that every instance has remembered whatever it remembers.
      expect(await attempts()).toEqual(everywhere(before));
      expect(await attempts()).toEqual(everywhere(before));
      if (isDisturbed) await redis.kill();
      try {
        await revoke();
        expect(await attempts()).toEqual(everywhere(after));
      } finally {
        if (isDisturbed) await redis.startAgain();
      }
      expect(await attempts()).toEqual(everywhere(after));
    });
  }
});
