import type { Actor } from '../model/actor.ts';
import { meetAtItem, type MeetAtItem, type PresentPerson } from '../presence/meet-at-item.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Who is at an item at the moment. It is in the cache, for 40 seconds: nothing of it is stored. */
export interface PresenceUseCases {
  /**
   * Says that the actor is at an item that the actor may read, for 40 seconds, or has left it. Of one account, 20 tabs count,
   * and 50 accounts at one item.
   *
   * @returns the other people at the item, those who have been there longest first; nobody if the actor has left, or while the
   *   shared cache does not answer.
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`, `invalid_input`, `rate_limited` after 300
   *   calls of the account in a minute.
   */
  readonly meet: (
    actor: Actor,
    id: string,
    command: MeetAtItem,
  ) => Promise<readonly PresentPerson[]>;
}

export const presenceUseCases = (dependencies: UseCaseDependencies): PresenceUseCases => ({
  meet: meetAtItem(dependencies),
});
