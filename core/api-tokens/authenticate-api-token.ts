import type { TokenActor } from '../model/actor.ts';
import { apiTokenMark } from '../model/api-token.ts';
import type { StampedToken } from '../ports/repositories/api-token-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError } from '../primitives/errors.ts';
import type { TokenUses } from './token-uses.ts';

const secretMaxLength = 256;

export const authenticateApiToken =
  (
    dependencies: Pick<Dependencies, 'apiTokens' | 'digest' | 'clock'> & {
      readonly tokenUses: TokenUses;
    },
  ) =>
  async (secret: string): Promise<TokenActor> => {
    const { apiTokens, digest } = dependencies;
    const mayExist = secret.startsWith(apiTokenMark) && secret.length <= secretMaxLength;
    const found = mayExist ? await apiTokens.findByDigest(await digest.sha256(secret)) : undefined;
    const actor = actorOf(dependencies, found);
    await dependencies.tokenUses.note(actor.tokenId);
    return actor;
  };

/** The actor of a valid token, by its id. @throws DomainError `invalid_token`. */
export const findTokenActor = async (
  dependencies: Pick<Dependencies, 'apiTokens' | 'clock'>,
  tokenId: string,
): Promise<TokenActor> => actorOf(dependencies, await dependencies.apiTokens.findById(tokenId));

const actorOf = (
  { clock }: Pick<Dependencies, 'clock'>,
  found: StampedToken | undefined,
): TokenActor => {
  if (found === undefined) throw new DomainError('invalid_token', 'Unknown API token');
  const { id: tokenId, scope, kind, expiresAt } = found.token;
  if (expiresAt !== undefined && expiresAt <= clock.now()) {
    throw new DomainError('invalid_token', 'This API token has expired');
  }
  const readsDrafts = kind === 'preview';
  return { kind: 'token', tokenId, scope, readsDrafts, expiresAt, stamp: found.stamp };
};
