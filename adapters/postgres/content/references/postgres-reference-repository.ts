import {
  targetOf,
  visibleFilter,
  type BasedRead,
  type Basis,
  type BindingReference,
  type ContentFilter,
  type FormerId,
  type FoundTargets,
  type GroupNames,
  type ItemReferences,
  type ProblemStep,
  type Reference,
  type ReferenceIndex,
  type ReferencePlace,
  type ReferenceRepository,
  type Referrer,
  type ReferrerCount,
  type ReferrerQuery,
  type View,
  type WantedTargets,
} from '../../../../core/store.ts';
import {
  parseTarget,
  type Collection,
  type MediaFile,
  type MediaProblem,
  type ReferenceProblem,
  type ReferrerWithTarget,
} from '../../../../core/vocabulary.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, query } from '../../connection/statement.ts';
import { joinTransaction } from '../../connection/transaction.ts';
import { mediaFiles } from '../../media-row.ts';
import { countReferrers } from './count-referrers.ts';
import { addFormerIds, findGroups } from './group-statements.ts';
import {
  foundIn,
  problemsIn,
  referrerOf,
  type BindingRow,
  type CountRow,
  type GroupRow,
  type IndexRow,
  type MediaStepRow,
  type ProblemRow,
  type ReferenceRow,
  type ReferrerRow,
} from './reference-rows.ts';
import * as statements from './reference-statements.ts';
import { findLanguageTargets, findTargets, targetColumns } from './target-statements.ts';

/** References in PostgreSQL. */
export class PostgresReferenceRepository implements ReferenceRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async listReferrers(
    { targets, limit, offset, ...filter }: ReferrerQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly Referrer[]>> {
    const { statement, values } = statements.listReferrers(filter);
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: statements.referrerColumns,
      values: [limit, offset, limit + offset, targets, ...values],
      valueOf: (rows: readonly ReferrerRow[]) => rows.map(referrerOf),
    });
  }

  async listBinding(
    itemIds: readonly string[],
    limit: number,
  ): Promise<readonly BindingReference[]> {
    const targets = itemIds.map((id) => targetOf('item', id));
    const values = [targets, itemIds, limit];
    const rows = await query<BindingRow>(this.#database, statements.listBinding, values);
    return rows.map((row) => ({
      ...referrerOf(row),
      targetId: parseTarget(row[6]).name,
      onDelete: row[7],
    }));
  }

  async countReferrers(
    collectionId: string,
    from: readonly string[],
    max: number,
  ): Promise<ReferrerCount> {
    const values = [collectionId, from, max];
    const [row] = await query<CountRow>(this.#database, countReferrers, values);
    return { count: row?.count ?? 0, isComplete: row?.is_complete === true };
  }

  async findGroups(ids: readonly string[]): Promise<readonly GroupNames[]> {
    const rows = await query<GroupRow>(this.#database, findGroups, [ids]);
    return rows.map(({ collection_id: collectionId, items, former_ids: formerIds }) => ({
      collectionId,
      items,
      formerIds,
    }));
  }

  async addFormerIds(added: readonly FormerId[]): Promise<void> {
    await execute(this.#database, addFormerIds, [
      added.map(({ id }) => id),
      added.map(({ groupId }) => groupId),
    ]);
  }

  async findTargets(
    { items, mediaIds, mediaKeys, maxItems }: WantedTargets,
    { audience, shown, languages }: View,
    basis: Basis,
  ): Promise<BasedRead<FoundTargets>> {
    const filter = visibleFilter({}, audience);
    const wanted = [items, maxItems, mediaIds, mediaKeys];
    if (languages !== undefined) {
      const { statement, values } = findLanguageTargets(filter, shown);
      return queryOnBasis(this.#database, basis, {
        statement,
        columns: targetColumns + 1,
        values: [...wanted, languages.chain, ...values],
        valueOf: (rows: Parameters<typeof foundIn>[0]) => foundIn(rows, targetColumns),
      });
    }
    const { statement, values } = findTargets(filter, shown);
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: targetColumns,
      values: [...wanted, ...values],
      valueOf: (rows: Parameters<typeof foundIn>[0]) => foundIn(rows),
    });
  }

  async listProblems(
    problem: ReferenceProblem,
    after: ReferencePlace | undefined,
    limit: number,
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<ProblemStep<ReferrerWithTarget, ReferencePlace>>> {
    const { statement, values } = statements.listProblems(problem, filter);
    const place = after && [after.contentId, after.field, after.target];
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: statements.problemColumns,
      values: [limit, ...(place ?? statements.firstPlace), ...values],
      valueOf: (rows: readonly ProblemRow[]) => problemsIn(rows, limit),
    });
  }

  async listMediaProblems(
    problem: MediaProblem,
    after: string = statements.firstPlace[0],
    limit: number,
    locales: readonly string[] = [],
  ): Promise<ProblemStep<MediaFile, string>> {
    const { statement, values } = statements.mediaProblem(problem, locales);
    const rows = await query<MediaStepRow>(this.#database, statement, [limit, after, ...values]);
    const found = rows.filter((row) => !row.is_end).map(mediaFiles.record);
    const last = found.length === limit ? found.at(-1)?.id : rows.find((row) => row.is_end)?.id;
    return { found, next: last };
  }

  async findReferences(
    contentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Reference[]>> {
    const rows = await query<ReferenceRow>(this.#database, statements.findReferences, [contentIds]);
    const found = new Map<string, Reference[]>();
    for (const { content_id: id, field, target, on_delete: onDelete } of rows) {
      const references = found.get(id) ?? [];
      references.push({ field, target, onDelete });
      found.set(id, references);
    }
    return found;
  }

  async replaceReferences(
    { id, version }: Pick<Collection, 'id' | 'version'>,
    items: readonly ItemReferences[],
  ): Promise<boolean> {
    return joinTransaction(this.#database, async (inside) => {
      if ((await execute(inside, statements.lockCollection, [id, version])) === 0) return false;
      // In the order of the ids, so that two calls never wait for each other.
      for (const item of items.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
        const { references } = item;
        await execute(inside, statements.replaceReferences, [
          item.id,
          item.version,
          references.map(({ field }) => field),
          references.map(({ target }) => target),
          references.map(({ onDelete }) => onDelete),
        ]);
      }
      return true;
    });
  }

  async findIndexes(): Promise<readonly ReferenceIndex[]> {
    const rows = await query<IndexRow>(this.#database, statements.findIndexes);
    return rows.map((row) => ({
      collectionId: row.collection_id,
      form: row.form,
      after:
        row.after_id === null
          ? undefined
          : { createdAt: Number(row.after_created_at), id: row.after_id },
      endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    }));
  }

  async saveIndex({ collectionId, form, after, endedAt }: ReferenceIndex): Promise<void> {
    await execute(this.#database, statements.saveIndex, [
      collectionId,
      form,
      after?.createdAt ?? null,
      after?.id ?? null,
      endedAt ?? null,
    ]);
  }
}
