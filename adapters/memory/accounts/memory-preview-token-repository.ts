import {
  previewTokensMax,
  type LivePreview,
  type PreviewToken,
  type PreviewTokenRepository,
} from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { livePreview } from '../memory-basis.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables, StoredPreviewToken } from '../memory-tables.ts';

export class MemoryPreviewTokenRepository implements PreviewTokenRepository {
  readonly #access: MemoryAccess;
  readonly #tokens: MemoryRecords<StoredPreviewToken>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#tokens = memoryRecords(access, ({ previewTokens }) => previewTokens);
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
    return this.#tokens.removeWhere((token) => token.contentId === contentId);
  }

  async deleteForSite(userId: string): Promise<number> {
    return this.#tokens.removeWhere(
      (token) => token.userId === userId && token.contentId === undefined,
    );
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#tokens.removeWhere((token) => token.userId === userId);
  }

  async sweep(): Promise<false> {
    const now = Date.now();
    await this.#tokens.removeWhere(({ expiresAt }) => expiresAt <= now);
    return false;
  }

  #find(matches: (token: StoredPreviewToken) => boolean): Promise<LivePreview | undefined> {
    return this.#access.read((tables) => {
      const token = [...tables.previewTokens.values()].find(matches);
      return token && livePreview(tables, token);
    });
  }
}

export const deletePreviews = (
  { previewTokens }: MemoryTables,
  matches: (token: StoredPreviewToken) => boolean,
): void => {
  for (const token of previewTokens.values()) if (matches(token)) previewTokens.delete(token.id);
};
