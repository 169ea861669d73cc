import { may } from '../access/policy.ts';
import { readsAsPublic, seesCollection } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import type { CollectionRepository } from '../ports/repositories/collection-repository.ts';
import { invalid, type DomainError } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';

/** The collection of an item in a command: by id, by name, or by both, which then must agree. */
export interface CollectionRequest {
  /** The id of the collection. */
  readonly collectionId?: string | undefined;
  /** The name of the collection. */
  readonly collection?: string | undefined;
}

/** One member of a {@link CollectionRequest}. */
export interface CollectionReference {
  readonly path: keyof CollectionRequest;
  /** What the member names, also if it contains a name in place of an id. */
  readonly named: Collection | undefined;
  readonly isNameAsId: boolean;
}

/**
 * Looks up the members that are present. What does not exist for the actor is not found.
 *
 * @param current a collection that needs no lookup.
 */
export const lookUpCollection = async (
  collections: Pick<CollectionRepository, 'findById' | 'findByName'>,
  actor: Actor,
  { collectionId, collection: name }: CollectionRequest,
  current?: Collection,
): Promise<readonly CollectionReference[]> => {
  const ifSeen = (found: Collection | undefined): Collection | undefined =>
    found !== undefined && seesCollection(actor, found) ? found : undefined;
  const byName = async (text: string): Promise<Collection | undefined> =>
    text === current?.name ? current : ifSeen(await collections.findByName(text));
  const references: CollectionReference[] = [];
  if (collectionId !== undefined) {
    const id = readUuid(collectionId);
    const named =
      id === undefined
        ? await byName(collectionId)
        : id === current?.id
          ? current
          : ifSeen(await collections.findById(id));
    references.push({ path: 'collectionId', named, isNameAsId: id === undefined });
  }
  if (name !== undefined) {
    references.push({ path: 'collection', named: await byName(name), isNameAsId: false });
  }
  return references;
};

/**
 * The collection that all references name, which may be inactive. Authorize the actor first.
 *
 * @throws DomainError `collection_not_found`, `invalid_input` if there is no reference, or if they
 *   name different collections.
 */
export const agreedCollection = (
  references: readonly CollectionReference[],
  actor: Actor,
): Collection => {
  for (const { path, named, isNameAsId } of references) {
    if (named !== undefined && isNameAsId && canSee(actor, named)) throw nameAsId(named);
    if (named === undefined || isNameAsId) throw noActiveCollection(path);
  }
  const [first, second] = references.map(({ named }) => named);
  if (first === undefined) {
    const message = 'is required, unless collection names the collection';
    throw invalid('invalid_input', [{ path: 'collectionId', message }]);
  }
  if (second !== undefined && second.id !== first.id) {
    const message = 'must name the same collection as collectionId';
    throw invalid('invalid_input', [{ path: 'collection', message }]);
  }
  return first;
};

const canSee = (actor: Actor, collection: Collection): boolean =>
  may(actor, 'read', { collection }).allowed && (collection.isActive || !readsAsPublic(actor));

const nameAsId = ({ id, name }: Collection): DomainError => {
  const message = `must be an id, and '${name}' is a name: send the id ${id}, or the name as collection`;
  return invalid('collection_not_found', [{ path: 'collectionId', message }]);
};
