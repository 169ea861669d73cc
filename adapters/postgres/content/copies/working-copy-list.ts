import type { WorkingCopyQuery } from '../../../../core/store.ts';
import type { Slug, WorkingCopyEntry } from '../../../../core/vocabulary.ts';
import { authorColumns, authorOf, type AuthorColumns } from '../../accounts/author-row.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import { equalitiesByRange, leadingColumns, type Equality } from '../index-order.ts';

/** The placeholders of the values that only some lists have. */
interface Places {
  readonly author?: string | undefined;
  readonly within?: string | undefined;
  /** Of the locales to which some collections are limited: an object with lists of codes, by the ids of collections. */
  readonly limits?: string | undefined;
  readonly locale?: string | undefined;
  /** Of the localised collections, which `$4` does not have then. */
  readonly localized?: string | undefined;
}

/**
 * Copies of items in the trash are skipped, and those of items in other locales than the ones to which their collection is
 * limited. Not as a join, which the planner could begin with all items.
 */
const isListed = ({ limits }: Places): string => {
  const limit = `${limits}::jsonb -> collection_id::text`;
  const isInLocale =
    limits === undefined
      ? 'true'
      : `${limit} is null or coalesce(jsonb_exists(${limit}, locale), false)`;
  return `(select ${isInLocale} from content where id = content_copies.content_id)`;
};

/** Finds the first keys in each collection of `ids`. */
const keysIn = (
  places: Places,
  ids: string,
  conditions: readonly string[],
  time: string,
  locale: readonly Equality[] = [],
): string => {
  const equalities: readonly Equality[] = [['item_collection_id', 'wanted.id'], ...locale];
  const leading = leadingColumns(equalities).map((column) => `${column} desc`);
  return (
    `select keys.* from unnest(${ids}::uuid[]) wanted (id) cross join lateral (` +
    'select content_id, updated_at from content_copies ' +
    `where ${[...conditions, equalitiesByRange(equalities)].join(' and ')} ` +
    `and ${isListed(places)} ` +
    `order by ${leading.join(', ')}, ${time} desc, content_id desc limit $3) keys`
  );
};

/** For each collection of items, and each one in which copies put them. */
const keysOfPairs = (places: Places): string =>
  `select keys.* from unnest($4::uuid[]) wanted (id) cross join unnest(${places.within}::uuid[]) target (id) ` +
  'cross join lateral (select content_id, updated_at from content_copies where ' +
  `${equalitiesByRange([
    ['item_collection_id', 'wanted.id'],
    ['collection_id', 'target.id'],
  ])} and ${isListed(places)} ` +
  'order by collection_id desc, updated_at desc, content_id desc limit $3) keys';

/**
 * The first keys of each kind of copies that a list has. The indexes of the owner and of the author have no locale: their copies
 * are few. The owner of the copies of an author is compared such that only the index for authors fits.
 */
const keysOf = (places: Places): readonly string[] => {
  const { author, within, locale, localized } = places;
  const isWithin =
    within === undefined ? [] : [`array_position(${within}::uuid[], collection_id) > 0`];
  const isInLocale = locale === undefined ? [] : [`coalesce(item_locale, ${locale}) = ${locale}`];
  const others = [...isInLocale, ...isWithin];
  if (author !== undefined) {
    const mine = `author_id = ${author}::uuid`;
    const isOwner = 'item_author_id is not distinct from $6::uuid';
    return [
      keysIn(places, '$4', [mine, ...others], 'updated_at + 0'),
      keysIn(places, '$5', [mine, isOwner, ...others], 'updated_at + 0'),
    ];
  }
  const owned = keysIn(places, '$5', ['item_author_id = $6::uuid', ...others], 'updated_at + 0');
  if (locale === undefined || localized === undefined) {
    return [
      within === undefined ? keysIn(places, '$4', [], 'updated_at') : keysOfPairs(places),
      owned,
    ];
  }
  return [
    keysIn(places, '$4', isWithin, 'updated_at'),
    keysIn(places, localized, isWithin, 'updated_at', [['item_locale', locale]]),
    owned,
  ];
};

/** Columns with equal lengths only are read and compared, and only if the item has another version than the base. */
const isOutdated =
  'item.version <> copy.base_version and (item.title <> copy.base_title or ' +
  'item.slug <> copy.base_slug or item.collection_id <> copy.base_collection_id or ' +
  'item.data_bytes <> copy.base_bytes or item.data::text <> copy.base_data::text)';

const listText = (keys: readonly string[]): string =>
  'select copy.content_id, copy.title, copy.slug, item.collection_id, copy.base_version, ' +
  `${isOutdated} as is_outdated, copy.updated_at, copy.author_id, ${authorColumns} from ` +
  `(select * from (${keys.join(' union all ')}) merged ` +
  'order by updated_at desc, content_id desc limit $1 offset $2) page ' +
  // `offset 0` keeps the planner from joining by reading the whole table.
  'cross join lateral (select * from content_copies where content_id = page.content_id offset 0) copy ' +
  'cross join lateral (select * from content where id = page.content_id offset 0) item ' +
  'left join lateral (select * from users where id = copy.author_id offset 0) author on true ' +
  'order by page.updated_at desc, page.content_id desc';

const statements = new Map<string, Statement>();

/** The statement for the values that a list has. Its text is made once. */
const listOf = (places: Places): Statement => {
  const name = ['copies', ...Object.keys(places)].join('_');
  const known = statements.get(name) ?? { name, text: listText(keysOf(places)) };
  statements.set(name, known);
  return known;
};

export const copyListStatement = ({
  all,
  own,
  ownerId,
  locales,
  authorId,
  within,
  locale,
  limit,
  offset,
}: WorkingCopyQuery): { readonly statement: Statement; readonly values: readonly Value[] } => {
  // Without an owner, `is not distinct from` would match items that belong to nobody.
  const owned = ownerId === undefined ? [] : own;
  // The index of an author has no locale, so that all collections are read in the same way.
  const localized =
    authorId === undefined ? all.filter((id) => locale?.localized.includes(id) === true) : [];
  const others = all.filter((id) => !localized.includes(id));
  const values: Value[] = [limit, offset, limit + offset, others, owned, ownerId ?? null];
  const limits = locales?.map((each) => [each.collectionId, each.locales]);
  const asked = {
    author: authorId,
    within,
    limits: limits && JSON.stringify(Object.fromEntries(limits)),
    locale: locale?.code,
    localized: locale && authorId === undefined ? localized : undefined,
  };
  const places: Record<string, string> = {};
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) continue;
    values.push(value);
    places[name] = `$${values.length}${name === 'locale' ? '::text' : ''}`;
  }
  return { statement: listOf(places), values };
};

export interface EntryRow extends AuthorColumns {
  readonly content_id: string;
  readonly title: string;
  readonly slug: string;
  readonly collection_id: string;
  readonly base_version: number;
  readonly is_outdated: boolean;
  readonly updated_at: string;
  readonly author_id: string | null;
}

export const entryOf = (row: EntryRow): WorkingCopyEntry => ({
  contentId: row.content_id,
  title: row.title,
  slug: row.slug as Slug,
  collectionId: row.collection_id,
  baseVersion: row.base_version,
  isOutdated: row.is_outdated,
  updatedAt: Number(row.updated_at),
  author: authorOf(row.author_id ?? undefined, row),
});
