import { DomainError } from '../primitives/errors.ts';
import { minute, second, type EpochMs } from '../primitives/time.ts';

/** What somebody does at an item. */
export const presenceStates = ['reading', 'writing'] as const;
export type PresenceState = (typeof presenceStates)[number];

/** An open form of an item. */
export interface Presence {
  readonly userId: string;
  readonly tab: string;
  readonly state: PresenceState;
  readonly since: EpochMs;
  /** When it ends unless it is renewed. */
  readonly until: EpochMs;
}

/** How long somebody is there without saying so again, in milliseconds. */
export const presenceMs = 40 * second;

const presentPeopleMax = 50;
const presentTabsMax = 20;

/** What one account may say: its tabs four times a minute, and changes. */
export const presenceLimit = { attempts: 300, windowMs: minute };

const tabPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws DomainError `invalid_input`. */
export const parseTab = (raw: string): string => {
  if (tabPattern.test(raw)) return raw;
  throw new DomainError('invalid_input', 'Invalid tab', {
    issues: [{ path: 'tab', message: 'must have 1 to 64 letters, digits, "-" and "_"' }],
  });
};

const isSameTab = (one: Presence, other: Pick<Presence, 'userId' | 'tab'>): boolean =>
  one.userId === other.userId && one.tab === other.tab;

/** Those who are there at a time, without a tab. */
export const withoutTab = (
  all: readonly Presence[],
  tab: Pick<Presence, 'userId' | 'tab'>,
  now: EpochMs,
): readonly Presence[] => all.filter((each) => each.until > now && !isSameTab(each, tab));

/**
 * Those who are there when somebody comes, or says again to be there. Of too many tabs of one account, the one that was
 * renewed longest ago ends. Of too many people, the last one is not kept.
 */
export const withTab = (
  all: readonly Presence[],
  { userId, tab, state }: Pick<Presence, 'userId' | 'tab' | 'state'>,
  now: EpochMs,
): readonly Presence[] => {
  const before = all.find((each) => each.until > now && isSameTab(each, { userId, tab }));
  const since = before?.since ?? now;
  const others = withoutTab(all, { userId, tab }, now);
  const people = new Set(others.map((each) => each.userId));
  if (!people.has(userId) && people.size >= presentPeopleMax) return others;
  const own = others.filter((each) => each.userId === userId);
  const [oldest] = own.toSorted((one, other) => one.until - other.until);
  const kept = own.length < presentTabsMax ? others : others.filter((each) => each !== oldest);
  return [...kept, { userId, tab, state, since, until: now + presenceMs }];
};
