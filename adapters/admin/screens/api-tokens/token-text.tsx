import type { ApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { TokenLifetime } from '../../../../contracts/client/vocabulary.ts';

export const lifetimeNames: Readonly<Record<TokenLifetime, string>> = {
  never: 'Never',
  '30d': 'In 30 days',
  '90d': 'In 90 days',
  '180d': 'In 180 days',
  '1y': 'In one year',
};

interface ScopeProps extends Pick<ApiTokenDto, 'collections'> {
  /** All collections, to show their names. */
  readonly all: readonly CollectionDto[];
}

/** What the token may read. A deleted collection, which the API lists by its id, is named as such. */
export const Scope = ({ collections, all }: ScopeProps) => {
  if (collections.length === 0) return <span class="nowrap">All public collections</span>;
  const names = collections.map(
    (name) =>
      all.find((collection) => collection.name === name)?.displayName ?? 'a deleted collection',
  );
  return <span dir="auto">{names.join(', ')}</span>;
};
