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
    const actor = await find(dependencies, secret);
    if (actor === undefined) throw new DomainError('invalid_token', 'Unknown API token');
    const now = dependencies.clock.now();
    if (hasExpired(actor, now)) {
      throw new DomainError('invalid_token', 'This API token has expired');
    }
    await storeUse(dependencies, actor, now);
    return actor;
  };

/**
 * Whether a token that was authenticated before is still valid, and its last use is stored. Waits for
 * nothing; can be false for a valid token.
 */
export const isApiTokenCurrent =
  ({ memory, clock }: Pick<Dependencies, 'memory' | 'clock'>) =>
  (actor: TokenActor): boolean => {
    const now = clock.now();
    return memory.holds(actor) && !hasExpired(actor, now) && !isUseDue(actor, now);
  };

interface KnownToken extends TokenActor {
  /** As far as this instance knows: storing a use does not drop the token from memory. */
  lastUsedAt?: number | undefined;
}

const hasExpired = ({ expiresAt = Infinity }: TokenActor, now: number): boolean => expiresAt <= now;

const isUseDue = ({ lastUsedAt = -Infinity }: KnownToken, now: number): boolean =>
  now - lastUsedAt >= touchEveryMs;

const find = async (
  { apiTokens, digest, memory }: Pick<Dependencies, 'apiTokens' | 'digest' | 'memory'>,
  secret: string,
): Promise<KnownToken | undefined> => {
  if (!secret.startsWith(apiTokenMark) || secret.length > secretMaxLength) return undefined;
  const hash = await digest.sha256(secret);
  return memory.read(`api-token:${hash}`, [subjects.apiTokens], async () => {
    const token = await apiTokens.findByDigest(hash);
    return token && knownToken(token);
  });
};

const knownToken = ({ id: tokenId, scope, expiresAt, lastUsedAt }: ApiToken): KnownToken => ({
  kind: 'token',
  tokenId,
  scope,
  expiresAt,
  lastUsedAt,
});

const storeUse = async (
  { apiTokens, log }: Pick<Dependencies, 'apiTokens' | 'log'>,
  token: KnownToken,
  now: number,
): Promise<void> => {
  if (!isUseDue(token, now)) return;
  const { tokenId: id } = token;
  try {
    await apiTokens.touch(id, now);
    token.lastUsedAt = now;
  } catch (error) {
    // Not worth failing a read.
    log.warn('The last use of an API token could not be stored', { token: id }, error);
  }
};
