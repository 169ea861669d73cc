import type { ClaimedMail, MailRepository, NewMail } from 'quoin/core/store';
import type { MailFailure, MailKind } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';

export class SqliteMails implements MailRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert({ id, kind, userId, content }: NewMail): Promise<void> {
    const now = Date.now();
    await this.#access.write((db) =>
      db.put('mails', 'id', {
        id,
        kind,
        user_id: userId,
        content,
        attempts: 0,
        created_at: now,
        due_at: now,
      }),
    );
  }

  async claim(leaseMs: number): Promise<ClaimedMail | undefined> {
    if ((await this.#access.read(firstDue)) === undefined) return undefined;
    return this.#access.write((db) => {
      const row = firstDue(db);
      if (row === undefined) return undefined;
      const now = Date.now();
      const attempts = row.attempts + 1;
      const sql = 'update mails set attempts = ?, due_at = ? where id = ?';
      db.run(sql, attempts, now + leaseMs, row.id);
      const { id, kind, user_id: userId, content, created_at: createdAt } = row;
      return { id, kind, userId: userId ?? undefined, content, attempts, ageMs: now - createdAt };
    });
  }

  async postpone(id: string, pauseMs: number): Promise<void> {
    const sql = 'update mails set due_at = ? where id = ? and failed_at is null';
    await this.#access.write((db) => db.run(sql, Date.now() + pauseMs, id));
  }

  async delete(id: string): Promise<void> {
    await this.#access.write((db) => db.run('delete from mails where id = ?', id));
  }

  async fail(id: string, reason: string): Promise<void> {
    const sql =
      'update mails set failed_at = ?, reason = ?, content = null, due_at = null ' +
      'where id = ? and failed_at is null';
    await this.#access.write((db) => db.run(sql, Date.now(), reason, id));
  }

  async listFailures(limit: number): Promise<readonly MailFailure[]> {
    const sql =
      'select * from mails where failed_at is not null order by failed_at desc, id desc limit ?';
    const rows = await this.#access.read((db) => db.all<FailureRow>(sql, limit));
    return rows.map(({ kind, user_id: userId, failed_at: at, reason }) => ({
      kind,
      userId: userId ?? undefined,
      at,
      reason,
    }));
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    await this.#access.write((db) => db.run('delete from mails where created_at < ?', time));
    return false;
  }
}

const firstDue = (db: Db): MailRow | undefined =>
  db.get<MailRow>('select * from mails where due_at <= ? order by due_at limit 1', Date.now());

interface MailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly user_id: string | null;
  readonly content: string;
  readonly attempts: number;
  readonly created_at: number;
}

interface FailureRow {
  readonly kind: MailKind;
  readonly user_id: string | null;
  readonly failed_at: number;
  readonly reason: string;
}
