import { localesMax } from '../../../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { ContentInfoDto } from '../../../../../contracts/operations/content.ts';
import { api, hasStatus } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { showToast } from '../../../components/show-toast.ts';
import { chosenLanguage } from '../../../shell/chosen-language.ts';
import { locales, translationIn } from '../../../shell/locales.ts';
import { isAdmin, may } from '../../../shell/session.ts';
import type { Editing } from './editing.ts';
import { versionOf } from './edited-item.ts';
import { applyTemplate, type Template } from '../templates/apply-template.ts';
import { startEditing } from './start-editing.ts';
import type { JsonObject } from './json-path.ts';
import { readCopy } from './item-requests.ts';
import { isSameText, type ItemText } from './item-text.ts';
import { openTabs, randomId } from '../../../shell/current-tab.ts';
import {
  dropCopy,
  dropTaken,
  storeCopy,
  readCopies,
  type UnsavedCopy,
  type UnsavedCopies,
  type WorkPlace,
} from '../../../shell/unsaved/unsaved-copies.ts';
import { rename, urlOf } from '../../../shell/router.ts';
import type { UnsavedWork } from './unsaved-work.ts';

/** An item that is open in the editor. */
export interface OpenedItem {
  readonly editing: Editing;
  /** Undefined for a new item. */
  readonly info: ContentInfoDto | undefined;
  /** The unsaved work that was restored into the form. */
  readonly restored: UnsavedCopy<UnsavedWork> | undefined;
  /** Unsaved work of other tabs. */
  readonly others: readonly UnsavedCopy<UnsavedWork>[];
  /** Of a new item: names its unsaved work and its address until it is saved. */
  readonly draftId: string;
  readonly isReadOnly: boolean;
}

/** What the unsaved work of an item belongs to. Reads signals. */
export const placeOf = ({ editing, draftId }: OpenedItem): WorkPlace => {
  const { collection, stored, text } = editing;
  const id = stored.value?.item.id;
  const { title } = text.value;
  const kind = collection.displayName;
  return {
    what: id ?? `new:${draftId}`,
    title: id === undefined ? t.editor.newOf(title === '' ? kind : title) : title,
    url:
      id === undefined
        ? urlOf(`/content/new/${draftId}`, {
            collection: collection.name,
            locale: editing.newLocale.value,
          })
        : urlOf(`/content/${id}`),
  };
};

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
  displayName: t.editor.unknownCollection,
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

/** The form of a singleton has no title: its item is named like the collection. */
const emptyText = (collection: CollectionDto): ItemText => ({
  title: collection.singleton === true ? collection.displayName : '',
  slug: '',
  data: defaultsOf(collection),
});

/**
 * Opens unsaved work as a new item: somebody has deleted the item that it belonged to.
 *
 * @returns undefined if there is no such work.
 */
const openGone = async (id: string): Promise<OpenedItem | undefined> => {
  const { own, others } = await readCopies<UnsavedWork>(id);
  const copy = own ?? others[0];
  if (copy === undefined) return undefined;
  const collection = await findCollection((each) => each.name === copy.work.collection);
  if (collection === undefined || !may('create', collection.name)) return undefined;
  const work = { ...copy.work, base: emptyText(collection), etag: undefined };
  const editing = startEditing(collection, undefined, work.base, work);
  editing.newLocale.value = newLocaleIn(collection, work.locale);
  const opened = {
    editing,
    info: undefined,
    restored: copy,
    others: [],
    draftId: randomId(),
    isReadOnly: false,
  };
  await storeCopy(placeOf(opened), work);
  await (own === undefined ? dropTaken(copy) : dropCopy(own));
  return opened;
};

const noCopies: UnsavedCopies<UnsavedWork> = { own: undefined, others: [] };

/**
 * Opens an item, and the unsaved work of this tab. Unsaved work of a deleted item becomes a new one.
 *
 * @throws ApiError, OfflineError.
 */
export const openItem = async (id: string): Promise<OpenedItem> => {
  try {
    return await openStored(id);
  } catch (error) {
    const opened = hasStatus(error, 404) ? await openGone(id) : undefined;
    if (opened === undefined) throw error;
    rename(placeOf(opened).url);
    showToast({ text: t.editor.goneMovedToNew });
    return opened;
  }
};

const openStored = async (id: string): Promise<OpenedItem> => {
  const params = { id };
  const [{ body, headers }, info] = await Promise.all([
    api.getContent({ params }),
    api.getContentInfo({ params }),
  ]);
  const item = body.data;
  const { canEdit } = info.body.data;
  const [collection, copy] = await Promise.all([
    findCollection((each) => each.id === item.collectionId),
    canEdit ? readCopy(item) : undefined,
  ]);
  const state = { stored: { item, etag: headers.ETag ?? '' }, copy };
  const { text } = versionOf(state);
  const { own, others } = canEdit ? await readCopies<UnsavedWork>(id) : noCopies;
  // The page may have been closed between the save and the removal of the copy.
  const isStored = ({ work }: UnsavedCopy<UnsavedWork>): boolean =>
    work.unfinished.size === 0 && isSameText(work.text, text);
  const restored = own !== undefined && isStored(own) ? undefined : own;
  const editing = startEditing(
    collection ?? unknownCollection(item.collectionId),
    state,
    text,
    restored?.work,
  );
  return {
    editing,
    info: info.body.data,
    restored,
    others: others.filter((copy) => !isStored(copy)),
    draftId: randomId(),
    isReadOnly: !canEdit,
  };
};

/** The language of a new item: one in which the user may create items. Undefined in a collection without languages. */
const newLocaleIn = (
  { localized = false, name }: CollectionDto,
  wanted: string | undefined,
): string | undefined => {
  if (!localized) return undefined;
  const allowed = locales.peek().filter(({ code }) => may('create', name, code));
  return (allowed.find(({ code }) => code === wanted) ?? allowed[0] ?? locales.peek()[0])?.code;
};

/** Its item in a language or, without it, the one whose language comes first; undefined if the singleton has no item. */
const findSingleton = async (name: string, locale?: string): Promise<string | undefined> => {
  const { data } = (await api.listSummaries({ query: { collection: name, limit: localesMax } }))
    .body;
  return translationIn(data, locale)?.id;
};

/**
 * Opens the form of a new item; for a singleton that has its item, that item. Unsaved work of a new item is restored,
 * also if it is of another tab that is closed. With such work, the form opens even if a singleton has its item.
 *
 * @param choose asks for the template of an item that has no unsaved work; undefined for an empty item.
 * @param locale the language of the item, if the collection has languages: by default the default one.
 * @returns undefined if there is no such active collection. @throws ApiError, OfflineError.
 */
export const openNew = async (
  name: string,
  draftId: string,
  choose: (templates: readonly Template[]) => Promise<Template | undefined>,
  locale?: string,
): Promise<OpenedItem | undefined> => {
  const collection = await findCollection((each) => each.name === name && each.isActive);
  if (collection === undefined) return undefined;
  const { own, others } = await readCopies<UnsavedWork>(`new:${draftId}`);
  const single =
    collection.singleton === true
      ? await findSingleton(name, locale ?? chosenLanguage())
      : undefined;
  if (single !== undefined && own === undefined && others.length === 0) {
    const opened = await openItem(single);
    rename(placeOf(opened).url);
    return opened;
  }
  const [only, ...more] = others;
  const isOnly = own === undefined && only !== undefined && more.length === 0;
  const taken = isOnly && !(await openTabs()).has(only.tab) ? only : undefined;
  const restored = own ?? taken;
  const isReadOnly = !may('create', name);
  const { templates = [], singleton = false } = collection;
  const asks = templates.length > 0 && !singleton && !isReadOnly && restored === undefined;
  const template = asks ? await choose(templates) : undefined;
  const empty = emptyText(collection);
  const initial = template === undefined ? empty : applyTemplate(empty, template, collection);
  const editing = startEditing(collection, undefined, initial, restored?.work);
  editing.newLocale.value = newLocaleIn(collection, locale);
  const opened = {
    editing,
    info: undefined,
    restored,
    others: taken === undefined ? others : [],
    draftId,
    isReadOnly,
  };
  if (taken !== undefined) {
    await storeCopy(placeOf(opened), taken.work);
    await dropTaken(taken);
  }
  return opened;
};
