import type { CollectionDto } from '../../../../../contracts/collections.ts';
import type { ContentInfoDto } from '../../../../../contracts/content-info.ts';
import { api } from '../../../api/client.ts';
import { isAdmin, may } from '../../../shell/session.ts';
import type { Editing } from './editing.ts';
import { startEditing } from './start-editing.ts';
import type { JsonObject } from './json-path.ts';
import { isSameText, textOf } from './merge.ts';
import { keptKey, readKept, type Kept } from '../../../shell/kept-work-store.ts';
import type { UnsavedWork } from './unsaved-work.ts';

/** An item that is open in the editor. */
export interface OpenedItem {
  readonly editing: Editing;
  /** Undefined for a new item. */
  readonly info: ContentInfoDto | undefined;
  /** The unsaved work that was restored into the form. */
  readonly restored: Kept<UnsavedWork> | undefined;
  readonly isReadOnly: boolean;
}

/** Where unsaved work of an item is kept. */
export const workKey = ({ stored, collection }: Pick<Editing, 'stored' | 'collection'>): string =>
  keptKey(stored.value?.item.id ?? `new:${collection.name}`);

const findCollection = async (
  matches: (collection: CollectionDto) => boolean,
): Promise<CollectionDto | undefined> => {
  const query = isAdmin.value ? { includeInactive: true } : {};
  return (await api.listCollections({ query })).body.data.find(matches);
};

/** A collection that the user does not see: its schema is unknown, and its data is shown as JSON. */
const unknownCollection = (id: string): CollectionDto => ({
  id,
  name: '',
  displayName: 'Unknown collection',
  description: '',
  schema: { type: 'object', properties: {}, required: [] },
  isActive: false,
  created_at: 0,
  updated_at: 0,
});

const defaultsOf = ({ schema }: CollectionDto): JsonObject =>
  Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    ),
  );

/** @throws ApiError, OfflineError. */
export const openItem = async (id: string): Promise<OpenedItem> => {
  const params = { id };
  const [{ body, headers }, info] = await Promise.all([
    api.getContent({ params }),
    api.getContentInfo({ params }),
  ]);
  const item = body.data;
  const collection = await findCollection((each) => each.id === item.collectionId);
  const { canEdit } = info.body.data;
  const text = textOf(item);
  const kept = canEdit ? await readKept<UnsavedWork>(keptKey(id)) : undefined;
  // The page may have been closed between the save and the removal of the copy.
  const isStored = kept?.work.unfinished.size === 0 && isSameText(kept.work.text, text);
  const restored = isStored ? undefined : kept;
  const editing = startEditing(
    collection ?? unknownCollection(item.collectionId),
    { item, etag: headers.ETag ?? '' },
    text,
    restored?.work,
  );
  return { editing, info: info.body.data, restored, isReadOnly: !canEdit };
};

/** @returns undefined if there is no such active collection. @throws ApiError, OfflineError. */
export const openNew = async (name: string): Promise<OpenedItem | undefined> => {
  const collection = await findCollection((each) => each.name === name && each.isActive);
  if (collection === undefined) return undefined;
  const restored = await readKept<UnsavedWork>(keptKey(`new:${name}`));
  const initial = { title: '', slug: '', data: defaultsOf(collection) };
  const editing = startEditing(collection, undefined, initial, restored?.work);
  return { editing, info: undefined, restored, isReadOnly: !may('create', name) };
};
