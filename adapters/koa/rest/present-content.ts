import { hash } from 'node:crypto';
import type { ContentItemDto, ContentListMetaDto, JsonTextOf } from '../../../contracts/index.ts';
import type {
  ContentItem,
  EncodedItem,
  Form,
  ItemHead,
  ListForm,
  RenderedListing,
} from '../../../core/index.ts';
import { asJsonText, joinBytes } from './render-json.ts';

/** The public form of an item, until its `data`. Its author, version and origin are not exposed. */
const renderHead = (item: ItemHead): string => {
  const members = {
    id: item.id,
    title: item.title,
    slug: item.slug,
    status: item.status,
    collectionId: item.collectionId,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
  return `${JSON.stringify(members).slice(0, -1)},"data":`;
};

/** The `data` of an item is JSON text already. */
export const renderContentItem = (item: ContentItem): JsonTextOf<ContentItemDto> =>
  asJsonText(`${renderHead(item)}${item.data}}`);

const formKey = 'rest';

/** The whole body of the response with one item. */
export const itemForm: Form<EncodedItem> = {
  key: formKey,
  render: (item) => joinBytes([`{"data":${renderHead(item)}`, item.data, '}}']),
};

/** The body of a response with a list, until `meta`. */
export const listForm: ListForm<EncodedItem> = {
  key: formKey,
  render: (items) => {
    const parts = items.flatMap((item, at) => [
      `${at === 0 ? '' : '},'}${renderHead(item)}`,
      item.data,
    ]);
    return joinBytes(['{"data":[', ...parts, items.length === 0 ? ']' : '}]']);
  },
  // An item that was deleted and created again can have the same version, but not at the same time.
  tag: (items) => {
    const states = items.map(({ id, version, updatedAt, origin }) =>
      [id, version, updatedAt, origin?.digest].join(),
    );
    return hash('sha256', states.join(), 'base64url').slice(0, 22);
  },
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
