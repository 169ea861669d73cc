import { blockMerge, strictHandling } from '../../../../../contracts/client/preferences.ts';
import type {
  ContentItemDto,
  WorkingCopyDto,
} from '../../../../../contracts/schemas/content-schemas.ts';
import { api, hasCode, hasStatus, lenientApi } from '../../../api/client.ts';
import type { ContentStatus, StoredCopy, StoredItem, StoredState } from './editing.ts';
import { isSameJson } from './json-path.ts';
import { isSameText, type ItemText } from './item-text.ts';

/** @throws ApiError, OfflineError. */
export const readItem = async (id: string): Promise<StoredItem> => {
  const { body, headers } = await api.getContent({ params: { id } });
  return { item: body.data, etag: headers.ETag ?? '' };
};

const draftsMax = 1_000;

/** Whether an item may have a working copy: the browser reports a request for one that is not there as an error. */
const mayHaveCopy = async (item: ContentItemDto): Promise<boolean> => {
  const { id, status } = item;
  if (status === 'published') {
    const query = { perspective: 'drafts' } as const;
    const shown = (await api.getContent({ params: { id }, query })).body.data;
    return shown.updated_at !== item.updated_at || !isSameText(shown, item);
  }
  if (item.published_at === null) return false;
  const { data } = (await api.listDrafts({ query: { limit: draftsMax } })).body;
  return data.length === draftsMax || data.some((entry) => entry.id === id);
};

/** Undefined if the item has no working copy with changes. @throws ApiError, OfflineError. */
export const readCopy = async (item: ContentItemDto): Promise<StoredCopy | undefined> => {
  try {
    if (!(await mayHaveCopy(item))) return undefined;
    const { body, headers } = await api.getDraft({ params: { id: item.id } });
    return { copy: body.data, etag: headers.ETag ?? '' };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
};

/** @throws ApiError, OfflineError. */
export const readState = async (id: string): Promise<StoredState> => {
  const stored = await readItem(id);
  return { stored, copy: await readCopy(stored.item) };
};

/** The text on which a working copy is based; undefined if the history does not have it. */
export const readBase = async ({ copy }: StoredCopy): Promise<ItemText | undefined> => {
  const params = { id: copy.id, version: String(copy.baseVersion) };
  try {
    return (await api.getRevision({ params })).body.data;
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
};

interface NewItem extends Omit<ItemText, 'slug'> {
  readonly collectionId: string;
  /** The service generates one from the title otherwise. */
  readonly slug?: string;
  readonly status?: ContentStatus;
  readonly locale?: string;
}

/** A note for the history. The service reads the bytes of the header as UTF-8. */
const noteHeader = (note: string): { readonly 'X-Change-Note'?: string } =>
  note === '' ? {} : { 'X-Change-Note': String.fromCharCode(...new TextEncoder().encode(note)) };

interface WriteOptions {
  readonly note?: string;
  /** Keeps keys of the data that neither the schema nor the stored item has. */
  readonly isLenient?: boolean | undefined;
}

const clientOf = ({ isLenient = false }: WriteOptions): typeof api =>
  isLenient ? lenientApi : api;

/** @throws ApiError, OfflineError. */
export const createItem = async (item: NewItem, options: WriteOptions): Promise<StoredItem> => {
  const request = { headers: noteHeader(options.note ?? ''), body: item };
  const { body, headers } = await clientOf(options).createContent(request);
  return { item: body.data, etag: headers.ETag ?? '' };
};

type Changes = Partial<ItemText> & { readonly status?: ContentStatus };

interface UpdateOptions extends WriteOptions {
  /** The version that must be stored; undefined for any. */
  readonly version?: string | undefined;
  /** Applies the changes to a later version, if that changed other members and blocks only. */
  readonly isMerging?: boolean;
  readonly isAutosave?: boolean;
}

/** The item after a change of it. */
interface UpdatedItem extends StoredItem {
  /** Whether it had another version than the named one. */
  readonly isMerged: boolean;
}

/** @throws ApiError, OfflineError. */
export const updateItem = async (
  id: string,
  changes: Changes,
  options: UpdateOptions = {},
): Promise<UpdatedItem> => {
  const { version, isMerging = false, isAutosave = false, note = '', isLenient = false } = options;
  const preferences = [
    ...(isLenient ? [] : [strictHandling]),
    ...(isMerging ? [blockMerge] : []),
    ...(isAutosave ? ['autosave'] : []),
  ];
  const { body, headers } = await clientOf(options).updateContent({
    params: { id },
    headers: {
      'If-Match': version,
      ...(preferences.length > 0 && { Prefer: preferences.join(', ') }),
      ...noteHeader(note),
    },
    body: changes,
  });
  const isMerged = headers['Preference-Applied']?.includes('merge') === true;
  return { item: body.data, etag: headers.ETag ?? '', isMerged };
};

/**
 * Changes the working copy of a published item. Without changes, begins one with the published text, or returns
 * the one that there is.
 *
 * @param version of the copy that must be stored; undefined for any. @throws ApiError, OfflineError.
 */
export const saveCopy = async (
  id: string,
  changes: Partial<ItemText>,
  version?: string,
  options: Pick<WriteOptions, 'isLenient'> = {},
): Promise<StoredCopy> => {
  const { body, headers } = await clientOf(options).saveDraft({
    params: { id },
    headers: { 'If-Match': version },
    body: changes,
  });
  return { copy: body.data, etag: headers.ETag ?? '' };
};

/** @throws ApiError, OfflineError. */
export const deleteCopy = async ({ copy: { id }, etag }: StoredCopy): Promise<void> => {
  await api.discardDraft({ params: { id }, headers: { 'If-Match': etag } });
};

/** Makes a working copy what readers see, merged with what they see now. @throws ApiError, OfflineError. */
export const publishCopy = async (
  { copy: { id }, etag }: StoredCopy,
  note: string,
): Promise<StoredItem> => {
  const { body, headers } = await api.publishDraft({
    params: { id },
    headers: { 'If-Match': etag, Prefer: `${strictHandling}, ${blockMerge}`, ...noteHeader(note) },
  });
  return { item: body.data, etag: headers.ETag ?? '' };
};

/** The answer is what `to` names. */
const restore = async (
  id: string,
  body: { readonly version: number; readonly to: 'live' | 'draft' },
  ifMatch: string | undefined,
) => {
  const headers = { 'If-Match': ifMatch };
  const answer = await api.restoreContent({ params: { id }, headers, body });
  return { data: answer.body.data, etag: answer.headers.ETag ?? '' };
};

/** Writes the text of an earlier version as a new one. @throws ApiError, OfflineError. */
export const restoreItem = async (
  id: string,
  version: number,
  ifMatch: string | undefined,
): Promise<StoredItem> => {
  const { data, etag } = await restore(id, { version, to: 'live' }, ifMatch);
  return { item: data as ContentItemDto, etag };
};

/** Replaces a working copy with the text of an earlier version. @throws ApiError, OfflineError. */
export const restoreCopy = async (
  id: string,
  version: number,
  ifMatch: string | undefined,
): Promise<StoredCopy> => {
  const { data, etag } = await restore(id, { version, to: 'draft' }, ifMatch);
  return { copy: data as WorkingCopyDto, etag };
};

/** The members in which a text differs from what is stored. */
export const changedMembers = (text: ItemText, stored: ItemText): Partial<ItemText> => ({
  ...(text.title !== stored.title && { title: text.title }),
  ...(text.slug !== stored.slug && { slug: text.slug }),
  ...(!isSameJson(text.data, stored.data) && { data: text.data }),
});

/** Whether a write failed because what is stored has changed, or the item or its working copy is gone. */
export const isStale = (error: unknown): boolean =>
  hasStatus(error, 412) || hasStatus(error, 404) || hasCode(error, 'not_published');
