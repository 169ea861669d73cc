import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import {
  isDomainError,
  type Duplicate,
  type FieldIndex,
  type FieldIndexStatus,
  type IndexRepository,
  type QueryField,
} from '../../../../core/index.ts';
import { withConnection, type Database } from '../../connection/connections.ts';
import { databaseErrorOf, domainErrorOf } from '../../connection/errors.ts';
import { execute, noTimeout, query } from '../../connection/statement.ts';
import * as statements from './index-statements.ts';
import { createIndex, indexName } from './key-expressions.ts';

type Signal = Parameters<IndexRepository['maintain']>[2];

/** The next thing to do. */
type Step =
  | { readonly kind: 'drop'; readonly name: string }
  | { readonly kind: 'build'; readonly index: FieldIndex };

/**
 * Indexes of `content` in PostgreSQL. `create index concurrently` cannot run in a transaction, and two of them for one
 * table can wait for each other. An instance claims the work for a minute at a time; after that, the server shows whether
 * a build is in progress.
 */
export class PostgresIndexRepository implements IndexRepository {
  readonly #database: Database;
  readonly #holder = randomUUID();

  constructor(database: Database) {
    this.#database = database;
  }

  async statusOf(indexes: readonly FieldIndex[]): Promise<readonly FieldIndexStatus[]> {
    if (indexes.length === 0) return [];
    const names = indexes.map(indexName);
    const rows = await query<statements.StatusRow>(this.#database, statements.statusOf, [names]);
    const byName = new Map(rows.map((row) => [row.name, row]));
    return indexes.map((index) => {
      const { is_ready: isReady = false, reason = null } = byName.get(indexName(index)) ?? {};
      if (isReady) return { index, state: 'ready' };
      return reason === null ? { index, state: 'building' } : { index, state: 'failed', reason };
    });
  }

  async maintain(
    wanted: () => Promise<readonly FieldIndex[]>,
    retryMs: number,
    signal: Signal,
  ): Promise<boolean> {
    let hasClaim = false;
    try {
      for (;;) {
        const step = await this.#nextStep(await wanted(), retryMs);
        if (step === undefined) return true;
        if (signal.aborted) return false;
        hasClaim = await this.#claim();
        if (!hasClaim || (await this.#isBuilding())) return false;
        await this.#take(step);
      }
    } finally {
      if (hasClaim) await execute(this.#database, statements.release, [this.#holder]);
    }
  }

  async findDuplicates(
    collectionId: string,
    field: QueryField,
    limit: number,
  ): Promise<readonly Duplicate[]> {
    const rows = await query<statements.DuplicateRow>(this.#database, statements.findDuplicates, [
      collectionId,
      field.path.slice('data.'.length),
      field.kind,
      limit,
    ]);
    return rows.map(({ value, ids }) => ({ value, ids }));
  }

  async #nextStep(wanted: readonly FieldIndex[], retryMs: number): Promise<Step | undefined> {
    const rows = await query<statements.StateRow>(this.#database, statements.states);
    const states = new Map(rows.map((row) => [row.name, row]));
    const names = new Set(wanted.map(indexName));
    const useless = rows.find(
      ({ name, is_ready: isReady }) => !names.has(name) || isReady === false,
    );
    if (useless !== undefined) return { kind: 'drop', name: useless.name };
    const index = wanted.find((one) => {
      const state = states.get(indexName(one));
      const failedMsAgo = state?.failed_ms_ago ?? null;
      return state === undefined || (failedMsAgo !== null && Number(failedMsAgo) >= retryMs);
    });
    return index && { kind: 'build', index };
  }

  async #take(step: Step): Promise<void> {
    if (step.kind === 'drop') {
      await this.#runUnlimited(`drop index concurrently if exists ${step.name}`);
      await execute(this.#database, statements.forgetFailure, [step.name]);
      return;
    }
    const name = indexName(step.index);
    try {
      await this.#runUnlimited(createIndex(step.index));
      await execute(this.#database, statements.forgetFailure, [name]);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw domainErrorOf(error);
      // What a failed build leaves behind would make every write slower.
      await this.#runUnlimited(`drop index concurrently if exists ${name}`);
      await execute(this.#database, statements.noteFailure, [name, reason]);
    }
  }

  async #claim(): Promise<boolean> {
    return (await execute(this.#database, statements.claim, [this.#holder])) > 0;
  }

  /** Whether another session builds an index of the table. */
  async #isBuilding(): Promise<boolean> {
    return (await query(this.#database, statements.findBuild)).length > 0;
  }

  /** Runs a statement that can take hours, and waits for old transactions. */
  async #runUnlimited(text: string): Promise<void> {
    await withConnection(this.#database, async (connection) => {
      const client = this.#database.client as Knex.Client;
      const run = async (sql: string, bindings: readonly unknown[] = []): Promise<unknown[][]> => {
        const options = { ...noTimeout, rowMode: 'array' };
        const sent = { sql, bindings, options };
        const { response } = (await client.query(connection, sent)) as {
          response: { readonly rows: unknown[][] };
        };
        return response.rows;
      };
      const [limits = []] = await run(statements.readLimits);
      await run(statements.setLimits, ['0', '0']);
      try {
        await run(text);
      } finally {
        await run(statements.setLimits, limits);
      }
    });
  }
}

/** @returns undefined for a failure that is not about the index, such as a lost connection. */
const reasonOf = (error: unknown): string | undefined => {
  const failure = databaseErrorOf(error);
  if (failure?.code === '23505') return 'Several items have the same value';
  if (failure === undefined || isDomainError(domainErrorOf(error))) return undefined;
  if (failure.code === '42501') return 'The database role may not create indexes';
  return error instanceof Error ? error.message : undefined;
};
