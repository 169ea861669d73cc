import type { Actor } from '../model/actor.ts';
import type { ShownView } from '../model/saved-view.ts';
import type { PageRequest } from '../primitives/paging.ts';
import {
  createView,
  deleteView,
  listViews,
  updateView,
  type CreateView,
  type UpdateView,
} from '../saved-views/manage-saved-views.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Views of lists that users save, for themselves or for all. */
export interface SavedViewUseCases {
  /**
   * The views of the user and those that others share, by name, then by id.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`.
   */
  readonly list: (actor: Actor, request: PageRequest) => Promise<readonly ShownView[]>;

  /**
   * Saves a view. To share it, the user needs a role that may edit content somewhere.
   *
   * @throws DomainError `not_authenticated`; `forbidden` for an API token, and for sharing it without such a role; `invalid_input`,
   *   `invalid_text`, `too_many_views`; `not_found` if the account of the user was deleted meanwhile.
   */
  readonly create: (actor: Actor, command: CreateView) => Promise<ShownView>;

  /**
   * Changes an own view or, as an admin, one that is shared. A view that is shared afterwards needs a role that may edit content
   * somewhere. One without an owner stays shared.
   *
   * @throws DomainError `not_found`, also for the private view of somebody else; `not_authenticated`; `forbidden` for the shared
   *   view of somebody else, for an API token, and without such a role; `invalid_input`, `invalid_text`.
   */
  readonly update: (actor: Actor, id: string, command: UpdateView) => Promise<ShownView>;

  /**
   * Deletes an own view or, as an admin, one that is shared.
   *
   * @throws DomainError `not_found`, also for the private view of somebody else; `not_authenticated`; `forbidden` for the shared
   *   view of somebody else, and for an API token.
   */
  readonly delete: (actor: Actor, id: string) => Promise<void>;
}

export const savedViewUseCases = (dependencies: UseCaseDependencies): SavedViewUseCases => ({
  list: listViews(dependencies),
  create: createView(dependencies),
  update: updateView(dependencies),
  delete: deleteView(dependencies),
});
