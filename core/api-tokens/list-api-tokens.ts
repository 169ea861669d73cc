import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { CollectionRepository } from '../ports/collection-repository.ts';
import type { Ports } from '../ports/ports.ts';
import type { ApiToken } from './api-token.ts';

export interface ShownApiToken {
  readonly token: ApiToken;
  /**
   * The scope by name; empty means all collections. One that is gone is shown by its id: a token
   * that may read nothing any more must not look like one that may read everything.
   */
  readonly collections: readonly string[];
}

/** Newest first. @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`. */
export const listApiTokens =
  ({ apiTokens, collections }: Pick<Ports, 'apiTokens' | 'collections'>) =>
  async (actor: Actor): Promise<readonly ShownApiToken[]> => {
    authorize(actor, 'administer');
    return showApiTokens(collections, await apiTokens.list());
  };

export const showApiTokens = async (
  collections: CollectionRepository,
  tokens: readonly ApiToken[],
): Promise<readonly ShownApiToken[]> => {
  const names = new Map((await collections.list()).map(({ id, name }) => [id, name]));
  return tokens.map((token) => ({
    token,
    collections: token.scope === 'all' ? [] : token.scope.map((id) => names.get(id) ?? id),
  }));
};
