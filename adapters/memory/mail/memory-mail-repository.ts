import type { ClaimedMail, MailRepository, NewMail } from '../../../core/store.ts';
import type { MailFailure } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { ascending } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables, StoredMail } from '../memory-tables.ts';

export class MemoryMailRepository implements MailRepository {
  readonly #access: MemoryAccess;
  readonly #mails: MemoryRecords<StoredMail>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#mails = memoryRecords(access, ({ mails }) => mails);
  }

  async insert(mail: NewMail): Promise<void> {
    const now = Date.now();
    await this.#mails.insert({ ...mail, attempts: 0, createdAt: now, dueAt: now });
  }

  async claim(leaseMs: number): Promise<ClaimedMail | undefined> {
    if ((await this.#access.read(firstDue)) === undefined) return undefined;
    return this.#access.write((tables) => {
      const due = firstDue(tables);
      if (due === undefined) return undefined;
      const now = Date.now();
      const claimed = { ...due, attempts: due.attempts + 1, dueAt: now + leaseMs };
      tables.mails.set(due.id, claimed);
      const { id, kind, userId, content, attempts, createdAt } = claimed;
      return copyOf({ id, kind, userId, content, attempts, ageMs: now - createdAt });
    });
  }

  async postpone(id: string, pauseMs: number): Promise<void> {
    await this.#mails.change(id, (mail) =>
      mail.failure === undefined ? { ...mail, dueAt: Date.now() + pauseMs } : undefined,
    );
  }

  async delete(id: string): Promise<void> {
    await this.#mails.remove(id);
  }

  async fail(id: string, reason: string): Promise<void> {
    await this.#mails.change(id, (mail) =>
      mail.failure === undefined
        ? { ...mail, content: '', failure: { at: Date.now(), reason } }
        : undefined,
    );
  }

  async listFailures(limit: number): Promise<readonly MailFailure[]> {
    const latestFirst = (left: StoredMail, right: StoredMail): number =>
      (right.failure?.at ?? 0) - (left.failure?.at ?? 0) || ascending(right.id, left.id);
    const found = await this.#mails.list(latestFirst, {
      where: ({ failure }) => failure !== undefined,
      limit,
    });
    return found.flatMap(({ kind, userId, failure }) =>
      failure ? [{ kind, userId, ...failure }] : [],
    );
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    await this.#mails.removeWhere(({ createdAt }) => createdAt < time);
    return false;
  }
}

const firstDue = ({ mails }: MemoryTables): StoredMail | undefined => {
  const now = Date.now();
  return [...mails.values()]
    .filter(({ dueAt, failure }) => failure === undefined && dueAt <= now)
    .toSorted((left, right) => left.dueAt - right.dueAt)[0];
};
