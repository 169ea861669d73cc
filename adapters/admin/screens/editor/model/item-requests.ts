import { api } from '../../../api/client.ts';
import type { ContentStatus, StoredItem } from './editing.ts';
import { isSame } from './json-path.ts';
import type { ItemText } from './merge.ts';

/** @throws ApiError, OfflineError. */
export const readItem = async (id: string): Promise<StoredItem> => {
  const { body, headers } = await api.getContent({ params: { id } });
  return { item: body.data, etag: headers.ETag ?? '' };
};

interface NewItem extends Omit<ItemText, 'slug'> {
  readonly collectionId: string;
  /** The service generates one from the title otherwise. */
  readonly slug?: string;
  readonly status?: ContentStatus;
}

/** @throws ApiError, OfflineError. */
export const createItem = async (item: NewItem): Promise<StoredItem> => {
  const { body, headers } = await api.createContent({ body: item });
  return { item: body.data, etag: headers.ETag ?? '' };
};

type Changes = Partial<ItemText> & { readonly status?: ContentStatus };

/** @param version that must be stored; undefined for any. @throws ApiError, OfflineError. */
export const updateItem = async (
  id: string,
  changes: Changes,
  version?: string,
): Promise<StoredItem> => {
  const { body, headers } = await api.updateContent({
    params: { id },
    headers: { 'If-Match': version },
    body: changes,
  });
  return { item: body.data, etag: headers.ETag ?? '' };
};

/** The members in which a text differs from what is stored. */
export const changedMembers = (text: ItemText, stored: ItemText): Partial<ItemText> => ({
  ...(text.title !== stored.title && { title: text.title }),
  ...(text.slug !== stored.slug && { slug: text.slug }),
  ...(!isSame(text.data, stored.data) && { data: text.data }),
});
