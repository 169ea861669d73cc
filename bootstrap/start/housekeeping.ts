import type { Cms, Log } from '../../core/index.ts';
import { day, hour, minute, second } from '../../core/vocabulary.ts';
import { runChore, startChores, type Chore } from './chores.ts';

/**
 * Runs the periodic chores: removes expired data and the remains of crashes, stores when API tokens were used, and
 * compares media records with the stored files.
 *
 * @param random from 0 to 1: spreads the comparisons of instances that start together.
 * @returns a function that stops the chores, waits for those in progress, and stores the last uses of tokens.
 */
export const startHousekeeping = (
  { system }: Pick<Cms, 'system'>,
  log: Log,
  random: () => number = Math.random,
): (() => Promise<void>) => {
  const storeTokenUses: Chore = {
    name: 'store token uses',
    intervalMs: minute,
    delayMs: minute,
    run: system.storeTokenUses,
  };
  const chores: readonly Chore[] = [
    storeTokenUses,
    { name: 'sweep media', intervalMs: 10 * minute, delayMs: 0, run: system.sweepMedia },
    // A change of the setting applies within a minute, with time for the run itself.
    { name: 'sweep trash', intervalMs: minute / 2, delayMs: 0, run: system.sweepTrash },
    { name: 'sweep sessions', intervalMs: hour, delayMs: 0, run: system.sweepSessions },
    { name: 'sweep receipts', intervalMs: hour, delayMs: 0, run: system.sweepReceipts },
    {
      name: 'compare media',
      intervalMs: day,
      // Time for an operator to notice that the service runs on the wrong database.
      delayMs: 10 * minute + random() * 50 * minute,
      run: (signal) => system.compareMedia({ removal: 'guarded', signal }),
    },
  ];
  const stopChores = startChores(chores, log);
  return async () => {
    await stopChores();
    await runChore(storeTokenUses, log);
  };
};

/**
 * Runs the chores that keep the store from growing with every write: removes revisions beyond the limits of the
 * settings, old events, old deliveries of webhooks, and old failures of mails.
 *
 * @returns a function that stops the chores, and waits for those in progress.
 */
export const startPruning = (
  { history, system }: Pick<Cms, 'history' | 'system'>,
  log: Log,
): (() => Promise<void>) =>
  startChores(
    [
      { name: 'prune history', intervalMs: 30 * second, delayMs: 0, run: history.prune },
      { name: 'sweep events', intervalMs: hour, delayMs: 0, run: system.sweepEvents },
      { name: 'sweep deliveries', intervalMs: hour, delayMs: 0, run: system.sweepDeliveries },
      { name: 'sweep mails', intervalMs: hour, delayMs: 0, run: system.sweepMails },
    ],
    log,
  );

/**
 * Brings what follows from schemas and settings up to date for existing content: the indexes of fields, the references
 * and the search. On the instance that makes a change, the indexes and the search begin at once. The intervals are for
 * changes on other instances, and for failures.
 *
 * @returns a function that begins no further step, and waits for one in progress.
 */
export const startRebuilding = (
  { system, search }: Pick<Cms, 'system' | 'search'>,
  log: Log,
): (() => Promise<void>) =>
  startChores(
    [
      {
        name: 'maintain indexes',
        intervalMs: 30 * second,
        delayMs: 0,
        run: system.maintainIndexes,
      },
      {
        name: 'rebuild references',
        intervalMs: 30 * second,
        delayMs: 0,
        run: system.rebuildReferences,
      },
      {
        name: 'update search index',
        intervalMs: 2 * second,
        delayMs: 0,
        onWork: search.onOutdated,
        run: search.updateIndex,
      },
    ],
    log,
  );

/**
 * Checks the dependencies every second, so that the log and the metrics say when one is lost and when it is back.
 *
 * @returns a function that stops the checks, and waits for one in progress.
 */
export const startWatching = ({ system }: Pick<Cms, 'system'>, log: Log): (() => Promise<void>) =>
  startChores(
    [{ name: 'check dependencies', intervalMs: second, delayMs: 0, run: system.watchDependencies }],
    log,
  );
