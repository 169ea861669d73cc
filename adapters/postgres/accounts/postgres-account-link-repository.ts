import type { AccountLink, AccountLinkRepository } from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, type Statement } from '../connection/statement.ts';
import { plain, time } from '../rows/fields.ts';
import { expirySweep } from '../rows/expiry-sweep.ts';
import { table } from '../rows/table.ts';

export const accountLinks = table<AccountLink>('account_links', {
  userId: plain('user_id', 'uuid'),
  digest: plain('digest', 'text'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
});

const insert: Statement = {
  name: 'account_link_store',
  text:
    `insert into account_links (${accountLinks.written}) values (${accountLinks.placeholders()}) ` +
    `on conflict (user_id) do update set (${accountLinks.written}) = (${accountLinks.placeholders()})`,
};

const findByDigest = accountLinks.select('account_link_by_digest', 'where digest = $1');

const remove = accountLinks.remove('account_link_delete', 'digest = $1');

const removeByUser = accountLinks.remove('account_link_delete_by_user');

const sweep = expirySweep(accountLinks, 'expires_at');

export class PostgresAccountLinkRepository implements AccountLinkRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async store(link: AccountLink): Promise<void> {
    await execute(this.#database, insert, accountLinks.values(link));
  }

  async findByDigest(digest: string): Promise<AccountLink | undefined> {
    return accountLinks.find(this.#database, findByDigest, [digest]);
  }

  async delete(digest: string): Promise<boolean> {
    return (await execute(this.#database, remove, [digest])) > 0;
  }

  async deleteByUser(userId: string): Promise<void> {
    await execute(this.#database, removeByUser, [userId]);
  }

  async sweep(time: number): Promise<false> {
    return sweep(this.#database, time);
  }
}
