import type { Actor } from '../model/actor.ts';
import { seenAccuracyMs } from '../model/session.ts';
import type { Settings } from '../model/site/settings.ts';
import { minute, type EpochMs } from '../primitives/time.ts';
import { cacheLifetimeMs } from './cache-plugin.ts';

/**
 * How long only a write can change what the caller gets; undefined if nothing may be cached. The actor of the request
 * knows when its token expires; the actor that was read again, when the session does.
 */
export const reuseLifetimeMs = (
  actors: readonly Actor[],
  settings: Settings,
  now: EpochMs,
): number | undefined => {
  const lifetimeMs = cacheLifetimeMs(settings);
  if (lifetimeMs === undefined) return undefined;
  const least = Math.min(lifetimeMs, ...actors.map((actor) => ownLifetimeMs(actor, now)));
  return least > 0 ? least : undefined;
};

const ownLifetimeMs = (actor: Actor, now: EpochMs): number => {
  if (actor.kind !== 'user' && actor.kind !== 'token') return Infinity;
  const ms = (actor.expiresAt ?? Infinity) - now;
  // The use of a token or a session is noted when it is authenticated, and must be as accurate as promised.
  if (actor.kind === 'token') return Math.min(ms, minute);
  const untilDueMs = (actor.secondFactorDueAt ?? Infinity) - now;
  return Math.min(ms, untilDueMs, (actor.seenAt ?? Infinity) + seenAccuracyMs - now);
};
