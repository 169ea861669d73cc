import { authenticateApiToken } from '../api-tokens/authenticate-api-token.ts';
import {
  createApiToken,
  listApiTokens,
  revokeApiToken,
  type CreateApiToken,
  type CreatedApiToken,
  type ShownApiToken,
} from '../api-tokens/manage-api-tokens.ts';
import type { Actor, TokenActor } from '../model/actor.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** API tokens, which read on behalf of programs. */
export interface ApiTokenUseCases {
  /**
   * All API tokens, newest first.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly list: (actor: Actor) => Promise<readonly ShownApiToken[]>;

  /**
   * Creates an API token.
   *
   * @returns the token with its secret, which nothing else returns.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`,
   *   `collection_not_found`.
   */
  readonly create: (actor: Actor, command: CreateApiToken) => Promise<CreatedApiToken>;

  /**
   * Revokes a token. It takes effect immediately, on every instance.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly revoke: (actor: Actor, id: string) => Promise<void>;

  /**
   * The actor of an API token. Notes the use of the token.
   *
   * @param secret the whole token, as the client sent it.
   * @throws DomainError `invalid_token`.
   */
  readonly authenticate: (secret: string) => Promise<TokenActor>;
}

export const apiTokenUseCases = (dependencies: UseCaseDependencies): ApiTokenUseCases => ({
  list: listApiTokens(dependencies),
  create: createApiToken(dependencies),
  revoke: revokeApiToken(dependencies),
  authenticate: authenticateApiToken(dependencies),
});
