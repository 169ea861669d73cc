import { namesById, type Collection } from '../model/collection.ts';
import { exportedMembers, pickMembers, type ContentItem } from '../model/content/content-item.ts';
import { groupOf } from '../model/content/translation.ts';
import type { TranslationSource } from '../model/content/translation-source.ts';
import type { TranslationRepository } from '../ports/repositories/translation-repository.ts';
import type { UserRepository } from '../ports/repositories/user-repository.ts';
import { decodeJson } from '../primitives/json.ts';
import { isArchiveOrigin, type ExportedContent } from './content-record.ts';

/** How an export names what ids refer to. */
export interface Naming {
  /** The name of a collection; its id if it was deleted. */
  readonly collection: (id: string) => string;
  /** The e-mail address of a user; undefined if the account was deleted. */
  readonly user: (id: string | undefined) => Promise<string | undefined>;
}

/** Looks every user up once. */
export const namingOf = (
  collections: readonly Collection[],
  users: Pick<UserRepository, 'findById'>,
): Naming => {
  const names = namesById(collections);
  const emails = new Map<string, string | undefined>();
  return {
    collection: (id) => names.get(id) ?? id,
    user: async (id) => {
      if (id === undefined) return undefined;
      if (!emails.has(id)) emails.set(id, (await users.findById(id))?.email);
      return emails.get(id);
    },
  };
};

/** What items were made from, as translations, by their id. Items without a locale cost nothing. */
export const sourcesOf = async (
  translations: Pick<TranslationRepository, 'findSources'>,
  items: readonly ContentItem[],
): Promise<ReadonlyMap<string, TranslationSource>> => {
  const ids = items.flatMap(({ id, locale }) => (locale === undefined ? [] : [id]));
  const found = ids.length === 0 ? [] : await translations.findSources(ids);
  return new Map(found.map((source) => [source.contentId, source]));
};

export const exportedContent = async (
  item: ContentItem,
  naming: Naming,
  source?: TranslationSource,
): Promise<ExportedContent> => ({
  ...pickMembers(item, exportedMembers),
  collection: naming.collection(item.collectionId),
  data: decodeJson(item.data),
  author: await naming.user(item.authorId),
  // The origin of an item whose only source is an export is not exported.
  origin: item.origin !== undefined && isArchiveOrigin(item.origin) ? undefined : item.origin,
  ...exportedPlacement(item),
  ...(source && {
    source: { id: source.sourceId, version: source.version, fields: source.prints },
  }),
});

/** Items of collections that are not localised have none of these members. */
const exportedPlacement = (
  item: ContentItem,
): Pick<ExportedContent, 'locale' | 'group' | 'groupSince'> => {
  const { locale, group } = item;
  if (locale === undefined) return {};
  return { locale, group: groupOf(item).id, ...(group && { groupSince: group.since }) };
};
