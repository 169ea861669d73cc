import type {
  BasedRead,
  Basis,
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  PreviewRepository,
  SizedItem,
} from '../../../../core/index.ts';
import { queryOnBasis } from '../../basis.ts';
import type { Database } from '../../connection/connections.ts';
import { contentPageOf, sizedItemOf, type ListRow, type SizeRow } from '../content-list.ts';
import { contentColumns, contentItemOf, type ContentRow } from '../content-row.ts';
import { previewListStatement, previewsAmongStatement } from './preview-list.ts';

/** Content in the perspective of drafts, in PostgreSQL. Every call is one statement, which it shares with no other. */
export class PostgresPreviewRepository implements PreviewRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    const { statement, values, trace } = previewListStatement(query);
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: contentColumns.length + 1,
      values,
      valueOf: (rows: readonly ListRow[]): ContentPage => {
        const page = contentPageOf(rows);
        if (page === undefined) throw new TypeError('Data is withheld from large pages only');
        return { ...page, trace };
      },
    });
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    const { statement, values } = previewsAmongStatement(ids, filter);
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: contentColumns.length,
      values,
      valueOf: (rows: readonly ContentRow[]) => rows.map(contentItemOf),
    });
  }

  async sizesAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    const { statement, values } = previewsAmongStatement(ids, filter, 'sizes');
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: 2,
      values,
      valueOf: (rows: readonly SizeRow[]) => rows.map(sizedItemOf),
    });
  }

  async getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>> {
    const read = await this.listAmong([id], { within: 'all' }, basis);
    return read.isCurrent ? { ...read, value: read.value[0] } : read;
  }
}
