import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { isVisible, visibilityFor, type Visibility } from '../access/visibility.ts';
import { subjects, type CacheReport } from '../caching/content-cache.ts';
import { notFound } from '../errors.ts';
import { readUuid } from '../uuid.ts';
import type { ContentItem } from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import { findStoredItem } from './stored-item.ts';
import { throttle } from './throttle.ts';

export interface GetContent {
  readonly id: string;
  /** The caller's address, for the throttle. */
  readonly client: string;
}

export interface ShownContent {
  /** What the caller's `render` made of the item. */
  readonly text: string;
  readonly version: number;
  readonly cache: CacheReport;
}

/**
 * @throws DomainError `not_found`, also for what the caller may not see; `token_scope`;
 *   `rate_limited`.
 */
export const getContent =
  (ports: ContentPorts) =>
  async (
    actor: Actor,
    command: GetContent,
    render: (item: ContentItem) => string,
  ): Promise<ShownContent> => {
    const settings = await ports.settings.load();
    await throttle(ports.limiter, settings, command.client);
    const id = readUuid(command.id);
    if (id === undefined) throw notFound('Content');
    const visibility = visibilityFor(actor, settings);
    const { facts, text, cache } = await ports.contentCache.read(
      { settings, visibility, subject: subjects.item(id), query: ['item'] },
      async () => {
        const item = await findReadable(ports, actor, visibility, id);
        return { facts: { version: item.version }, text: render(item) };
      },
    );
    return { text, version: facts.version, cache };
  };

/** What it answers depends on nothing that the visibility does not carry: others get the same. */
const findReadable = async (
  ports: Pick<ContentPorts, 'contents' | 'collections'>,
  actor: Actor,
  visibility: Visibility,
  id: string,
): Promise<ContentItem> => {
  const { item, collection } = await findStoredItem(ports, id);
  if (!isVisible(visibility, item, collection)) throw notFound('Content');
  authorize(actor, 'read', { collection });
  return item;
};
