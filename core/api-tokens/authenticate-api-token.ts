import type { TokenActor } from '../access/actor.ts';
import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../errors.ts';
import { minute } from '../time.ts';
import { apiTokenMark, type ApiToken } from './api-token.ts';

/** Uses within this time are not stored again, so that reads do not become writes. */
const touchEveryMs = minute;
const secretMaxLength = 256;

/** Finds the token by the digest of the whole secret. @throws DomainError `invalid_token`. */
export const authenticateApiToken =
  (dependencies: Pick<Dependencies, 'apiTokens' | 'digest' | 'clock' | 'log'>) =>
  async (secret: string): Promise<TokenActor> => {
    const token = await find(dependencies, secret);
    if (token === undefined) throw new DomainError('invalid_token', 'Unknown API token');
    const now = dependencies.clock.now();
    if (token.expiresAt !== undefined && token.expiresAt <= now) {
      throw new DomainError('invalid_token', 'This API token has expired');
    }
    await storeUse(dependencies, token, now);
    return { kind: 'token', tokenId: token.id, scope: token.scope };
  };

const find = async (
  { apiTokens, digest }: Pick<Dependencies, 'apiTokens' | 'digest'>,
  secret: string,
): Promise<ApiToken | undefined> =>
  secret.startsWith(apiTokenMark) && secret.length <= secretMaxLength
    ? apiTokens.findByDigest(await digest.sha256(secret))
    : undefined;

const storeUse = async (
  { apiTokens, log }: Pick<Dependencies, 'apiTokens' | 'log'>,
  { id, lastUsedAt }: ApiToken,
  now: number,
): Promise<void> => {
  if (lastUsedAt !== undefined && now - lastUsedAt < touchEveryMs) return;
  try {
    await apiTokens.touch(id, now);
  } catch (error) {
    // Not worth failing a read.
    log.warn('The last use of an API token could not be stored', { token: id }, error);
  }
};
