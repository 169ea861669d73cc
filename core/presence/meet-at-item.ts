import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { findStoredItem, resourceOf } from '../content/stored-item.ts';
import type { KeyedGates } from '../limits/gate.ts';
import { enforceLimit } from '../limits/rate-limit.ts';
import type { Actor } from '../model/actor.ts';
import { asAuthor, type Author } from '../model/user.ts';
import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { Dependencies } from '../ports/ports.ts';
import { hasCode } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';
import {
  parseTab,
  presenceLimit,
  presenceMs,
  withTab,
  withoutTab,
  type Presence,
  type PresenceState,
} from './presence.ts';

export interface MeetAtItem {
  /** Names the form among those of the account: 1 to 64 letters, digits, `-` and `_`. */
  readonly tab: string;
  /** `left`: the form was closed. */
  readonly state: PresenceState | 'left';
}

/** Somebody at an item, with all tabs. */
export interface PresentPerson {
  readonly user: Author;
  /** `writing` if it is so in one of the tabs. */
  readonly state: PresenceState;
  readonly since: EpochMs;
}

type MeetDependencies = Pick<
  Dependencies,
  'contents' | 'collections' | 'users' | 'limiter' | 'clock' | 'sharedCache' | 'processCache'
> & {
  /** Changes of one entry of the cache run one after the other in a process. */
  readonly presenceGates: KeyedGates;
};

/** How often another instance may have been faster. */
const attemptsMax = 3;

export const meetAtItem =
  (dependencies: MeetDependencies) =>
  async (actor: Actor, id: string, { tab: rawTab, state }: MeetAtItem) => {
    const { userId } = authorizeOwnAccount(actor);
    const tab = parseTab(rawTab);
    await enforceLimit(dependencies.limiter, `presence:${userId}`, presenceLimit);
    const stored = await findStoredItem(dependencies, actor, id);
    authorize(actor, 'read', resourceOf(stored));
    const change = (all: readonly Presence[], now: EpochMs): readonly Presence[] =>
      state === 'left'
        ? withoutTab(all, { userId, tab }, now)
        : withTab(all, { userId, tab, state }, now);
    const present = await changePresent(dependencies, stored.item.id, change);
    const others = state === 'left' ? [] : present.filter((each) => each.userId !== userId);
    return named(dependencies, others);
  };

type Change = (all: readonly Presence[], now: EpochMs) => readonly Presence[];

/** Nobody is there for a cache that does not answer. */
const changePresent = async (
  { sharedCache, processCache, clock, presenceGates }: MeetDependencies,
  itemId: string,
  change: Change,
): Promise<readonly Presence[]> => {
  const cache = sharedCache ?? processCache;
  const key = `presence:${itemId}`;
  try {
    return await presenceGates.run(key, () => changeEntry(cache, key, change, clock));
  } catch (error) {
    if (hasCode(error, 'dependency_unavailable')) return [];
    throw error;
  }
};

/** The cache has no transactions: what another instance wrote over is written again. */
const changeEntry = async (
  cache: KeyValueCache,
  key: string,
  change: Change,
  clock: Dependencies['clock'],
): Promise<readonly Presence[]> => {
  const read = async (): Promise<readonly Presence[]> => {
    const found = await cache.get(key);
    return found === undefined ? [] : (JSON.parse(found.value) as readonly Presence[]);
  };
  let present: readonly Presence[] = [];
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    present = change(await read(), clock.now());
    const text = JSON.stringify(present);
    await cache.set(key, text, presenceMs);
    if (JSON.stringify(await read()) === text) break;
  }
  return present;
};

const named = async (
  { users }: Pick<Dependencies, 'users'>,
  present: readonly Presence[],
): Promise<readonly PresentPerson[]> => {
  const ids = [...new Set(present.map(({ userId }) => userId))];
  const found = ids.length === 0 ? [] : await users.findByIds(ids);
  return found
    .filter(({ isActive }) => isActive)
    .map((user) => {
      const own = present.filter(({ userId }) => userId === user.id);
      return {
        user: asAuthor(user),
        state: own.some(({ state }) => state === 'writing')
          ? ('writing' as const)
          : ('reading' as const),
        since: Math.min(...own.map(({ since }) => since)),
      };
    })
    .toSorted((one, other) => one.since - other.since);
};
