import type { ContentPage, VisibleQuery } from '../../../../core/store.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import {
  contentPageOf,
  sizedItemOf,
  type ListRow,
  type ListStatement,
  type SizeRow,
} from '../content-list.ts';
import { contentColumns, contentItemOf, type ContentRow } from '../content-row.ts';
import {
  alternateOf,
  alternatesStatement,
  languageItemStatement,
  languageSlugStatement,
  type AlternateRow,
} from '../languages/language-items.ts';
import { languageListStatement } from '../languages/language-list.ts';
import type { StateReads } from './state-reads.ts';
import { unpublishedAmongStatement, unpublishedListStatement } from './unpublished-list.ts';

const listStatement = (query: VisibleQuery): ListStatement => {
  const { languages, slug } = query;
  if (languages === undefined) return unpublishedListStatement(query);
  return slug === undefined
    ? languageListStatement(query, languages, 'unpublished', 'sum')
    : languageSlugStatement(query, slug, languages.chain, 'unpublished', 'sum');
};

/** Items with their working copies in their place. Every call is one statement, which it shares with no other. */
export const unpublishedReads = (database: DatabaseSession): StateReads => {
  const list: StateReads['list'] = (query, basis) => {
    const { statement, values, trace } = listStatement(query);
    return queryOnBasis(database, basis, {
      statement,
      columns: contentColumns.length + 1,
      values,
      valueOf: (rows: readonly ListRow[]): ContentPage => {
        const page = contentPageOf(rows);
        if (page === undefined) throw new TypeError('Data is withheld from large pages only');
        return { ...page, trace };
      },
    });
  };

  const listAmong: StateReads['listAmong'] = (ids, filter, basis) =>
    queryOnBasis(database, basis, {
      ...unpublishedAmongStatement(ids, filter),
      columns: contentColumns.length,
      valueOf: (rows: readonly ContentRow[]) => rows.map(contentItemOf),
    });

  return {
    list,
    listAmong,
    sizesAmong: (ids, filter, basis) =>
      queryOnBasis(database, basis, {
        ...unpublishedAmongStatement(ids, filter, 'sizes'),
        columns: 2,
        valueOf: (rows: readonly SizeRow[]) => rows.map(sizedItemOf),
      }),
    getById: async (id, basis) => {
      const read = await listAmong([id], { within: 'all' }, basis);
      return read.isCurrent ? { ...read, value: read.value[0] } : read;
    },
    getInLanguages: async (id, filter, languages, basis) => {
      const read = await queryOnBasis(database, basis, {
        ...languageItemStatement(id, filter, languages, 'unpublished'),
        columns: contentColumns.length,
        valueOf: (rows: readonly ContentRow[]) => rows.map(contentItemOf),
      });
      return read.isCurrent ? { ...read, value: read.value[0] } : read;
    },
    listAlternates: (ids, filter, basis) =>
      queryOnBasis(database, basis, {
        ...alternatesStatement(ids, filter, 'unpublished'),
        columns: 4,
        valueOf: (rows: readonly AlternateRow[]) => rows.map(alternateOf),
      }),
    getBySlug: async (query, basis) => {
      const read = await list(query, basis);
      if (!read.isCurrent) return read;
      return { ...read, value: 'items' in read.value ? read.value.items[0] : undefined };
    },
  };
};
