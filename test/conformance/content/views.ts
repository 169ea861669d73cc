import { wholeAudience, type Shown, type View } from '../../../core/store.ts';
import type { CollectionScope } from '../../../core/vocabulary.ts';

/** What a caller sees, as samples say it. */
interface Seen {
  readonly within: CollectionScope;
  readonly seenIn?: CollectionScope;
  readonly publishedOnly?: boolean;
}

type ViewOf<S extends Shown> = View & { readonly shown: S };

/** The view of a caller who sees everything. */
export const wholeView: ViewOf<'published'> = { audience: wholeAudience, shown: 'published' };

/** Everything, with working copies in the place of their items. */
export const unpublishedView: ViewOf<'unpublished'> = { ...wholeView, shown: 'unpublished' };

/** The view of a caller who sees these collections. */
export const viewOf = <S extends Shown = 'published'>(
  { within, seenIn, publishedOnly = false }: Seen,
  shown: S = 'published' as S,
): ViewOf<S> => ({
  audience: {
    ...wholeAudience,
    publishedOnly,
    collections: within,
    ...(seenIn !== undefined && { seenIn }),
  },
  shown,
});

/** Divides a sample into what is requested, and the view of the caller. */
export const withView = <Q extends Seen, S extends Shown = 'published'>(
  { within, seenIn, publishedOnly, ...query }: Q,
  shown: S = 'published' as S,
): readonly [Omit<Q, keyof Seen>, ViewOf<S>] => [
  query,
  viewOf(
    {
      within,
      ...(seenIn !== undefined && { seenIn }),
      ...(publishedOnly !== undefined && { publishedOnly }),
    },
    shown,
  ),
];
