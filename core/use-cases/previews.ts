import type { Actor } from '../model/actor.ts';
import {
  createItemPreview,
  createSitePreview,
  revokeItemPreviews,
  revokeSitePreviews,
  type CreatePreview,
  type CreatedItemPreview,
  type CreatedPreview,
} from '../previews/preview-tokens.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Preview tokens, which show unpublished content to their bearer. */
export interface PreviewUseCases {
  /**
   * Creates a token that shows one item to its bearer, with its working copy.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`.
   */
  readonly createForItem: (
    actor: Actor,
    id: string,
    command?: CreatePreview,
  ) => Promise<CreatedItemPreview>;

  /**
   * Creates a token that shows everything that its creator may read.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session` if the account was
   *   deactivated meanwhile.
   */
  readonly createForSite: (actor: Actor, command?: CreatePreview) => Promise<CreatedPreview>;

  /**
   * Revokes all tokens of an item. It takes effect immediately, on every instance.
   *
   * @returns their number.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly revokeOfItem: (actor: Actor, id: string) => Promise<number>;

  /**
   * Revokes all tokens for the whole site that the caller created. It takes effect immediately, on every instance.
   *
   * @returns their number.
   * @throws DomainError `not_authenticated`, `forbidden` for an API token.
   */
  readonly revokeOfSite: (actor: Actor) => Promise<number>;
}

export const previewUseCases = (dependencies: UseCaseDependencies): PreviewUseCases => ({
  createForItem: createItemPreview(dependencies),
  createForSite: createSitePreview(dependencies),
  revokeOfItem: revokeItemPreviews(dependencies),
  revokeOfSite: revokeSitePreviews(dependencies),
});
