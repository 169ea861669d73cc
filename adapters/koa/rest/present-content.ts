import { hash } from 'node:crypto';
import type { ContentItemDto, ContentListMetaDto, JsonTextOf } from '../../../contracts/index.ts';
import {
  formOfLists,
  type ContentItem,
  type EncodedItem,
  type Form,
  type ItemHead,
  type RenderedListing,
  type RenderedValue,
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
  render: (item) => [joinBytes([`{"data":${renderHead(item)}`, item.data, '}}'])],
};

/** The body of a response with a list, until `meta`. */
export const listForm = formOfLists<EncodedItem>({
  key: formKey,
  opening: Buffer.from('{"data":['),
  closing: Buffer.from(']'),
  renderOne: (item, isLast) => {
    const { text, tag } = listedItem(item);
    return { text: isLast ? text.subarray(0, -1) : text, tag };
  },
  tagOf: (tags) => hash('sha256', tags.join(), 'base64url').slice(0, 22),
});

/** Their text ends with a comma. Repositories return the same object again for an item that they keep. */
const listedItems = new WeakMap<EncodedItem, RenderedValue>();

const listedItem = (item: EncodedItem): RenderedValue => {
  const known = listedItems.get(item);
  if (known !== undefined) return known;
  const { id, version, updatedAt, origin } = item;
  const rendered = {
    text: joinBytes([renderHead(item), item.data, '},']),
    // An item that was deleted and created again can have the same version, but not at the same time.
    tag: [id, version, updatedAt, origin?.digest].join(),
  };
  listedItems.set(item, rendered);
  return rendered;
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
