import type { ContentItemDto, ContentListMetaDto, JsonTextOf } from '../../../contracts/index.ts';
import type { ContentItem, ContentListing } from '../../../core/index.ts';
import { renderList, renderWith, storedJson } from './render-json.ts';

/** What the world sees of an item; its author, version and origin stay inside. */
export const renderContentItem = (item: ContentItem): JsonTextOf<ContentItemDto> =>
  renderWith(
    {
      id: item.id,
      title: item.title,
      slug: item.slug,
      status: item.status,
      collectionId: item.collectionId,
      created_at: item.createdAt,
      updated_at: item.updatedAt,
    },
    'data',
    storedJson(item.data),
  );

export const renderContentItems = (
  items: readonly ContentItem[],
): JsonTextOf<readonly ContentItemDto[]> => renderList(items.map(renderContentItem));

/** What the caller asked for and what ran. */
export const presentListing = ({
  limit,
  offset,
  conditions,
  trace,
}: ContentListing): Pick<ContentListMetaDto, 'filter' | 'query'> => ({
  filter: { limit, offset, where: { and: conditions } },
  query: { sql: trace?.statement ?? '', params: trace?.parameters ?? [] },
});
