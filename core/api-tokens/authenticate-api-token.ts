import type { TokenActor } from '../access/actor.ts';
import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../errors.ts';
import { subjects } from '../freshness/subjects.ts';
import { minute } from '../time.ts';
import { apiTokenMark, type ApiToken } from './api-token.ts';

/** Uses within this time are not stored again, so that reads do not become writes. */
const touchEveryMs = minute;
const secretMaxLength = 256;

/** Finds the token by the digest of the whole secret. @throws DomainError `invalid_token`. */
export const authenticateApiToken =
  (dependencies: Pick<Dependencies, 'apiTokens' | 'digest' | 'clock' | 'log' | 'memory'>) =>
  async (secret: string): Promise<TokenActor> => {
    const known = await find(dependencies, secret);
    if (known === undefined) throw new DomainError('invalid_token', 'Unknown API token');
    const { token } = known;
    const now = dependencies.clock.now();
    if (token.expiresAt !== undefined && token.expiresAt <= now) {
      throw new DomainError('invalid_token', 'This API token has expired');
    }
    await storeUse(dependencies, known, now);
    return { kind: 'token', tokenId: token.id, scope: token.scope };
  };

interface KnownToken {
  readonly token: ApiToken;
  /** As far as this instance knows: storing a use does not drop the token from memory. */
  lastUsedAt: number | undefined;
}

const find = async (
  { apiTokens, digest, memory }: Pick<Dependencies, 'apiTokens' | 'digest' | 'memory'>,
  secret: string,
): Promise<KnownToken | undefined> => {
  if (!secret.startsWith(apiTokenMark) || secret.length > secretMaxLength) return undefined;
  const hash = await digest.sha256(secret);
  return memory.read(`api-token:${hash}`, [subjects.apiTokens], async () => {
    const token = await apiTokens.findByDigest(hash);
    return token && { token, lastUsedAt: token.lastUsedAt };
  });
};

const storeUse = async (
  { apiTokens, log }: Pick<Dependencies, 'apiTokens' | 'log'>,
  known: KnownToken,
  now: number,
): Promise<void> => {
  const { lastUsedAt, token } = known;
  if (lastUsedAt !== undefined && now - lastUsedAt < touchEveryMs) return;
  const { id } = token;
  try {
    await apiTokens.touch(id, now);
    known.lastUsedAt = now;
  } catch (error) {
    // Not worth failing a read.
    log.warn('The last use of an API token could not be stored', { token: id }, error);
  }
};
