import {
  meetsFilter,
  type BasedRead,
  type Basis,
  type ContentPage,
  type PageTag,
  type VisibleQuery,
} from '../../../../core/store.ts';
import type { ContentItem } from '../../../../core/vocabulary.ts';
import { basedOn, queryStamped, requestOf } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import {
  contentAmongStatement,
  contentListStatement,
  contentPageOf,
  contentSizesStatement,
  listColumns,
  sizedItemOf,
  statesOf,
  tagOfStates,
  usualMeasure,
  type ListRow,
  type ListStatement,
  type Measure,
  type Selection,
} from '../content-list.ts';
import { contentColumns, contentItemOf, isWhole, type ContentRow } from '../content-row.ts';
import * as statements from '../content-statements.ts';
import {
  alternateOf,
  alternatesStatement,
  languageItemStatement,
  languageSlugStatement,
} from '../languages/language-items.ts';
import { languageListStatement } from '../languages/language-list.ts';
import { seenCondition } from '../redirects/former-slugs.ts';
import { itemReads } from './item-reads.ts';
import { sharedQueries, type RunQuery } from './shared-queries.ts';
import type { StateReads } from './state-reads.ts';

export interface PublishedReads extends StateReads {
  readonly tagOf: (query: VisibleQuery, basis: Basis) => Promise<BasedRead<PageTag>>;
}

/** The statement of a list, or of what it reads only the states of. */
const listStatement = (query: VisibleQuery, selection: Selection): ListStatement => {
  const { languages, slug } = query;
  if (languages === undefined) return contentListStatement(query, selection);
  return slug === undefined
    ? languageListStatement(query, languages, 'published', selection)
    : languageSlugStatement(query, slug, languages.chain, 'published', selection);
};

/**
 * Items as they are stored. Outside of transactions, equal reads share a statement and its result, and reads by id of
 * readers with equal requests for a basis share a statement.
 */
export const publishedReads = (database: DatabaseSession): PublishedReads => {
  const isShared = database.kind !== 'transaction';
  const runAlone: RunQuery = (sent) => queryStamped(database, sent);
  const run = isShared ? sharedQueries(runAlone) : runAlone;
  const items = itemReads(database, isShared);

  const readPage = async (
    query: VisibleQuery,
    basis: Basis,
    measure: Measure,
  ): Promise<BasedRead<ContentPage>> => {
    const { statement, values, trace } = listStatement(query, measure);
    const seen = await run<ListRow, ContentPage | undefined>({
      statement,
      columns: listColumns,
      values,
      request: requestOf(basis),
      valueOf: (rows, server) => {
        const page = contentPageOf(rows);
        if (page === undefined || 'large' in page) return page && { ...page, trace };
        return { ...page, trace, tag: tagOfStates(query, server, statesOf(rows)) };
      },
    });
    const { value } = seen;
    return value === undefined ? readPage(query, basis, 'sum') : basedOn(basis, { ...seen, value });
  };

  const readRows = async <Row, T>(
    { statement, values }: Omit<ListStatement, 'trace'>,
    columns: number,
    valueOf: (row: Row) => T,
    basis: Basis,
  ): Promise<BasedRead<readonly T[]>> => {
    const seen = await run<Row, readonly T[]>({
      statement,
      columns,
      values,
      request: requestOf(basis),
      valueOf: (rows) => rows.map(valueOf),
    });
    return basedOn(basis, seen);
  };

  const readItems = (
    statement: Omit<ListStatement, 'trace'>,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> =>
    readRows<ContentRow, ContentItem>(statement, contentColumns.length, contentItemOf, basis);

  const readOne = async (
    statement: Statement,
    values: readonly Value[],
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> => {
    const read = await readItems({ statement, values }, basis);
    return read.isCurrent ? { ...read, value: read.value[0] } : read;
  };

  return {
    list: (query, basis) => readPage(query, basis, usualMeasure(query)),

    tagOf: async (query, basis) => {
      const { statement, values } = listStatement(query, 'states');
      const seen = await run<readonly [states: string], PageTag>({
        statement,
        columns: 1,
        values,
        request: requestOf(basis),
        valueOf: ([row], server) => tagOfStates(query, server, row?.[0] ?? ''),
      });
      return basedOn(basis, seen);
    },

    listAmong: (ids, filter, basis) => readItems(contentAmongStatement(ids, filter), basis),

    sizesAmong: (ids, filter, basis) =>
      readRows(contentSizesStatement(ids, filter), 2, sizedItemOf, basis),

    getById: async (id, basis) => {
      const shared = await items({ id, request: requestOf(basis) });
      const found = shared?.value;
      if (shared !== undefined && (found === undefined || isWhole(found))) {
        return basedOn(basis, { ...shared, value: found && contentItemOf(found) });
      }
      // Too large to be read together with others.
      return readOne(statements.findById, [id], basis);
    },

    getInLanguages: (id, filter, languages, basis) => {
      const { statement, values } = languageItemStatement(id, filter, languages, 'published');
      return readOne(statement, values, basis);
    },

    listAlternates: (ids, filter, basis) =>
      readRows(alternatesStatement(ids, filter, 'published'), 4, alternateOf, basis),

    // Without locales, at most one item has the slug, so readers with other conditions share the statement.
    getBySlug: async (query, basis) => {
      if (query.locales !== undefined || query.languages !== undefined) {
        const read = await readPage(query, basis, 'each');
        if (!read.isCurrent) return read;
        return { ...read, value: 'items' in read.value ? read.value.items[0] : undefined };
      }
      const seen = seenCondition(query, 'former', 2);
      const values = [query.slug, ...seen.values];
      const read = await readOne(statements.getBySlug(seen), values, basis);
      if (!read.isCurrent || read.value === undefined) return read;
      return meetsFilter(query, read.value) ? read : { ...read, value: undefined };
    },
  };
};
