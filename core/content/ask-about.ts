import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import type { DecidedChange } from '../model/content/content-change.ts';

/**
 * Asks the hooks, before anything is locked. Creating a published item triggers `content.publish` too, and so does
 * publishing a working copy of one. Restoring an item from the trash counts as creating it.
 *
 * @returns the change to store.
 */
export const askAbout = async <Change extends DecidedChange>(
  askHooks: AskHooks,
  actor: Actor,
  change: Change,
): Promise<Change> => {
  if (change.kind === 'delete') {
    await askHooks({ operation: 'content.delete', actor, item: change.item });
    return change;
  }
  const before = change.kind === 'update' ? change.before : undefined;
  const { item } = await (before === undefined
    ? askHooks({ operation: 'content.create', actor, item: change.item })
    : askHooks({ operation: 'content.update', actor, before, item: change.item }));
  const wasPublished = before?.status === 'published';
  const isPublished = item.status === 'published';
  const publishesCopy = change.kind === 'update' && change.expected?.copy !== undefined;
  if (wasPublished === isPublished && !publishesCopy) return { ...change, item };
  const operation = isPublished ? 'content.publish' : 'content.unpublish';
  return { ...change, item: (await askHooks({ operation, actor, before, item })).item };
};
