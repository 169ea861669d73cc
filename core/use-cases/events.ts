import type { Signal } from '../primitives/signal.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The listener of the embedding application: `CmsOptions.onEvent`. Without one, these use cases do nothing. */
export interface EventUseCases {
  /**
   * Has the listener begin with the events from now on, if the store has never known one. Otherwise it continues where it
   * was. Call it before the first write.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  readonly begin: () => Promise<void>;

  /**
   * Tells the listener the events of content, collections and media that it has not got, one after the other, in the order
   * of the feed. Of several instances that call this, one does it. If a process is killed, another one continues ten
   * seconds later, with the event that was being told.
   *
   * If the listener fails, the same event is told again after a second, and after pauses that double up to five minutes.
   * After 296 failures, which take about a day, the event is logged and left out. Events that the setting `changesDays`
   * has removed from the outbox are lost, with a warning. Call it about every second, also while an earlier call runs.
   *
   * @param signal no other event is told after it is aborted.
   * @returns when everything that was stored before the call is told, or another instance does it, or the listener has
   *   failed.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly tell: (signal: Signal) => Promise<void>;

  /**
   * Calls `heard` when a change on this instance has made work for `tell`.
   *
   * @returns ends it.
   */
  readonly onStored: (heard: () => void) => () => void;
}

export const eventUseCases = ({ telling, storedEvents }: UseCaseDependencies): EventUseCases => ({
  ...telling,
  onStored: storedEvents.listen,
});
