import { readCacheSettings } from '../plugins/cache-plugin.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsRepository } from '../ports/settings-repository.ts';
import type { SecretGenerator } from '../ports/secret-generator.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

/**
 * Part of the key of everything cached. It is kept with the settings, which every read loads anyway:
 * a change of it holds for the next read on every instance, whoever can reach the shared store.
 */
export interface CacheEpoch {
  /** Nothing that was cached before is found again. */
  renew(): Promise<void>;

  /**
   * The same, for writes that the shared store could not be told of. Never fails: what cannot be
   * done now is owed. Calls at the same time share one write.
   */
  renewLater(): Promise<void>;

  /**
   * Does what is owed: for writes, and for every new connection to the shared store, which may have
   * lost what it was told over the one before.
   *
   * @param epoch as it was loaded with the settings.
   * @returns the epoch that holds now, so that what the shared store has under it can be believed;
   *   undefined while what is owed cannot be done.
   */
  catchUp(epoch: string): Promise<string | undefined>;
}

interface EpochPorts {
  readonly settings: SettingsRepository;
  readonly unitOfWork: UnitOfWork;
  readonly secrets: SecretGenerator;
  readonly sharedCache: Pick<ForgivingCache, 'connections'>;
  readonly log: Log;
}

const epochBits = 64;

/** Begins an epoch in the transaction that `settings` is part of; it must hold the lock `settings`. */
export const beginEpoch = async (
  settings: SettingsRepository,
  secrets: SecretGenerator,
): Promise<void> => {
  await settings.save({ ...(await settings.load()), cacheEpoch: secrets.next(epochBits) });
};

export const cacheEpoch = ({
  settings,
  unitOfWork,
  secrets,
  sharedCache,
  log,
}: EpochPorts): CacheEpoch => {
  let isOwed = false;
  let payments = 0;
  /** The connection that the last payment was for. */
  let paidConnection = 0;
  /** One that was not over after the last payment, once there was one. */
  let knownEpoch: string | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const renew = (): Promise<void> =>
    unitOfWork.run('settings', (inside) => beginEpoch(inside.settings, secrets));

  const pay = async (): Promise<void> => {
    const { connections } = sharedCache;
    try {
      // A plugin that is off has nothing cached, and begins an epoch when it is switched on.
      if (readCacheSettings(await settings.load()) !== undefined) await renew();
      isOwed = false;
      payments += 1;
      paidConnection = connections;
      knownEpoch = undefined;
    } catch (error) {
      if (!isOwed)
        log.warn('Cached pages could not be outdated; it will be tried again', {}, error);
      isOwed = true;
    }
  };

  // A write may share only a payment that begins after it.
  const renewLater = (): Promise<void> =>
    (next ??= running.then(() => {
      next = undefined;
      running = pay();
      return running;
    }));

  const isDue = (): boolean => isOwed || sharedCache.connections !== paidConnection;

  /** Settings that were loaded before a payment may be in use after it. */
  const current = async (epoch: string): Promise<string | undefined> => {
    if (payments === 0 || epoch === knownEpoch) return epoch;
    const paymentsBefore = payments;
    const { cacheEpoch: loaded } = await settings.load();
    if (payments !== paymentsBefore) return undefined;
    knownEpoch = loaded;
    return loaded;
  };

  return {
    renew,
    renewLater,
    catchUp: async (epoch) => {
      if (isDue()) await renewLater();
      return isDue() ? undefined : current(epoch);
    },
  };
};
