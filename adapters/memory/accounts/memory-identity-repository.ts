import type { Identity, IdentityKey, IdentityRepository } from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemoryIdentityRepository implements IdentityRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(identity: Identity): Promise<boolean> {
    const stored = copyOf(identity);
    return this.#access.write((tables) => {
      const { userId } = stored;
      if (!tables.users.has(userId) || tables.identities.has(userId)) return false;
      if (identityOf(tables, stored) !== undefined) return false;
      tables.identities.set(userId, stored);
      return true;
    });
  }

  async find(key: IdentityKey): Promise<Identity | undefined> {
    return this.#access.read((tables) => identityOf(tables, key));
  }

  async findLinked(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const linked = await this.#access.read(({ identities }) =>
      userIds.filter((userId) => identities.has(userId)),
    );
    return new Set(linked);
  }

  async anyAdmin(): Promise<boolean> {
    return this.#access.read(({ identities, users }) =>
      [...identities.keys()].some((userId) => {
        const user = users.get(userId);
        return user?.role === 'admin' && user.isActive;
      }),
    );
  }

  async deleteByUser(userId: string): Promise<boolean> {
    return this.#access.write(({ identities }) => identities.delete(userId));
  }
}

const identityOf = (
  { identities }: MemoryTables,
  { issuer, subject }: IdentityKey,
): Identity | undefined =>
  [...identities.values()].find((each) => each.issuer === issuer && each.subject === subject);
