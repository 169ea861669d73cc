import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/policy.ts';
import type { Dependencies } from '../dependencies.ts';
import { noId } from '../uuid.ts';

/**
 * The id of the collection that a list is limited to; undefined for an unknown or inactive one, whose
 * list is empty. For a token with a scope, an unknown collection gets the same response as one out of
 * scope.
 *
 * @throws DomainError `token_scope`.
 */
export const findListedCollection = async (
  { collections }: Pick<Dependencies, 'collections'>,
  actor: Actor,
  name: string,
): Promise<string | undefined> => {
  const collection = await collections.findByName(name);
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  return collection?.isActive === true ? collection.id : undefined;
};
