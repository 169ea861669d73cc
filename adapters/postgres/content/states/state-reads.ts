import type {
  Alternate,
  BasedRead,
  Basis,
  ContentFilter,
  ContentPage,
  Languages,
  SizedItem,
  VisibleQuery,
} from '../../../../core/store.ts';
import type { ContentItem } from '../../../../core/vocabulary.ts';

/** Reads of one state of content, on conditions that say what the audience sees. Each state has its own statements. */
export interface StateReads {
  readonly list: (query: VisibleQuery, basis: Basis) => Promise<BasedRead<ContentPage>>;

  readonly listAmong: (
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ) => Promise<BasedRead<readonly ContentItem[]>>;

  readonly sizesAmong: (
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ) => Promise<BasedRead<readonly SizedItem[]>>;

  readonly getById: (id: string, basis: Basis) => Promise<BasedRead<ContentItem | undefined>>;

  /** What is shown of the group of an item. */
  readonly getInLanguages: (
    id: string,
    filter: ContentFilter,
    languages: Languages,
    basis: Basis,
  ) => Promise<BasedRead<ContentItem | undefined>>;

  /** What is shown of the groups of items. */
  readonly listAlternates: (
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ) => Promise<BasedRead<readonly Alternate[]>>;

  /** The first item of a list with a slug. */
  readonly getBySlug: (
    query: SlugListQuery,
    basis: Basis,
  ) => Promise<BasedRead<ContentItem | undefined>>;
}

export type SlugListQuery = VisibleQuery & Required<Pick<VisibleQuery, 'slug'>>;
