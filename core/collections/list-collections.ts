import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { may } from '../access/policy.ts';
import type { Collection } from './collection.ts';
import type { CollectionPorts } from './collection-ports.ts';

/**
 * The active collections by name; for administrators, on request, all of them. An API token sees
 * those in its scope.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden` for a request for all.
 */
export const listCollections =
  ({ collections }: Pick<CollectionPorts, 'collections'>) =>
  async (
    actor: Actor,
    { includeInactive = false }: { readonly includeInactive?: boolean | undefined } = {},
  ): Promise<readonly Collection[]> => {
    if (includeInactive) authorize(actor, 'administer');
    return (await collections.list()).filter(
      (collection) =>
        (includeInactive || collection.isActive) && may(actor, 'read', { collection }).allowed,
    );
  };
