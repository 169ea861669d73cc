import type { ApiTokenRepository } from '../ports/repositories/api-token-repository.ts';
import type { Log } from '../ports/monitoring.ts';
import type { Clock } from '../ports/time.ts';
import { minute } from '../primitives/time.ts';

/** Collects when API tokens were used, so that reads do not become writes. */
export interface TokenUses {
  /** Notes a use. At most once a minute, stores all that were noted. Never throws. */
  note(tokenId: string): Promise<void>;

  /** Stores all uses that were noted. Never throws. */
  store(): Promise<void>;

  /** The uses that are not stored yet, by the ids of the tokens. Read it before the tokens. */
  pending(): ReadonlyMap<string, number>;
}

const storeEveryMs = minute;

export const tokenUses = (
  apiTokens: Pick<ApiTokenRepository, 'storeUses'>,
  clock: Clock,
  log: Log,
): TokenUses => {
  const noted = new Map<string, number>();
  let lastStoredAt = -Infinity;

  const store = async (): Promise<void> => {
    if (noted.size === 0) return;
    const uses = new Map(noted);
    lastStoredAt = clock.now();
    try {
      await apiTokens.storeUses(uses);
    } catch (error) {
      // Not worth failing a read. Later uses of the same tokens are stored.
      log.warn('The last uses of API tokens could not be stored', { tokens: uses.size }, error);
    }
    // A token may have been used again meanwhile.
    for (const [id, at] of uses) if (noted.get(id) === at) noted.delete(id);
  };

  return {
    store,
    pending: () => new Map(noted),
    note: async (tokenId) => {
      const now = clock.now();
      noted.set(tokenId, now);
      // The clock may have been set back.
      if (Math.abs(now - lastStoredAt) >= storeEveryMs) await store();
    },
  };
};
