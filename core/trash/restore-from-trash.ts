import { authorizeSomewhere } from '../access/policy.ts';
import type { ContentWriter } from '../content/content-writer.ts';
import { groupOfItsOwn } from '../content/place-in.ts';
import { retryOnConflict } from '../content/stored-item.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { parseSlug } from '../model/content/slug.ts';
import { placementIn } from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { laterOf } from '../primitives/time.ts';
import { findTrashedItem } from './trash-access.ts';

export interface RestoreFromTrash {
  /** Another slug for the item. */
  readonly slug?: string | undefined;
  /** Whether it comes back as a group of its own, without its translations. Defaults to false. */
  readonly alone?: boolean | undefined;
}

export type RestoreDependencies = Pick<
  Dependencies,
  'trash' | 'contents' | 'collections' | 'clock' | 'ids'
> & {
  readonly contentWriter: Pick<ContentWriter, 'write'>;
  readonly itemGates: KeyedGates;
  readonly hooks: readonly Hook[];
};

export const restoreFromTrash =
  (dependencies: RestoreDependencies) =>
  async (
    actor: Actor,
    id: string,
    { slug: rawSlug, alone = false }: RestoreFromTrash = {},
  ): Promise<ContentItem> => {
    authorizeSomewhere(actor, 'delete');
    return retryOnConflict(dependencies, id, async () => {
      const { item: before } = await findTrashedItem(dependencies, actor, id);
      const slug = rawSlug === undefined ? before.slug : parseSlug(rawSlug);
      const collection = await dependencies.collections.findById(before.collectionId);
      // Without the collection, the item was deleted with it after it was read.
      if (collection === undefined) throw notFound('Deleted content');
      if (!collection.isActive) throw isInactive(collection);
      const placement = placementIn(collection, before);
      const item: ContentItem = {
        ...before,
        ...placement,
        ...(alone &&
          placement.locale !== undefined && { group: await groupOfItsOwn(dependencies, before) }),
        slug,
        status: before.status === 'published' ? 'draft' : before.status,
        version: before.version + 1,
        updatedAt: laterOf(before.updatedAt, dependencies.clock.now()),
      };
      return dependencies.contentWriter.write(actor, {
        kind: 'recover',
        before,
        item,
        collection,
      });
    });
  };

const isInactive = ({ displayName }: Collection): DomainError =>
  new DomainError('collection_inactive', `The collection '${displayName}' is not active`, {
    details: 'Activate the collection, then restore the content',
  });
