import { readCacheSettings } from '../plugins/cache-plugin.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsRepository } from '../ports/settings-repository.ts';
import type { SecretGenerator } from '../ports/secret-generator.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

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
   * Tries again what is owed.
   *
   * @returns whether nothing was: settings that were loaded before may hold an epoch that is over.
   */
  catchUp(): Promise<boolean>;
}

interface EpochPorts {
  readonly settings: SettingsRepository;
  readonly unitOfWork: UnitOfWork;
  readonly secrets: SecretGenerator;
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

export const cacheEpoch = ({ settings, unitOfWork, secrets, log }: EpochPorts): CacheEpoch => {
  let isOwed = false;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const renew = (): Promise<void> =>
    unitOfWork.run('settings', (inside) => beginEpoch(inside.settings, secrets));

  const pay = async (): Promise<void> => {
    try {
      // A plugin that is off has nothing cached, and begins an epoch when it is switched on.
      if (readCacheSettings(await settings.load()) !== undefined) await renew();
      isOwed = false;
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

  return {
    renew,
    renewLater,
    catchUp: async () => {
      if (!isOwed) return true;
      await renewLater();
      return false;
    },
  };
};
