import { mayBeCached } from '../access/perspective.ts';
import type { CacheReport } from '../cache/cache-plugin.ts';
import type { PageCache } from '../cache/page-cache.ts';
import {
  cachedPages,
  listReader,
  storedPages,
  type ListOf,
  type PageFacts,
} from '../content/list-reader.ts';
import type { PageItems, StoredPage } from '../content/page-items.ts';
import {
  readOnBasis,
  type Reader,
  type ReadOptions,
  type ReadResult,
} from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import {
  queryReader,
  type QueryDependencies,
  type QueryFacts,
  type QueryOf,
} from '../queries/query-reader.ts';
import type { DividedSelection } from '../queries/select-fields.ts';
import { expandPage, type LateExpansion } from '../references/expanded-reads.ts';
import { dividedSelection } from '../references/expansion-plan.ts';

export interface ReadPage extends ReadOptions {
  readonly of: PageOf;
  /**
   * Paths of fields, separated by commas, whose targets are read, too. Those of the second level follow the path of the
   * first, after a dot. None by default.
   */
  readonly expand?: string | undefined;
}

/** Which page to read. */
export type PageOf = { readonly list: ListOf } | { readonly query: QueryOf };

export type ContentListing = PageFacts &
  Partial<QueryFacts> &
  PageItems & {
    /** What the fields of the items refer to, as it is shown to the caller; undefined without `expand`. */
    readonly expansion?: LateExpansion;
  };

/** What a reader found, and what the cache of pages did. */
type Found = StoredPage & { readonly cache?: CacheReport };

export const readPage =
  (dependencies: QueryDependencies & { readonly pageCache: PageCache }) =>
  async (
    actor: Actor,
    { of, expand, ...options }: ReadPage,
  ): Promise<ReadResult<ContentListing>> => {
    const read = async <F extends Found>(
      reader: Reader<F, ContentListing>,
      selected?: DividedSelection['included'],
    ): Promise<ReadResult<ContentListing>> => {
      if (expand === undefined) return readPlain(dependencies, actor, reader);
      const result = await expandPage(dependencies, actor, expand, reader, selected);
      const { page, expansion } = result.value;
      return { ...result, value: { ...page, expansion } };
    };

    // A list comes from the cache of pages unless something is added to it, or it may show what is unpublished. Queries never
    // do, and are not reused.
    if ('list' in of) {
      const isPlain = expand === undefined && options.alternates !== true;
      const isCached = isPlain && mayBeCached(options);
      const source = isCached ? cachedPages(dependencies.pageCache) : storedPages;
      return read(listReader(dependencies, actor, of.list, options, source));
    }
    const { own, included } = dividedSelection(of.query.fields, expand);
    const reader = queryReader(dependencies, actor, { ...of.query, fields: own }, options);
    return { ...(await read(reader, included)), reusable: undefined };
  };

const readPlain = async <F extends Found, R>(
  dependencies: QueryDependencies,
  actor: Actor,
  { request, read, resultOf }: Reader<F, R>,
): Promise<ReadResult<R>> => {
  const result = await readOnBasis(dependencies, actor, request, read);
  const { value, cache } = result;
  return { ...result, value: resultOf(value), cache: value.cache ?? cache };
};
