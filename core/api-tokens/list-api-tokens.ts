import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Ports } from '../ports/ports.ts';
import { apiTokenPresenter, type ShownApiToken } from './shown-api-token.ts';

/** Newest first. @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`. */
export const listApiTokens =
  ({ apiTokens, collections }: Pick<Ports, 'apiTokens' | 'collections'>) =>
  async (actor: Actor): Promise<readonly ShownApiToken[]> => {
    authorize(actor, 'administer');
    const tokens = await apiTokens.list();
    return tokens.map(apiTokenPresenter(await collections.list()));
  };
