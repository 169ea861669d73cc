import type { ContentListing, Expansion } from '../../../../core/index.ts';
import { groupOf, noId, type ContentItem } from '../../../../core/vocabulary.ts';

type TaggedItem = Pick<ContentItem, 'id' | 'collectionId' | 'createdAt' | 'locale' | 'group'>;

/** What an answer was made of. */
interface Sources {
  /** See {@link listTag}. */
  readonly lists: readonly string[];
  /** Undefined for items that are not read yet. */
  readonly items: readonly TaggedItem[] | undefined;
  /** `late` if it is not read yet. */
  readonly expansion?:
    | Pick<Expansion, 'items' | 'media' | 'lacksItems' | 'lacksMedia'>
    | 'late'
    | undefined;
}

/** @param collectionId undefined for the items of all collections. */
export const listTag = (collectionId: string | undefined): string =>
  collectionId === undefined || collectionId === noId ? 'list' : `list:${collectionId}`;

/** The tag of a page: that of the collection for which it was asked, or of all items. */
export const listTagOf = ({ conditions }: Pick<ContentListing, 'conditions'>): string =>
  listTag(conditions.find(({ field }) => field === 'collectionId')?.value);

const tagsMax = 128;

/** Many proxies accept 4 KB of headers by default. */
const charactersMax = 3_000;

/**
 * By these tags, a cache finds the answers that a change concerns: `site`; `list`, or `list:<collection>`; `item:<id>` for
 * each item, `group:<id>` for each group of translations of which it has an item, and `media:<id>` for each media file. If these are too many or not known, a tag of lists stands for the items,
 * and `media` for all media files.
 */
const tagsOf = ({ lists, items = [], expansion }: Sources): readonly string[] => {
  const { items: included, media, lacksItems, lacksMedia } = partsOf(expansion);
  const all = [...items, ...included];
  const broad = ['site', ...new Set([...lists, ...(lacksItems ? ['list'] : [])])];
  const files = lacksMedia ? ['media'] : media.map(({ id }) => `media:${id}`);
  const tags = [...broad, ...new Set(all.flatMap(tagsOfItem)), ...files];
  if (fits(tags)) return tags;
  const collections = all.map(({ collectionId }) => `list:${collectionId}`);
  const fewer = [...new Set([...broad, ...collections]), ...(files.length > 0 ? ['media'] : [])];
  return fits(fewer) ? fewer : ['site', 'list', 'media'];
};

const tagsOfItem = (item: TaggedItem): readonly string[] =>
  item.locale === undefined
    ? [`item:${item.id}`]
    : [`item:${item.id}`, `group:${groupOf(item).id}`];

const partsOf = (
  expansion: Sources['expansion'],
): Exclude<Sources['expansion'], 'late' | undefined> =>
  expansion === undefined || expansion === 'late'
    ? { items: [], media: [], lacksItems: expansion === 'late', lacksMedia: expansion === 'late' }
    : expansion;

const fits = (tags: readonly string[]): boolean =>
  tags.length <= tagsMax && tags.join(' ').length <= charactersMax;

interface TagHeaders {
  readonly 'X-Quoin-Tags': string;
  readonly 'Cache-Tag'?: string;
  readonly 'Surrogate-Key'?: string;
}

/** @param forNetworks whether content delivery networks get the tags in the headers that they read, too. */
export const tagHeaders =
  (forNetworks: boolean) =>
  (sources: Sources): TagHeaders => {
    const tags = tagsOf(sources);
    const text = tags.join(' ');
    return forNetworks
      ? { 'X-Quoin-Tags': text, 'Cache-Tag': tags.join(','), 'Surrogate-Key': text }
      : { 'X-Quoin-Tags': text };
  };
