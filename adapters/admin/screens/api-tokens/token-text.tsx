import type { ApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { TokenLifetime } from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';

export const lifetimeNames: Readonly<Record<TokenLifetime, string>> = {
  never: t.apiTokens.never,
  '30d': t.apiTokens.in30Days,
  '90d': t.apiTokens.in90Days,
  '180d': t.apiTokens.in180Days,
  '1y': t.apiTokens.inOneYear,
};

interface ScopeProps extends Pick<ApiTokenDto, 'collections'> {
  /** All collections, to show their names. */
  readonly all: readonly CollectionDto[];
}

/** What the token may read. A deleted collection, which the API lists by its id, is named as such. */
export const Scope = ({ collections, all }: ScopeProps) => {
  if (collections.length === 0) return <span class="nowrap">{t.apiTokens.allPublic}</span>;
  const names = collections.map(
    (name) =>
      all.find((collection) => collection.name === name)?.displayName ??
      t.apiTokens.deletedCollection,
  );
  return <span dir="auto">{names.join(', ')}</span>;
};
