import { operator, type Cms } from '../../../core/index.ts';
import { expect } from 'vitest';

/** Plans that an item is published at once, and waits until the service has failed to do it. */
export const failToPublish = async (cms: Cms, id: string): Promise<void> => {
  await cms.schedule.plan(operator, id, { publishAt: Date.now() + 300 });
  const reason = async () => (await cms.schedule.get(operator, id))[0]?.reason;
  await expect.poll(reason, { timeout: 10_000 }).toBeDefined();
};
