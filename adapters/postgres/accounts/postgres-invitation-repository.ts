import type { Invitation, InvitationRepository } from '../../../core/store.ts';
import type { Email } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, type Statement } from '../connection/statement.ts';
import { json, orNull, plain, time } from '../rows/fields.ts';
import { expirySweep } from '../rows/expiry-sweep.ts';
import { table } from '../rows/table.ts';

export const invitations = table<Invitation>('invitations', {
  id: plain('id', 'uuid'),
  email: plain('email', 'text'),
  role: plain('role', 'text'),
  grants: json('grants', undefined, 'jsonb'),
  invitedBy: plain('invited_by', 'uuid'),
  digest: plain('digest', 'text'),
  lifetime: plain('lifetime', 'text'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
  mailId: orNull(plain('mail_id', 'uuid')),
  isSent: plain('is_sent', 'boolean'),
});

const insert: Statement = {
  name: 'invitation_store',
  text:
    `insert into invitations (${invitations.written}) values (${invitations.placeholders()}) ` +
    `on conflict (email) do update set (${invitations.written}) = (${invitations.placeholders()})`,
};

const findById = invitations.select('invitation_by_id', 'where id = $1');
const findByDigest = invitations.select('invitation_by_digest', 'where digest = $1');
const findByEmail = invitations.select('invitation_by_email', 'where email = $1');
const listAll = invitations.select('invitation_list', 'order by created_at desc, id desc');

const markSent: Statement = {
  name: 'invitation_mark_sent',
  text: 'update invitations set is_sent = true where mail_id = $1',
};

const remove = invitations.remove('invitation_delete');

const removeByInviter = invitations.remove('invitation_delete_by_inviter', 'invited_by = $1');

const sweep = expirySweep(invitations, 'expires_at');

export class PostgresInvitationRepository implements InvitationRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async store(invitation: Invitation): Promise<void> {
    await execute(this.#database, insert, invitations.values(invitation));
  }

  async findById(id: string): Promise<Invitation | undefined> {
    return invitations.find(this.#database, findById, [id]);
  }

  async findByDigest(digest: string): Promise<Invitation | undefined> {
    return invitations.find(this.#database, findByDigest, [digest]);
  }

  async findByEmail(email: Email): Promise<Invitation | undefined> {
    return invitations.find(this.#database, findByEmail, [email]);
  }

  async list(): Promise<readonly Invitation[]> {
    return invitations.list(this.#database, listAll);
  }

  async markSent(mailId: string): Promise<void> {
    await execute(this.#database, markSent, [mailId]);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }

  async deleteByInviter(userId: string): Promise<void> {
    await execute(this.#database, removeByInviter, [userId]);
  }

  async sweep(time: number): Promise<false> {
    return sweep(this.#database, time);
  }
}
