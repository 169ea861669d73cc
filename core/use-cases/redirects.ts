import type { Actor } from '../model/actor.ts';
import type { Redirect } from '../model/content/redirect.ts';
import { listRedirects, type ListRedirects } from '../redirects/list-redirects.ts';
import { removeRedirect } from '../redirects/remove-redirect.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Former slugs, which lead to the items that had them. */
export interface RedirectUseCases {
  /**
   * A page of the redirects to items that lists of content show to the caller, and did under the former slug, by the
   * former slug. Empty for an unknown or inactive collection.
   *
   * @throws DomainError `invalid_input`, `token_scope`, `rate_limited`; `invalid_session`, `invalid_token` for a caller
   *   who has lost access meanwhile.
   */
  readonly list: (actor: Actor, command: ListRedirects) => Promise<readonly Redirect[]>;

  /**
   * Removes a redirect: the former slug leads to the item no longer. Requires the right to edit all content of the
   * item's collection.
   *
   * @param from normalized like the slug of an item.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly remove: (actor: Actor, from: string) => Promise<Redirect>;
}

export const redirectUseCases = (dependencies: UseCaseDependencies): RedirectUseCases => ({
  list: listRedirects(dependencies),
  remove: removeRedirect(dependencies),
});
