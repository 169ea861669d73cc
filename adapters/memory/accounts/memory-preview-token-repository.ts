import {
  previewTokensMax,
  type LivePreview,
  type PreviewToken,
  type PreviewTokenRepository,
} from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
import { livePreview } from '../memory-basis.ts';
import { removeEntries } from '../remove-entries.ts';
import type { MemoryAccess, MemoryTables, StoredPreviewToken } from '../memory-tables.ts';

export class MemoryPreviewTokenRepository implements PreviewTokenRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(token: PreviewToken, lifetimeMs: number): Promise<number | undefined> {
    const stored = copyOf(token);
    return this.#access.write(({ previewTokens, users, contents }) => {
      const { id, userId, contentId } = stored;
      if (users.get(userId)?.isActive !== true) return undefined;
      if (contentId !== undefined && !contents.has(contentId)) return undefined;
      const expiresAt = Date.now() + lifetimeMs;
      previewTokens.set(id, { ...stored, expiresAt });
      const valid = [...previewTokens.values()]
        .filter(
          (each) =>
            each.userId === userId && each.contentId === contentId && each.expiresAt > Date.now(),
        )
        .toSorted((a, b) => (a.id < b.id ? 1 : -1));
      for (const each of valid.slice(previewTokensMax)) previewTokens.delete(each.id);
      return expiresAt;
    });
  }

  async findByDigest(digest: string): Promise<LivePreview | undefined> {
    return this.#find((token) => token.digest === digest);
  }

  async findById(id: string): Promise<LivePreview | undefined> {
    return this.#find((token) => token.id === id);
  }

  async deleteByContent(contentId: string): Promise<number> {
    return this.#deleteWhere((token) => token.contentId === contentId);
  }

  async deleteForSite(userId: string): Promise<number> {
    return this.#deleteWhere((token) => token.userId === userId && token.contentId === undefined);
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#deleteWhere((token) => token.userId === userId);
  }

  async deleteExpired(): Promise<void> {
    const now = Date.now();
    await removeEntries(
      this.#access,
      ({ previewTokens }) => previewTokens,
      ({ expiresAt }) => expiresAt <= now,
    );
  }

  #find(matches: (token: StoredPreviewToken) => boolean): Promise<LivePreview | undefined> {
    return this.#access.read((tables) => {
      const token = [...tables.previewTokens.values()].find(matches);
      return token && livePreview(tables, token);
    });
  }

  #deleteWhere(matches: (token: StoredPreviewToken) => boolean): Promise<number> {
    return this.#access.write((tables) => deletePreviews(tables, matches));
  }
}

/** @returns the number of deleted tokens. */
export const deletePreviews = (
  { previewTokens }: MemoryTables,
  matches: (token: StoredPreviewToken) => boolean,
): number => {
  const found = [...previewTokens.values()].filter(matches);
  for (const { id } of found) previewTokens.delete(id);
  return found.length;
};
