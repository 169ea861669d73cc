import type { ContentItem } from '../model/content/content-item.ts';
import { alternativeSlugs } from '../model/content/slug.ts';
import { groupOf } from '../model/content/translation.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';
import type { TrashRepository } from '../ports/repositories/trash-repository.ts';
import { sourceSlugOf } from './content-record.ts';
import type { ParsedContentRecord } from './parse-content-record.ts';

type Contents = Pick<
  ContentRepository,
  'findByIds' | 'findBySlug' | 'findByGroup' | 'findTakenSlugs'
>;

/**
 * Finds the stored items of the records: by id, or for records without an id by the slug of their source
 * in their collection and, if that is localised, their locale.
 */
export const storedItemFinder = async (
  contents: Contents,
  records: readonly ParsedContentRecord[],
): Promise<(record: ParsedContentRecord) => ContentItem | undefined> => {
  const ids = records.filter(({ hasId }) => hasId).map(({ item }) => item.id);
  const byId = new Map((await contents.findByIds(ids)).map((item) => [item.id, item]));
  const withoutId = new Map<ParsedContentRecord, ContentItem | undefined>();
  for (const record of records.filter(({ hasId }) => !hasId)) {
    withoutId.set(record, await findBySource(contents, record));
  }
  return (record) => (record.hasId ? byId.get(record.item.id) : withoutId.get(record));
};

/** The ids of the records that belong to items in the trash. */
export const findTrashedIds = async (
  { trash }: { readonly trash: Pick<TrashRepository, 'findIds'> },
  records: readonly ParsedContentRecord[],
): Promise<ReadonlySet<string>> => {
  const ids = records.filter(({ hasId }) => hasId).map(({ item }) => item.id);
  return ids.length === 0 ? new Set() : trash.findIds(ids);
};

const findBySource = async (
  contents: Contents,
  { item, alternativeSlug, placement }: ParsedContentRecord,
): Promise<ContentItem | undefined> => {
  const isOwn = (found: ContentItem): boolean =>
    found.collectionId === item.collectionId && sourceSlugOf(found) === item.slug;
  /** Of translations that share the slug, the one in the locale of the record. */
  const ownOf = async (found: ContentItem): Promise<ContentItem | undefined> => {
    if (item.locale === undefined) return isOwn(found) ? found : undefined;
    const group = await contents.findByGroup(groupOf(found).id);
    const own = group.filter((each) => each.slug === found.slug && isOwn(each));
    const exact = own.find(({ locale }) => locale === item.locale);
    // A record without a locale is about whatever has its slug.
    return exact ?? (placement.hasLocale ? undefined : own[0]);
  };
  const holder = await contents.findBySlug(item.slug);
  if (holder === undefined) return undefined;
  const own = await ownOf(holder);
  if (own !== undefined) return own;
  // An earlier import may have stored the item under another slug, because this one was taken.
  const others = [alternativeSlug ?? item.slug, ...alternativeSlugs(item.slug)];
  for (const slug of await contents.findTakenSlugs(others)) {
    const other = await contents.findBySlug(slug);
    const found = other && (await ownOf(other));
    if (found !== undefined) return found;
  }
  return undefined;
};
