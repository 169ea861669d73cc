import { authorize } from '../access/policy.ts';
import { noId } from '../primitives/uuid.ts';
import type { Decided } from './read-on-basis.ts';

/**
 * The id of the collection that a list is limited to; undefined for an unknown or inactive one, whose
 * list is empty. For a token with a scope, an unknown collection gets the same response as one out of
 * scope.
 *
 * @throws DomainError `token_scope`.
 */
export const listedCollection = (
  { actor, site: { collection } }: Decided,
  name: string,
): string | undefined => {
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  return collection?.isActive === true ? collection.id : undefined;
};
