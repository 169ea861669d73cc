import type { Collection } from '../collections/collection.ts';
import { namesById } from '../collections/collection-names.ts';
import type { ApiToken } from './api-token.ts';

export interface ShownApiToken {
  readonly token: ApiToken;
  /**
   * The scope by name; empty means all collections. One that is gone is shown by its id: a token
   * that may read nothing any more must not look like one that may read everything.
   */
  readonly collections: readonly string[];
}

/** Shows API tokens as administrators see them. @param collections all that there are. */
export const apiTokenPresenter = (
  collections: readonly Collection[],
): ((token: ApiToken) => ShownApiToken) => {
  const names = namesById(collections);
  return (token) => ({
    token,
    collections: token.scope === 'all' ? [] : token.scope.map((id) => names.get(id) ?? id),
  });
};
