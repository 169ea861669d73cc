import {
  previewTokensMax,
  type ApiToken,
  type ApiTokenRepository,
  type LivePreview,
  type PreviewToken,
  type PreviewTokenRepository,
  type StampedToken,
} from 'quoin/core/store';
import type { Access } from '../work/access.ts';
import { findPreview, findToken, tokenOf, type TokenRow } from '../work/basis.ts';
import { findUser } from './users.ts';

const endOldest =
  'delete from preview_tokens where id in (select id from preview_tokens where user_id = ? and content_id is ? ' +
  `and expires_at > ? order by id desc limit -1 offset ${previewTokensMax})`;

export class SqliteApiTokens implements ApiTokenRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert({ lastUsedAt, ...token }: ApiToken): Promise<void> {
    const { id, digest, createdAt } = token;
    await this.#access.write((db) =>
      db.put('api_tokens', 'id', {
        id,
        digest,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        doc: JSON.stringify(token),
      }),
    );
  }

  async findByDigest(digest: string): Promise<StampedToken | undefined> {
    return this.#access.read((db) => findToken(db, 'digest', digest));
  }

  async findById(id: string): Promise<StampedToken | undefined> {
    return this.#access.read((db) => findToken(db, 'id', id));
  }

  async list(): Promise<readonly ApiToken[]> {
    return this.#access.read((db) =>
      db
        .all<TokenRow>('select doc, last_used_at from api_tokens order by created_at desc, id desc')
        .map(tokenOf),
    );
  }

  async storeUses(uses: ReadonlyMap<string, number>): Promise<void> {
    const stored = [...uses];
    await this.#access.write((db) => {
      for (const [id, usedAt] of stored) {
        db.run(
          'update api_tokens set last_used_at = max(coalesce(last_used_at, ?2), ?2) where id = ?1',
          id,
          usedAt,
        );
      }
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write((db) => db.run('delete from api_tokens where id = ?', id) > 0);
  }
}

export class SqlitePreviewTokens implements PreviewTokenRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(token: PreviewToken, lifetimeMs: number): Promise<number | undefined> {
    return this.#access.write((db) => {
      const { id, userId, contentId, digest } = token;
      if (findUser(db, 'id', userId)?.isActive !== true) return undefined;
      const isMissing =
        contentId !== undefined &&
        db.get('select 1 from items where id = ?', contentId) === undefined;
      if (isMissing) return undefined;
      const expiresAt = Date.now() + lifetimeMs;
      db.put('preview_tokens', 'id', {
        id,
        digest,
        user_id: userId,
        content_id: contentId,
        expires_at: expiresAt,
        doc: JSON.stringify(token),
      });
      db.run(endOldest, userId, contentId, Date.now());
      return expiresAt;
    });
  }

  async findByDigest(digest: string): Promise<LivePreview | undefined> {
    return this.#access.read((db) => findPreview(db, 'digest', digest));
  }

  async findById(id: string): Promise<LivePreview | undefined> {
    return this.#access.read((db) => findPreview(db, 'id', id));
  }

  async deleteByContent(contentId: string): Promise<number> {
    return this.#delete('content_id = ?', contentId);
  }

  async deleteForSite(userId: string): Promise<number> {
    return this.#delete('user_id = ? and content_id is null', userId);
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#delete('user_id = ?', userId);
  }

  async sweep(): Promise<false> {
    await this.#delete('expires_at <= ?', Date.now());
    return false;
  }

  #delete(condition: string, value: string | number): Promise<number> {
    return this.#access.write((db) =>
      db.run(`delete from preview_tokens where ${condition}`, value),
    );
  }
}
