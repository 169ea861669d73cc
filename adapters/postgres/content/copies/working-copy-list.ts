import type { WorkingCopyQuery } from '../../../../core/store.ts';
import type { Slug, WorkingCopyEntry } from '../../../../core/vocabulary.ts';
import { authorColumns, authorOf, type AuthorColumns } from '../../accounts/author-row.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import { equalitiesByRange } from '../index-order.ts';

/** Finds the first keys in one collection of `ids`. Copies of items in the trash are skipped. */
const keysIn = (ids: string, conditions: readonly string[], time: string): string =>
  `select keys.* from unnest(${ids}::uuid[]) wanted (id) cross join lateral (` +
  'select content_id, updated_at from content_copies ' +
  `where ${[...conditions, equalitiesByRange([['item_collection_id', 'wanted.id']])].join(' and ')} ` +
  // Not as a join, which the planner could begin with all items.
  'and (select true from content where id = content_copies.content_id) ' +
  `order by item_collection_id desc, ${time} desc, content_id desc limit $3) keys`;

/** Columns with equal lengths only are read and compared, and only if the item has another version than the base. */
const isOutdated =
  'item.version <> copy.base_version and (item.title <> copy.base_title or ' +
  'item.slug <> copy.base_slug or item.collection_id <> copy.base_collection_id or ' +
  'item.data_bytes <> copy.base_bytes or item.data::text <> copy.base_data::text)';

const list = (name: string, keys: readonly string[]): Statement => ({
  name,
  text:
    'select copy.content_id, copy.title, copy.slug, item.collection_id, copy.base_version, ' +
    `${isOutdated} as is_outdated, copy.updated_at, copy.author_id, ${authorColumns} from ` +
    `(select * from (${keys.join(' union all ')}) merged ` +
    'order by updated_at desc, content_id desc limit $1 offset $2) page ' +
    // `offset 0` keeps the planner from joining by reading the whole table.
    'cross join lateral (select * from content_copies where content_id = page.content_id offset 0) copy ' +
    'cross join lateral (select * from content where id = page.content_id offset 0) item ' +
    'left join lateral (select * from users where id = copy.author_id offset 0) author on true ' +
    'order by page.updated_at desc, page.content_id desc',
});

const ofAll = list('copies', [
  keysIn('$4', [], 'updated_at'),
  keysIn('$5', ['item_author_id = $6::uuid'], 'updated_at + 0'),
]);

/** The owner is compared such that only the index for authors fits. */
const keysOfAuthor = (conditions: readonly string[]): readonly string[] => [
  keysIn('$4', ['author_id = $7::uuid', ...conditions], 'updated_at + 0'),
  keysIn(
    '$5',
    ['author_id = $7::uuid', 'item_author_id is not distinct from $6::uuid', ...conditions],
    'updated_at + 0',
  ),
];

const ofAuthor = list('copies_author', keysOfAuthor([]));

/** A condition that no index supports. */
const isWithin = (ids: string): string => `array_position(${ids}::uuid[], collection_id) > 0`;

/** For each collection of items, and each one in which copies put them. */
const keysOfPairs =
  'select keys.* from unnest($4::uuid[]) wanted (id) cross join unnest($7::uuid[]) target (id) cross join lateral (' +
  'select content_id, updated_at from content_copies where ' +
  `${equalitiesByRange([
    ['item_collection_id', 'wanted.id'],
    ['collection_id', 'target.id'],
  ])} and (select true from content where id = content_copies.content_id) ` +
  'order by collection_id desc, updated_at desc, content_id desc limit $3) keys';

const ofAllWithin = list('copies_within', [
  keysOfPairs,
  keysIn('$5', ['item_author_id = $6::uuid', isWithin('$7')], 'updated_at + 0'),
]);

const ofAuthorWithin = list('copies_author_within', keysOfAuthor([isWithin('$8')]));

const plain = { ofAll, ofAuthor };
const limited = { ofAll: ofAllWithin, ofAuthor: ofAuthorWithin };

export const copyListStatement = ({
  all,
  own,
  ownerId,
  authorId,
  within,
  limit,
  offset,
}: WorkingCopyQuery): { readonly statement: Statement; readonly values: readonly Value[] } => {
  // Without an owner, `is not distinct from` would match items that belong to nobody.
  const owned = ownerId === undefined ? [] : own;
  const values = [limit, offset, limit + offset, all, owned, ownerId ?? null];
  const asked = [authorId, within].filter((value) => value !== undefined);
  const statement = within === undefined ? plain : limited;
  return {
    statement: authorId === undefined ? statement.ofAll : statement.ofAuthor,
    values: [...values, ...asked],
  };
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
