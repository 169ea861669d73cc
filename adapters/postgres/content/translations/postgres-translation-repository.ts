import {
  visibleFilter,
  type BasedRead,
  type Basis,
  type GroupMember,
  type Prints,
  type StoredSource,
  type TranslationRepository,
  type TranslationSource,
  type View,
  type WorkQuery,
} from '../../../../core/store.ts';
import type { TranslationWork } from '../../../../core/vocabulary.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, query, type Statement } from '../../connection/statement.ts';
import { groupMembersStatement, memberColumns, memberOf, type MemberRow } from './group-members.ts';
import { workColumns, workOf, workStatement, type WorkRow } from './translation-work.ts';

const find = (column: 'content_id' | 'source_id'): Statement => ({
  name: `translation_records_by_${column}`,
  text: `select content_id, source_id, version, prints::text from content_sources where ${column} = any ($1)`,
});
const byItem = find('content_id');
const bySource = find('source_id');

const record: Statement = {
  name: 'translation_record',
  text: 'select from record_source($1, $2, $3, $4, $5, $6, $7) as stored where stored',
};

const share: Statement = {
  name: 'translation_share',
  text:
    'update content_sources set changed = array(select path from unnest(changed) path where path <> all ($2)) ' +
    "where collection_id = $1 and changed <> '{}' and changed && $2",
};

interface RecordRow {
  readonly content_id: string;
  readonly source_id: string;
  readonly version: number;
  readonly prints: string;
}

export class PostgresTranslationRepository implements TranslationRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async listGroup(
    id: string,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly GroupMember[]>> {
    return queryOnBasis(this.#database, basis, {
      ...groupMembersStatement(id, visibleFilter({}, { ...audience, scope: 'all' }), shown),
      columns: memberColumns,
      valueOf: (rows: readonly MemberRow[]) => rows.map(memberOf),
    });
  }

  async listWork(
    workQuery: WorkQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly TranslationWork[]>> {
    return queryOnBasis(this.#database, basis, {
      ...workStatement(workQuery),
      columns: workColumns,
      valueOf: (rows: readonly WorkRow[]) => rows.map(workOf(workQuery.locale)),
    });
  }

  async findSources(ids: readonly string[]): Promise<readonly TranslationSource[]> {
    return this.#find(byItem, ids);
  }

  async findMadeFrom(sourceIds: readonly string[]): Promise<readonly TranslationSource[]> {
    return this.#find(bySource, sourceIds);
  }

  async record(
    { contentId, sourceId, version, prints }: TranslationSource,
    source: StoredSource | undefined,
  ): Promise<boolean> {
    const stored = await execute(this.#database, record, [
      contentId,
      sourceId,
      version,
      JSON.stringify(prints),
      source?.version ?? null,
      source === undefined ? null : JSON.stringify(source.prints),
      source?.shared ?? null,
    ]);
    return stored > 0;
  }

  async share(collectionId: string, paths: readonly string[]): Promise<void> {
    await execute(this.#database, share, [collectionId, paths]);
  }

  async #find(statement: Statement, ids: readonly string[]): Promise<readonly TranslationSource[]> {
    const rows = await query<RecordRow>(this.#database, statement, [ids]);
    return rows.map((row) => ({
      contentId: row.content_id,
      sourceId: row.source_id,
      version: row.version,
      prints: JSON.parse(row.prints) as Prints,
    }));
  }
}
