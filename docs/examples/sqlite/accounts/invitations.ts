import type { Invitation, InvitationRepository } from 'quoin/core/store';
import type { Email } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';

interface InvitationRow {
  readonly doc: string;
  readonly is_sent: number;
}

export class SqliteInvitations implements InvitationRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async store({ isSent, ...rest }: Invitation): Promise<void> {
    const { id, email, digest, invitedBy, createdAt, expiresAt, mailId } = rest;
    await this.#access.write((db) => {
      db.run('delete from invitations where email = ?', email);
      db.put('invitations', 'id', {
        id,
        email,
        digest,
        invited_by: invitedBy,
        created_at: createdAt,
        expires_at: expiresAt,
        mail_id: mailId,
        is_sent: isSent,
        doc: JSON.stringify(rest),
      });
    });
  }

  async findById(id: string): Promise<Invitation | undefined> {
    return this.#find('id', id);
  }

  async findByDigest(digest: string): Promise<Invitation | undefined> {
    return this.#find('digest', digest);
  }

  async findByEmail(email: Email): Promise<Invitation | undefined> {
    return this.#find('email', email);
  }

  async list(): Promise<readonly Invitation[]> {
    const sql = 'select doc, is_sent from invitations order by created_at desc, id desc';
    return this.#access.read((db) => db.all<InvitationRow>(sql).map(invitationOf));
  }

  async markSent(mailId: string): Promise<void> {
    const sql = 'update invitations set is_sent = 1 where mail_id = ?';
    await this.#access.write((db) => db.run(sql, mailId));
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#delete('id = ?', id)) > 0;
  }

  async deleteByInviter(userId: string): Promise<void> {
    await this.#delete('invited_by = ?', userId);
  }

  async sweep(time: number): Promise<false> {
    await this.#delete('expires_at < ?', time);
    return false;
  }

  async #find(column: 'digest' | 'email' | 'id', value: string): Promise<Invitation | undefined> {
    const sql = `select doc, is_sent from invitations where ${column} = ?`;
    const row = await this.#access.read((db) => db.get<InvitationRow>(sql, value));
    return row && invitationOf(row);
  }

  #delete(condition: string, value: string | number): Promise<number> {
    return this.#access.write((db) => db.run(`delete from invitations where ${condition}`, value));
  }
}

const invitationOf = ({ doc, is_sent: isSent }: InvitationRow): Invitation => {
  // JSON leaves out what is undefined.
  const { mailId, ...rest } = JSON.parse(doc) as Omit<Invitation, 'isSent'>;
  return { ...rest, mailId, isSent: isSent === 1 };
};
