import {
  factorPolicyOf,
  type LiveSession,
  type Session,
  type SessionRepository,
} from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { ascending } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';
import { sessionStamp } from '../memory-basis.ts';

const newestFirst = (left: Session, right: Session): number =>
  right.createdAt - left.createdAt || ascending(right.publicId, left.publicId);

export class MemorySessionRepository implements SessionRepository {
  readonly #access: MemoryAccess;
  readonly #sessions: MemoryRecords<Session>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#sessions = memoryRecords(access, ({ sessions }) => sessions);
  }

  async insert(session: Session, passwordHash: string | undefined): Promise<boolean> {
    const stored = copyOf(session);
    return this.#access.write(({ sessions, signIns, users }) => {
      const user = users.get(stored.userId);
      if (user?.isActive !== true || user.passwordHash !== passwordHash) return false;
      const { method, secondFactor } = stored;
      if (user.hasSecondFactor && method === 'password' && !secondFactor) return false;
      sessions.set(stored.id, stored);
      const { userId, createdAt } = stored;
      signIns.set(userId, Math.max(signIns.get(userId) ?? createdAt, createdAt));
      return true;
    });
  }

  async find(id: string): Promise<LiveSession | undefined> {
    return this.#access.read((tables) => {
      const session = tables.sessions.get(id);
      const user = session && tables.users.get(session.userId);
      if (session === undefined || user === undefined) return undefined;
      const { id: own, userId, expiresAt, lastSeenAt, method } = session;
      const state = { id: own, userId, expiresAt, lastSeenAt, method };
      const factorPolicy = factorPolicyOf(tables.site.get('current')?.settings);
      return { session: state, user, factorPolicy, stamp: sessionStamp(tables, session) };
    });
  }

  async listByUser(userId: string): Promise<readonly Session[]> {
    return this.#sessions.list(newestFirst, { where: (each) => each.userId === userId });
  }

  async lastSignIns(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.#access.read(({ signIns }) =>
      [...signIns].filter(([userId]) => userIds.includes(userId)),
    );
    return new Map(found);
  }

  async storeSeen(id: string, expected: number, seenAt: number): Promise<void> {
    await this.#sessions.change(id, (session) =>
      session.lastSeenAt === expected ? { ...session, lastSeenAt: seenAt } : undefined,
    );
  }

  async delete(id: string): Promise<void> {
    await this.#sessions.remove(id);
  }

  async deleteByPublicId(userId: string, publicId: string): Promise<boolean> {
    const isIt = (each: Session): boolean => each.userId === userId && each.publicId === publicId;
    return (await this.#sessions.removeWhere(isIt)) > 0;
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    await this.#sessions.removeWhere((each) => each.userId === userId && each.id !== exceptId);
  }

  async sweep(time: number): Promise<false> {
    await this.#sessions.removeWhere(({ expiresAt }) => expiresAt < time);
    return false;
  }
}
