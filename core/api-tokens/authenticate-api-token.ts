import type { TokenActor } from '../access/actor.ts';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import { minute } from '../time.ts';
import { apiTokenMark, type ApiToken } from './api-token.ts';

/** A last use within this time is not written again: reads must not turn into writes. */
const touchEveryMs = minute;
const maxLength = 256;

/** Finds the token by the digest of the whole secret. @throws DomainError `invalid_token`. */
export const authenticateApiToken =
  (ports: Pick<Ports, 'apiTokens' | 'digest' | 'clock' | 'log'>) =>
  async (secret: string): Promise<TokenActor> => {
    const token = await find(ports, secret);
    if (token === undefined) throw new DomainError('invalid_token', 'Unknown API token');
    const now = ports.clock.now();
    if (token.expiresAt !== undefined && token.expiresAt <= now) {
      throw new DomainError('invalid_token', 'This API token has expired');
    }
    await touch(ports, token, now);
    return { kind: 'token', tokenId: token.id, scope: token.scope };
  };

const find = async (
  { apiTokens, digest }: Pick<Ports, 'apiTokens' | 'digest'>,
  secret: string,
): Promise<ApiToken | undefined> =>
  secret.startsWith(apiTokenMark) && secret.length <= maxLength
    ? apiTokens.findByDigest(await digest.sha256(secret))
    : undefined;

const touch = async (
  { apiTokens, log }: Pick<Ports, 'apiTokens' | 'log'>,
  { id, lastUsedAt }: ApiToken,
  now: number,
): Promise<void> => {
  if (lastUsedAt !== undefined && now - lastUsedAt < touchEveryMs) return;
  try {
    await apiTokens.touch(id, now);
  } catch (error) {
    // When it was last used is worth knowing, but not worth refusing a reader.
    log.warn('The last use of an API token could not be noted', { token: id }, error);
  }
};
