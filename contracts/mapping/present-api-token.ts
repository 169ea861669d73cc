import type { ShownApiToken } from '../../core/index.ts';
import type { ApiTokenDto } from '../operations/api-tokens.ts';

/** An API token without its secret. */
export const presentApiToken = ({ token, collections }: ShownApiToken): ApiTokenDto => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  collections,
  expiresAt: token.expiresAt ?? null,
  lastUsedAt: token.lastUsedAt ?? null,
  created_at: token.createdAt,
});
