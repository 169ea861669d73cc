import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { notFound } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import { readUuid } from '../uuid.ts';

/**
 * At once and for good, on every instance.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
 */
export const revokeApiToken =
  ({ apiTokens }: Pick<Ports, 'apiTokens'>) =>
  async (actor: Actor, rawId: string): Promise<void> => {
    authorize(actor, 'administer');
    const id = readUuid(rawId);
    if (id === undefined || !(await apiTokens.delete(id))) throw notFound('API token');
  };
