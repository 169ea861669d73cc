import type { Invitation, InvitationRepository } from '../../../core/store.ts';
import type { Email } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { ascending } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';

const newestFirst = (left: Invitation, right: Invitation): number =>
  right.createdAt - left.createdAt || ascending(right.id, left.id);

export class MemoryInvitationRepository implements InvitationRepository {
  readonly #access: MemoryAccess;
  readonly #invitations: MemoryRecords<Invitation>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#invitations = memoryRecords(access, ({ invitations }) => invitations);
  }

  async store(invitation: Invitation): Promise<void> {
    const stored = copyOf(invitation);
    await this.#access.write(({ invitations }) => {
      for (const [id, { email }] of invitations) if (email === stored.email) invitations.delete(id);
      invitations.set(stored.id, stored);
    });
  }

  async findById(id: string): Promise<Invitation | undefined> {
    return this.#invitations.find(id);
  }

  async findByDigest(digest: string): Promise<Invitation | undefined> {
    return this.#invitations.findWhere((each) => each.digest === digest);
  }

  async findByEmail(email: Email): Promise<Invitation | undefined> {
    return this.#invitations.findWhere((each) => each.email === email);
  }

  async list(): Promise<readonly Invitation[]> {
    return this.#invitations.list(newestFirst);
  }

  async markSent(mailId: string): Promise<void> {
    const found = await this.#invitations.findWhere((each) => each.mailId === mailId);
    if (found === undefined) return;
    await this.#invitations.change(found.id, (each) =>
      each.mailId === mailId ? { ...each, isSent: true } : undefined,
    );
  }

  async delete(id: string): Promise<boolean> {
    return this.#invitations.remove(id);
  }

  async deleteByInviter(userId: string): Promise<void> {
    await this.#invitations.removeWhere(({ invitedBy }) => invitedBy === userId);
  }

  async sweep(time: number): Promise<false> {
    await this.#invitations.removeWhere(({ expiresAt }) => expiresAt < time);
    return false;
  }
}
