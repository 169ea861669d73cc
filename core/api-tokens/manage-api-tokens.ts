import { authorize } from '../access/policy.ts';
import { deleteAudited } from '../events/delete-audited.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor, CollectionScope } from '../model/actor.ts';
import {
  apiTokenMark,
  apiTokenPrefixLength,
  apiTokenSecretBits,
  expiryFor,
  type ApiToken,
  type ApiTokenKind,
  type TokenLifetime,
} from '../model/api-token.ts';
import { idsByName, scopeNames, unknownCollection, type Collection } from '../model/collection.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parseText } from '../primitives/text.ts';
import type { TokenUses } from './token-uses.ts';

export interface CreateApiToken {
  readonly name: string;
  /** Defaults to `never`. */
  readonly expiresIn?: TokenLifetime | undefined;
  /** Defaults to `published`. */
  readonly kind?: ApiTokenKind | undefined;
  /** Names of collections. Absent or empty means all. */
  readonly collections?: readonly string[] | undefined;
}

export interface CreatedApiToken extends ShownApiToken {
  /** The complete token. Nothing else returns it. */
  readonly secret: string;
}

const nameMaxLength = 100;

export const createApiToken =
  (
    dependencies: Pick<
      Dependencies,
      'store' | 'collections' | 'clock' | 'ids' | 'secrets' | 'digest'
    >,
  ) =>
  async (actor: Actor, command: CreateApiToken): Promise<CreatedApiToken> => {
    authorize(actor, 'administer');
    const name = parseText('name', command.name, { min: 1, max: nameMaxLength });
    const collections = await dependencies.collections.list();
    const scope = parseScope(collections, command.collections ?? []);
    const secret = `${apiTokenMark}${dependencies.secrets.next(apiTokenSecretBits)}`;
    const now = dependencies.clock.now();
    const token: ApiToken = {
      id: dependencies.ids.next(),
      name,
      prefix: secret.slice(0, apiTokenPrefixLength),
      digest: await dependencies.digest.sha256(secret),
      scope,
      ...(command.kind === 'preview' && { kind: command.kind }),
      expiresAt: expiryFor(command.expiresIn ?? 'never', now),
      lastUsedAt: undefined,
      createdAt: now,
    };
    await audited(
      dependencies,
      actor,
      ({ apiTokens }) => apiTokens.insert(token),
      () => ({ action: 'token.create', id: token.id, detail: name }),
    );
    return { ...apiTokenPresenter(collections)(token), secret };
  };

/** @throws DomainError `collection_not_found`. */
const parseScope = (
  collections: readonly Collection[],
  names: readonly string[],
): CollectionScope => {
  if (names.length === 0) return 'all';
  const ids = idsByName(collections);
  const scope = names.map((name, index) => {
    const id = ids.get(name);
    if (id === undefined) throw unknownCollection(`collections.${index}`);
    return id;
  });
  return [...new Set(scope)];
};

export const listApiTokens =
  ({
    apiTokens,
    collections,
    tokenUses,
  }: Pick<Dependencies, 'apiTokens' | 'collections'> & { readonly tokenUses: TokenUses }) =>
  async (actor: Actor): Promise<readonly ShownApiToken[]> => {
    authorize(actor, 'administer');
    const pending = tokenUses.pending();
    const tokens = (await apiTokens.list()).map((token) => ({
      ...token,
      lastUsedAt: pending.get(token.id) ?? token.lastUsedAt,
    }));
    return tokens.map(apiTokenPresenter(await collections.list()));
  };

export const revokeApiToken =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawId: string): Promise<void> => {
    authorize(actor, 'administer');
    await deleteAudited(dependencies, actor, {
      what: 'API token',
      id: rawId,
      remove: ({ apiTokens }, id) => apiTokens.delete(id),
      operation: (id) => ({ action: 'token.revoke', id }),
    });
  };

/** An API token as administrators see it. */
export interface ShownApiToken {
  readonly token: ApiToken;
  /**
   * The names of the collections in the scope; empty means all. A deleted collection is listed by its
   * id, so that a token whose collections are all deleted does not look like a token for all.
   */
  readonly collections: readonly string[];
}

/** @param collections all collections. */
const apiTokenPresenter = (
  collections: readonly Collection[],
): ((token: ApiToken) => ShownApiToken) => {
  const namesOf = scopeNames(collections);
  return (token) => ({ token, collections: namesOf(token.scope) });
};
