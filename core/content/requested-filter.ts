import { authorize } from '../access/policy.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentStatus } from '../model/content/content-item.ts';
import type { ContentConditions } from '../ports/repositories/content-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { noId } from '../primitives/uuid.ts';
import type { Decided } from './read-on-basis.ts';

/**
 * The conditions of a list. An unknown or inactive collection becomes {@link noId}, which no item has. For a
 * token with a scope, an unknown collection gets the same response as one out of scope.
 *
 * @throws DomainError `token_scope`, `not_found`.
 */
export const requestedFilter = (
  {
    actor,
    site: { collection },
  }: Pick<Decided, 'actor'> & {
    readonly site: { readonly collection: Pick<Collection, 'id' | 'isActive'> | undefined };
  },
  {
    status,
    collection: name,
    mustExist = false,
  }: {
    readonly status: ContentStatus | undefined;
    readonly collection: string | undefined;
    /** Whether an unknown or inactive collection is an error. */
    readonly mustExist?: boolean | undefined;
  },
): ContentConditions => {
  if (name === undefined) return status === undefined ? {} : { status };
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  const collectionId = collection?.isActive === true ? collection.id : noId;
  if (mustExist && collectionId === noId) throw notFound('Collection');
  return { ...(status !== undefined && { status }), collectionId };
};
