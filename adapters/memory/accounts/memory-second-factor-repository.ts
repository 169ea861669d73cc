import type { SecondFactor, SecondFactorRepository } from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { removeFound } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemorySecondFactorRepository implements SecondFactorRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async find(userId: string): Promise<SecondFactor | undefined> {
    return this.#access.read(({ secondFactors }) => secondFactors.get(userId));
  }

  async replace(factor: SecondFactor, expected: string | undefined): Promise<boolean> {
    const stored = copyOf(factor);
    return this.#access.write(({ secondFactors }) => {
      if (secondFactors.get(stored.userId)?.version !== expected) return false;
      secondFactors.set(stored.userId, stored);
      return true;
    });
  }

  async delete(userId: string): Promise<boolean> {
    return this.#access.write(({ secondFactors }) => secondFactors.delete(userId));
  }

  async sweep(time: number): Promise<false> {
    await removeFound(
      this.#access,
      ({ secondFactors }) =>
        [...secondFactors.values()].filter(({ pendingUntil = Infinity }) => pendingUntil < time),
      ({ secondFactors }, { userId }) => secondFactors.delete(userId),
    );
    return false;
  }
}

/** With what belongs to it. */
export const removeSecondFactor = (tables: MemoryTables, userId: string): void => {
  const { secondFactors, challenges, trustedBrowsers } = tables;
  secondFactors.delete(userId);
  for (const each of challenges.values()) {
    if (each.userId === userId) challenges.delete(each.digest);
  }
  for (const each of trustedBrowsers.values()) {
    if (each.userId === userId) trustedBrowsers.delete(each.id);
  }
};
