import type { Actor, CollectionScope } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { unknownCollection } from '../collections/collection.ts';
import type { CollectionRepository } from '../ports/collection-repository.ts';
import type { Ports } from '../ports/ports.ts';
import { parseText } from '../text.ts';
import {
  apiTokenPrefix,
  apiTokenPrefixLength,
  apiTokenSecretBits,
  expiryFor,
  type ApiToken,
  type TokenLifetime,
} from './api-token.ts';
import { showApiTokens, type ShownApiToken } from './list-api-tokens.ts';

export interface CreateApiToken {
  readonly name: string;
  /** `never` when absent. */
  readonly expiresIn?: TokenLifetime | undefined;
  /** Names of collections; absent or empty means all. */
  readonly collections?: readonly string[] | undefined;
}

export interface CreatedApiToken extends ShownApiToken {
  /** The whole token. This is the only time that anybody sees it. */
  readonly secret: string;
}

const nameMaxLength = 100;

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`,
 *   `invalid_text`, `collection_not_found`.
 */
export const createApiToken =
  (ports: Pick<Ports, 'apiTokens' | 'collections' | 'clock' | 'ids' | 'secrets' | 'digest'>) =>
  async (actor: Actor, command: CreateApiToken): Promise<CreatedApiToken> => {
    authorize(actor, 'administer');
    const name = parseText('name', command.name, { min: 1, max: nameMaxLength });
    const scope = await parseScope(ports.collections, command.collections ?? []);
    const secret = `${apiTokenPrefix}${ports.secrets.next(apiTokenSecretBits)}`;
    const now = ports.clock.now();
    const token: ApiToken = {
      id: ports.ids.next(),
      name,
      prefix: secret.slice(0, apiTokenPrefixLength),
      digest: await ports.digest.sha256(secret),
      scope,
      expiresAt: expiryFor(command.expiresIn ?? 'never', now),
      lastUsedAt: undefined,
      createdAt: now,
    };
    // Whatever may fail comes before: a token whose value nobody was told is of no use.
    const [shown] = await showApiTokens(ports.collections, [token]);
    await ports.apiTokens.insert(token);
    return { ...(shown ?? { token, collections: [] }), secret };
  };

const parseScope = async (
  collections: CollectionRepository,
  names: readonly string[],
): Promise<CollectionScope> => {
  if (names.length === 0) return 'all';
  const known = new Map((await collections.list()).map(({ id, name }) => [name, id]));
  const ids = names.map((name, index) => {
    const id = known.get(name);
    if (id === undefined) throw unknownCollection(`collections.${index}`);
    return id;
  });
  return [...new Set(ids)];
};
