import type { Actor, CollectionScope } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { unknownCollection, type Collection } from '../collections/collection.ts';
import { idsByName } from '../collections/collection-names.ts';
import type { Ports } from '../ports/ports.ts';
import { parseText } from '../text.ts';
import {
  apiTokenMark,
  apiTokenPrefixLength,
  apiTokenSecretBits,
  expiryFor,
  type ApiToken,
  type TokenLifetime,
} from './api-token.ts';
import { apiTokenPresenter, type ShownApiToken } from './shown-api-token.ts';

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
    const collections = await ports.collections.list();
    const scope = parseScope(collections, command.collections ?? []);
    const secret = `${apiTokenMark}${ports.secrets.next(apiTokenSecretBits)}`;
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
    const shown = apiTokenPresenter(collections)(token);
    await ports.apiTokens.insert(token);
    return { ...shown, secret };
  };

/** @throws DomainError `collection_not_found`. */
const parseScope = (
  collections: readonly Collection[],
  names: readonly string[],
): CollectionScope => {
  if (names.length === 0) return 'all';
  const known = idsByName(collections);
  const ids = names.map((name, index) => {
    const id = known.get(name);
    if (id === undefined) throw unknownCollection(`collections.${index}`);
    return id;
  });
  return [...new Set(ids)];
};
