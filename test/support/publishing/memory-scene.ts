import { vi } from 'vitest';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import { usersOf, type SequenceScene } from './random-sequence.ts';

const start = 1_800_000_000_000;
const never = { aborted: false };

/**
 * The core on a store in memory, whose clock is that of the instance. The test restores the real one. Ids are the same
 * in each scene.
 */
export const memoryScene = async (
  slug: SequenceScene['names']['slug'],
): Promise<SequenceScene & Pick<CoreWorld, 'ports'>> => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  let ids = 0;
  const next = (): string => {
    ids += 1;
    return `01a1faed-0000-7000-8000-${ids.toString(16).padStart(12, '0')}`;
  };
  const { cms, ports, posts, pages, person } = await coreWorld({
    ports: { clock: { now: () => Date.now() }, ids: { next } },
  });
  const { store } = ports;
  return {
    cms,
    ports,
    store,
    users: await usersOf(person, [posts, pages]),
    start,
    names: { collections: [posts.id, pages.id], slug },
    storeTime: (at) => at,
    elapseTo: async (time) => {
      for (;;) {
        const planned = await store.repositories.schedules.list({ limit: 1_000, offset: 0 }, 'all');
        const due = planned.find(({ reason, at }) => reason === undefined && at <= time);
        if (due === undefined) break;
        vi.setSystemTime(Math.max(Date.now(), due.at));
        await cms.schedule.runDue(never);
      }
      vi.setSystemTime(time);
    },
  };
};
