import type { Actor } from '../access/actor.ts';
import { authorize, authorizeAnywhere } from '../access/authorize.ts';
import type { ContentItem } from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import {
  assertVersion,
  findStoredItem,
  untilUndisturbed,
  type ExpectedVersions,
} from './stored-item.ts';

/**
 * The slug is free again afterwards.
 *
 * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`,
 *   `version_mismatch`, `blocked_by_hook`, `overloaded`.
 */
export const deleteContent =
  (ports: ContentPorts) =>
  async (actor: Actor, id: string, expected?: ExpectedVersions): Promise<void> => {
    authorizeAnywhere(actor, 'delete');
    const item = await untilUndisturbed(ports, id, async () => {
      const stored = await findStoredItem(ports, id);
      authorize(actor, 'delete', {
        collection: stored.collection,
        ownerId: stored.item.authorId,
      });
      assertVersion(stored.item, expected);
      await ports.ask({ operation: 'content.delete', actor, item: stored.item });
      return remove(ports, stored.item);
    });
    await ports.tell({ type: 'content.deleted', item });
  };

const remove = async (
  { contents, contentCache }: ContentPorts,
  item: ContentItem,
): Promise<ContentItem | undefined> => {
  try {
    return (await contents.delete(item.id, item.version)) ? item : undefined;
  } finally {
    // Whatever came of it: a write whose answer was lost may be kept.
    await contentCache.forget([item]);
  }
};
