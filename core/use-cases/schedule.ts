import type { Actor } from '../model/actor.ts';
import type { ScheduleEntry, ScheduledChange } from '../model/content/schedule.ts';
import type { Signal } from '../primitives/signal.ts';
import { planChanges, removePlan, type PlanChanges } from '../schedule/plan-changes.ts';
import { getSchedule, listSchedules, type ListSchedules } from '../schedule/read-schedules.ts';
import { runDueChanges } from '../schedule/run-due-changes.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Planned publications, and planned ends of publications. */
export interface ScheduleUseCases {
  /**
   * The planned changes of an item that the user sees, and those that have failed.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `forbidden` for an API token.
   */
  readonly get: (actor: Actor, id: string) => Promise<readonly ScheduledChange[]>;

  /**
   * The planned changes of all items that the user sees, and those that have failed, soonest first.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`.
   */
  readonly list: (actor: Actor, request: ListSchedules) => Promise<readonly ScheduleEntry[]>;

  /**
   * Plans changes of an item's status. The rights are checked now, not when the change is made. Changes that have
   * failed are removed.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`,
   *   `invalid_transition`, `nothing_to_publish`.
   */
  readonly plan: (
    actor: Actor,
    id: string,
    command: PlanChanges,
  ) => Promise<readonly ScheduledChange[]>;

  /**
   * Removes all planned changes of an item, and those that have failed.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly remove: (actor: Actor, id: string) => Promise<void>;

  /**
   * Makes the planned changes that are due. Called about every second, also while an earlier call runs. A change is
   * made once, however many instances call this: the commit that makes it removes it.
   *
   * @param signal no other change is begun after it is aborted.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly runDue: (signal: Signal) => Promise<void>;
}

export const scheduleUseCases = (dependencies: UseCaseDependencies): ScheduleUseCases => ({
  get: getSchedule(dependencies),
  list: listSchedules(dependencies),
  plan: planChanges(dependencies),
  remove: removePlan(dependencies),
  runDue: runDueChanges(dependencies),
});
