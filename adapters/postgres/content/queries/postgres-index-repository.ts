import { randomUUID } from 'node:crypto';
import {
  describeDuplicates,
  isDomainError,
  listedDuplicatesMax,
  type Duplicate,
  type FieldIndex,
  type IndexRepository,
} from '../../../../core/store.ts';
import type { FieldIndexStatus } from '../../../../core/vocabulary.ts';
import { currentOf, type DatabaseSession } from '../../connection/database-session.ts';
import { databaseErrorOf, domainErrorOf } from '../../connection/errors.ts';
import { processOf } from '../../connection/process-mark.ts';
import { execute, noTimeout, query } from '../../connection/statement.ts';
import * as statements from './index-statements.ts';
import { createIndex, indexName } from './key-expressions.ts';

type Signal = Parameters<IndexRepository['maintain']>[2];

/** The next thing to do. */
type Step =
  | { readonly kind: 'drop'; readonly name: string }
  | { readonly kind: 'build'; readonly index: FieldIndex };

/** After a failure. With 1,000,000 items on a busy server, the look for duplicates took 30 seconds. */
const duplicatesMs = 300_000;

/**
 * Indexes of `content` in PostgreSQL. `create index concurrently` cannot run in a transaction, and two of them for one
 * table can wait for each other. A call claims the work for a minute at a time; after that, the server shows whether
 * a build is in progress.
 */
export class PostgresIndexRepository implements IndexRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
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
    // Of this call: another one of the same process must not build at the same time.
    const holder = randomUUID();
    let hasClaim = false;
    try {
      for (;;) {
        const step = await this.#nextStep(await wanted(), retryMs);
        if (step === undefined) return true;
        if (signal.aborted) return false;
        hasClaim = await this.#claim(holder);
        if (!hasClaim || (await this.#isBuilding())) return false;
        await this.#take(step);
      }
    } finally {
      // If this fails, the claim ends by itself.
      if (hasClaim) await this.#release(holder).catch(() => undefined);
    }
  }

  async findDuplicates(
    { collectionId, fields: [field], within }: FieldIndex,
    limit: number,
    withinMs: number,
  ): Promise<readonly Duplicate[] | undefined> {
    if (field === undefined) return [];
    const values = [collectionId, field.path.slice('data.'.length), field.kind, limit];
    const text = statements.findDuplicates(within);
    try {
      const rows = await this.#runWithin(Math.ceil(withinMs), text, values);
      return (rows as unknown as readonly statements.DuplicateRow[]).map(([value, ids]) => ({
        value,
        ids,
      }));
    } catch (error) {
      if (ranOut.has(databaseErrorOf(error)?.code ?? '')) return undefined;
      throw domainErrorOf(error);
    }
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
      await this.#drop(step.name);
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
      await this.#drop(name);
      const listed =
        reason === duplicateReason ? await this.#describeDuplicates(step.index) : reason;
      await execute(this.#database, statements.noteFailure, [name, listed]);
    }
  }

  async #describeDuplicates(index: FieldIndex): Promise<string> {
    const found = await this.findDuplicates(index, listedDuplicatesMax, duplicatesMs);
    return describeDuplicates(found ?? []);
  }

  /** @throws DomainError `dependency_unavailable`. */
  async #drop(name: string): Promise<void> {
    try {
      await this.#runUnlimited(`drop index concurrently if exists ${name}`);
    } catch (error) {
      throw domainErrorOf(error);
    }
  }

  async #claim(holder: string): Promise<boolean> {
    return (
      (await execute(this.#database, statements.claim, [
        holder,
        processOf(this.#database.pool.processMark),
      ])) > 0
    );
  }

  async #release(holder: string): Promise<void> {
    await execute(this.#database, statements.release, [holder]);
  }

  /** Whether another session builds an index of the table. */
  async #isBuilding(): Promise<boolean> {
    return (await query(this.#database, statements.findBuild)).length > 0;
  }

  /** Runs a statement that can take hours, and waits for old transactions. @throws the error of the driver. */
  async #runUnlimited(text: string): Promise<void> {
    await this.#runWithin(0, text);
  }

  /**
   * Runs a statement with other limits than those of the session.
   *
   * @param limitMs of the statement, and of each lock that it waits for; 0 for none.
   * @throws the error of the driver.
   */
  async #runWithin(
    limitMs: number,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly (readonly unknown[])[]> {
    return currentOf(this.#database).withConnection(async (send) => {
      const options = { ...noTimeout, rowMode: 'array' };
      const run = async (sql: string, bindings?: readonly unknown[]) =>
        (await send<readonly unknown[]>(sql, bindings, options)).rows;
      const [limits = []] = await run(statements.readLimits);
      const limit = String(limitMs);
      await run(statements.setLimits, [limit, limit]);
      const restore = () => run(statements.setLimits, limits);
      try {
        const rows = await run(text, values);
        await restore();
        return rows;
      } catch (error) {
        // Fails, too, if the connection is lost. The first error says why.
        await restore().catch(() => undefined);
        throw error;
      }
    });
  }
}

const duplicateReason = describeDuplicates([]);

/** The time of the statement, or of a lock that it waited for, is over. */
const ranOut: ReadonlySet<string> = new Set(['57014', '55P03']);

/** The disk is full, or `temp_file_limit` is exceeded. */
const noSpace: ReadonlySet<string> = new Set(['53100', '53400']);

/** @returns undefined for a failure that is not about the index, such as a lost connection. */
const reasonOf = (error: unknown): string | undefined => {
  const failure = databaseErrorOf(error);
  if (failure?.code === '23505') return duplicateReason;
  if (failure !== undefined && noSpace.has(failure.code)) return 'The database has no space left';
  if (failure === undefined || isDomainError(domainErrorOf(error))) return undefined;
  if (failure.code === '42501') return 'The database role may not create indexes';
  return error instanceof Error ? error.message : undefined;
};
