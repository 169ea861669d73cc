import type { TrustedBrowser, TrustedBrowserRepository } from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute } from '../connection/statement.ts';
import { orNull, plain, time } from '../rows/fields.ts';
import { expirySweep } from '../rows/expiry-sweep.ts';
import { table } from '../rows/table.ts';

export const trustedBrowsers = table<TrustedBrowser>('trusted_browsers', {
  id: plain('id', 'uuid'),
  userId: plain('user_id', 'uuid'),
  digest: plain('digest', 'text'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
  address: orNull(plain('address', 'text')),
  client: orNull(plain('client', 'text')),
});

const insert = trustedBrowsers.insert('trusted_browser_insert');
const findByDigest = trustedBrowsers.select('trusted_browser_by_digest', 'where digest = $1');
const listByUser = trustedBrowsers.select(
  'trusted_browser_list',
  'where user_id = $1 order by created_at desc, id desc',
);
const remove = trustedBrowsers.remove('trusted_browser_delete', 'user_id = $1 and id = $2');
const removeByUser = trustedBrowsers.remove('trusted_browser_delete_by_user', 'user_id = $1');

const sweep = expirySweep(trustedBrowsers, 'expires_at');

export class PostgresTrustedBrowserRepository implements TrustedBrowserRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(browser: TrustedBrowser): Promise<void> {
    await execute(this.#database, insert, trustedBrowsers.values(browser));
  }

  async findByDigest(digest: string): Promise<TrustedBrowser | undefined> {
    return trustedBrowsers.find(this.#database, findByDigest, [digest]);
  }

  async listByUser(userId: string): Promise<readonly TrustedBrowser[]> {
    return trustedBrowsers.list(this.#database, listByUser, [userId]);
  }

  async delete(userId: string, id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [userId, id])) > 0;
  }

  async deleteByUser(userId: string): Promise<void> {
    await execute(this.#database, removeByUser, [userId]);
  }

  async sweep(time: number): Promise<false> {
    return sweep(this.#database, time);
  }
}
