import type { ContentItemDto, ContentListMetaDto, JsonTextOf } from '../../../contracts/index.ts';
import type { ContentItem, Form, RenderedListing } from '../../../core/index.ts';
import { renderList, renderWith, storedJson } from './render-json.ts';

/** The public form of an item. Its author, version and origin are not exposed. */
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

/**
 * The forms that are cached. Increase the version with every change of the bytes: instances of two
 * releases share a cache during a rolling update.
 */
const version = 'rest:1';

export const itemForm: Form<ContentItem> = { key: version, render: renderContentItem };

export const listForm: Form<readonly ContentItem[]> = {
  key: version,
  render: (items) => renderList(items.map(renderContentItem)),
};

/** What the caller asked for, and the statement that ran. */
export const presentListing = ({
  limit,
  offset,
  conditions,
  trace,
}: RenderedListing): Pick<ContentListMetaDto, 'filter' | 'query'> => ({
  filter: { limit, offset, where: { and: conditions } },
  query: { sql: trace?.statement ?? '', params: trace?.parameters ?? [] },
});
