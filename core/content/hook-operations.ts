import type { Actor } from '../access/actor.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { ContentItem } from './content-item.ts';

/**
 * Asks the hooks about everything that a write amounts to: an item that is created as published is
 * published too. @throws DomainError `blocked_by_hook`.
 */
export const askAboutWrite = async (
  ask: AskHooks,
  actor: Actor,
  before: ContentItem | undefined,
  item: ContentItem,
): Promise<void> => {
  if (before === undefined) await ask({ operation: 'content.create', actor, item });
  else await ask({ operation: 'content.update', actor, before, item });
  const wasPublished = before?.status === 'published';
  const isPublished = item.status === 'published';
  if (isPublished && !wasPublished)
    await ask({ operation: 'content.publish', actor, before, item });
  if (wasPublished && !isPublished) {
    await ask({ operation: 'content.unpublish', actor, before, item });
  }
};
