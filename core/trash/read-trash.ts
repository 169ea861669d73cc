import { authorizeSomewhere } from '../access/policy.ts';
import { boundedCount, exactCountMax, type BoundedCount } from '../model/content/bounded-count.ts';
import { seesCollection } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { TrashEntry } from '../model/content/trashed-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { authorizeAny, sharesOf, visibleTrash } from './trash-access.ts';

export interface ListTrash extends PageRequest {
  /** The name of a collection. */
  readonly collection?: string | undefined;
}

type ReadDependencies = Pick<Dependencies, 'trash' | 'collections'>;

export const listTrash =
  (dependencies: ReadDependencies) =>
  async (
    actor: Actor,
    { collection: name, ...request }: ListTrash,
  ): Promise<readonly TrashEntry[]> => {
    authorizeSomewhere(actor, 'delete');
    const page = parsePage(request);
    const { collections, trash } = dependencies;
    if (name === undefined) return trash.list(await visibleTrash(dependencies, actor), page);
    const collection = await collections.findByName(name);
    if (collection === undefined || !seesCollection(actor, collection)) return [];
    authorizeAny(actor, collection.id);
    return trash.list(sharesOf(actor, [collection]), page);
  };

export type CountTrash = Pick<ListTrash, 'collection'>;

/** The number of items in the trash of one collection. */
export interface TrashedCount extends BoundedCount {
  readonly collectionId: string;
  /** The name of the collection. */
  readonly collection: string;
}

export const countTrash =
  ({ trash, collections }: ReadDependencies) =>
  async (actor: Actor, { collection: asked }: CountTrash): Promise<readonly TrashedCount[]> => {
    authorizeSomewhere(actor, 'delete');
    const all = await collections.list();
    const wanted = all.filter(
      (each) => (asked ?? each.name) === each.name && seesCollection(actor, each),
    );
    if (asked !== undefined) wanted.forEach(({ id }) => authorizeAny(actor, id));
    const shares = sharesOf(actor, wanted);
    const counted = new Map(
      (await trash.count(shares, exactCountMax + 1)).map((each) => [each.collectionId, each.count]),
    );
    const seen = new Set([...shares.whole, ...shares.owned]);
    return wanted
      .filter(({ id }) => seen.has(id))
      .map(({ id, name }) => ({
        collectionId: id,
        collection: name,
        ...boundedCount(counted.get(id) ?? 0),
      }));
  };
