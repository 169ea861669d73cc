import type { ContentFilter, GroupMember, Shown } from '../../../../core/store.ts';
import type { ContentStatus, Slug } from '../../../../core/vocabulary.ts';
import { prepared } from '../../connection/statement.ts';
import { unindexed, type ListStatement } from '../content-list.ts';
import { itemsOfGroups } from '../languages/language-items.ts';

export type MemberRow = readonly [
  id: string,
  title: string,
  slug: Slug,
  status: ContentStatus,
  updatedAt: string | number,
  locale: string,
  groupId: string,
  sourceId: string | null,
  version: number | string | null,
  changed: string | null,
];

export const memberColumns = 10;

/** The statement that returns the items of the group of an item, with what they were made from. */
export const groupMembersStatement = (
  id: string,
  filter: ContentFilter,
  shown: Shown,
): Omit<ListStatement, 'trace'> => {
  const rest = unindexed(filter, 2);
  const statement = prepared(
    `content_group_members_${shown}${rest.name}`,
    () =>
      'select shown.id, title, slug, status, updated_at, shown.locale, shown.group_id, ' +
      'made.source_id, made.version, array_to_json(made.changed)::text ' +
      `from ${itemsOfGroups[shown](rest.text)} ` +
      'left join content_sources made on made.content_id = shown.id and made.source_group = shown.group_id',
  );
  return { statement, values: [[id], ...rest.values] };
};

export const memberOf = ([
  id,
  title,
  slug,
  status,
  updatedAt,
  locale,
  groupId,
  sourceId,
  version,
  changed,
]: MemberRow): GroupMember => ({
  id,
  title,
  slug,
  status,
  updatedAt: Number(updatedAt),
  locale,
  groupId,
  ...(sourceId !== null && {
    source: {
      id: sourceId,
      version: Number(version),
      changed: JSON.parse(changed ?? '[]') as string[],
    },
  }),
});
