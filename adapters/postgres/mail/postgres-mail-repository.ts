import type { ClaimedMail, MailRepository, NewMail } from '../../../core/store.ts';
import type { MailFailure, MailKind } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import {
  execute,
  executeReturning,
  query,
  removeIfAny,
  type Statement,
} from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { numeric, orNull, plain, time } from '../rows/fields.ts';
import { table } from '../rows/table.ts';

/** A mail that waits, with what it contains and when it is due; or a failure, with its time and its reason. */
interface StoredMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly userId: string | undefined;
  readonly content: string | undefined;
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number | undefined;
  readonly failedAt: number | undefined;
  readonly reason: string | undefined;
}

export const mails = table<StoredMail>('mails', {
  id: plain('id', 'uuid'),
  kind: plain('kind', 'text'),
  userId: orNull(plain('user_id', 'uuid')),
  content: orNull(plain('content', 'text')),
  attempts: numeric('attempts', 'integer'),
  createdAt: time('created_at'),
  dueAt: orNull(time('due_at')),
  failedAt: orNull(time('failed_at')),
  reason: orNull(plain('reason', 'text')),
});

const insert: Statement = {
  name: 'mail_insert',
  text:
    'insert into mails (id, kind, user_id, content, created_at, due_at) ' +
    `values ($1, $2, $3, $4, ${storeTime}, ${storeTime})`,
};

const firstDue = `from mails where due_at <= ${storeTime} order by due_at limit 1`;

const anyDue: Statement = { name: 'mails_any_due', text: `select 1 ${firstDue}` };

const claim: Statement = {
  name: 'mail_claim',
  text:
    `with due as (select id ${firstDue} for update skip locked) ` +
    `update mails set due_at = ${storeTime} + $1::bigint, attempts = attempts + 1 ` +
    `where id = (select id from due) returning ${mails.selection}, ${storeTime} - created_at as age_ms`,
};

const postpone: Statement = {
  name: 'mail_postpone',
  text: `update mails set due_at = ${storeTime} + $2::bigint where id = $1 and failed_at is null`,
};

const fail: Statement = {
  name: 'mail_fail',
  text:
    `update mails set failed_at = ${storeTime}, reason = $2, content = null, due_at = null ` +
    'where id = $1 and failed_at is null',
};

const remove = mails.remove('mail_delete');

const listFailures = mails.select(
  'mail_list_failures',
  'where failed_at is not null order by failed_at desc, id desc limit $1',
);

const isOld = `created_at < ${storeTime} - $1::bigint`;
const anyOld: Statement = {
  name: 'mails_any_old',
  text: `select 1 from mails where ${isOld} limit 1`,
};
const removeOld = mails.remove('mails_remove_old', isOld);

export class PostgresMailRepository implements MailRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert({ id, kind, userId, content }: NewMail): Promise<void> {
    await execute(this.#database, insert, [id, kind, userId ?? null, content]);
  }

  async claim(leaseMs: number): Promise<ClaimedMail | undefined> {
    if ((await query(this.#database, anyDue)).length === 0) return undefined;
    type Row = { readonly age_ms: string };
    const [row] = await executeReturning<Row>(this.#database, claim, [leaseMs]);
    if (row === undefined) return undefined;
    const { id, kind, userId, content = '', attempts } = mails.record(row);
    return { id, kind, userId, content, attempts, ageMs: Number(row.age_ms) };
  }

  async postpone(id: string, pauseMs: number): Promise<void> {
    await execute(this.#database, postpone, [id, pauseMs]);
  }

  async delete(id: string): Promise<void> {
    await execute(this.#database, remove, [id]);
  }

  async fail(id: string, reason: string): Promise<void> {
    await execute(this.#database, fail, [id, reason]);
  }

  async listFailures(limit: number): Promise<readonly MailFailure[]> {
    const found = await mails.list(this.#database, listFailures, [limit]);
    return found.map(({ kind, userId, failedAt = 0, reason = '' }) => ({
      kind,
      userId,
      at: failedAt,
      reason,
    }));
  }

  async sweep(ageMs: number): Promise<false> {
    await removeIfAny(this.#database, anyOld, removeOld, [ageMs]);
    return false;
  }
}
