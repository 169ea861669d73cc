import type { Challenge, ChallengeRepository } from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { removeFound } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';

export class MemoryChallengeRepository implements ChallengeRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(challenge: Challenge, passwordHash: string | undefined): Promise<boolean> {
    const stored = copyOf(challenge);
    return this.#access.write(({ challenges, users }) => {
      const user = users.get(stored.userId);
      if (user?.isActive !== true || !user.hasSecondFactor) return false;
      if (user.passwordHash !== passwordHash) return false;
      challenges.set(stored.digest, stored);
      return true;
    });
  }

  async takeCode(digest: string, now: number): Promise<Challenge | undefined> {
    return this.#access.write(({ challenges }) => {
      const stored = challenges.get(digest);
      if (stored === undefined || stored.codesLeft === 0 || stored.expiresAt <= now) {
        return undefined;
      }
      const taken = { ...stored, codesLeft: stored.codesLeft - 1 };
      challenges.set(digest, taken);
      return copyOf(taken);
    });
  }

  async delete(digest: string): Promise<boolean> {
    return this.#access.write(({ challenges }) => challenges.delete(digest));
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#removeWhere((each) => each.userId === userId);
  }

  async sweep(time: number): Promise<false> {
    await this.#removeWhere(({ expiresAt }) => expiresAt < time);
    return false;
  }

  async #removeWhere(matches: (challenge: Challenge) => boolean): Promise<void> {
    await removeFound(
      this.#access,
      ({ challenges }) => [...challenges.values()].filter(matches),
      ({ challenges }, { digest }) => challenges.delete(digest),
    );
  }
}
