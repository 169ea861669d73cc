import type { AccountLink, AccountLinkRepository } from 'quoin/core/store';
import type { Access } from '../work/access.ts';

interface LinkRow {
  readonly doc: string;
}

export class SqliteAccountLinks implements AccountLinkRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async store(link: AccountLink): Promise<void> {
    const { userId, digest, expiresAt } = link;
    await this.#access.write((db) =>
      db.put('account_links', 'user_id', {
        user_id: userId,
        digest,
        expires_at: expiresAt,
        doc: JSON.stringify(link),
      }),
    );
  }

  async findByDigest(digest: string): Promise<AccountLink | undefined> {
    const sql = 'select doc from account_links where digest = ?';
    const row = await this.#access.read((db) => db.get<LinkRow>(sql, digest));
    return row && (JSON.parse(row.doc) as AccountLink);
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.#delete('digest = ?', digest)) > 0;
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#delete('user_id = ?', userId);
  }

  async sweep(time: number): Promise<false> {
    await this.#delete('expires_at < ?', time);
    return false;
  }

  #delete(condition: string, value: string | number): Promise<number> {
    return this.#access.write((db) =>
      db.run(`delete from account_links where ${condition}`, value),
    );
  }
}
