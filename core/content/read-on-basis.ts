import {
  mayBeCached,
  previewedBy,
  viewpointOf,
  type PerspectiveRequest,
  type Viewpoint,
} from '../access/perspective.ts';
import { authorize } from '../access/policy.ts';
import { audienceOf, siteFor } from '../access/visibility.ts';
import { uncachedReport, type CacheReport } from '../cache/cache-plugin.ts';
import { reuseLifetimeMs } from '../cache/reuse-lifetime.ts';
import type { CostlyReads, Spend, Spender } from '../limits/costly-reads.ts';
import { limitContentReads } from '../limits/rate-limit.ts';
import { anonymous, type Actor } from '../model/actor.ts';
import type { BasedRead, Basis, Snapshot } from '../model/basis.ts';
import type { Shown, View } from '../model/content/view.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import type { Repositories } from '../ports/store.ts';
import type { Signal } from '../primitives/signal.ts';
import { previewedCollections, withPreviewed, type ContentReads } from './previewed-item.ts';
import { languagesOf, type LanguageRequest } from './requested-languages.ts';
import { findCallerAgain, stampedCaller } from './stored-caller.ts';

/** The repositories that reads of content use. */
type ReadRepositories = Pick<
  Repositories,
  | 'contents'
  | 'summaries'
  | 'redirects'
  | 'references'
  | 'collections'
  | 'queries'
  | 'search'
  | 'indexes'
  | 'translations'
>;

/** What decides a read of content. */
export interface Decided {
  readonly actor: Actor;
  /** Without the collections that do not exist for the actor. */
  readonly site: SiteState;
  /** The id of the collection that the request names, also if it does not exist for the actor. */
  readonly asked: string | undefined;
  readonly view: View;
  /** The item of a preview token, which is shown beside everything that the view shows, whatever its state. */
  readonly previewed?: string | undefined;
  /** The only item that is shown: that of a preview token, for a read about it. */
  readonly only?: string | undefined;
  readonly basis: Basis;
  /** Where to read. */
  readonly repositories: ReadRepositories;
  /** To be called before work whose cost the caller chooses. */
  readonly spend: Spend;
}

export interface ReadRequest extends PerspectiveRequest, LanguageRequest, Omit<Spender, 'actor'> {
  /** Whether the rate limit has counted the request already. */
  readonly isCounted?: boolean | undefined;
  /** The name of a collection that the site is asked for. */
  readonly collection?: string | undefined;
  /** Whether the read needs the schemas of the collections. */
  readonly withSchemas?: boolean | undefined;
  /** With the preview token of an item: whether the read is about this item alone. Otherwise it shows what is public, too. */
  readonly isAboutItem?: boolean | undefined;
}

/** What every read of items accepts. */
export interface ReadOptions extends PerspectiveRequest, LanguageRequest {
  /** The caller's address, for the limits. */
  readonly client: string;
  /** Ends a read that waits for its turn. Accepts an AbortSignal. By default, a read ends with an answer or an error. */
  readonly signal?: Signal | undefined;
}

export interface ReadResult<T> {
  readonly value: T;
  readonly cache: CacheReport;
  /** How long, and while the store has which snapshot, the same request has the same result; if that is known. */
  readonly reusable: Reusable | undefined;
}

export interface Reusable {
  readonly snapshot: Snapshot;
  readonly lifetimeMs: number;
}

/** How something is read and what it becomes, for reads that add something to it. */
export interface Reader<Found, Result> {
  readonly request: ReadRequest;
  readonly read: (decided: Decided) => Promise<BasedRead<Found>>;
  readonly resultOf: (found: Found) => Result;
}

export type BasisDependencies = Pick<
  Dependencies,
  'store' | 'site' | 'limiter' | 'clock' | 'digest' | 'previewTokens'
> &
  ReadRepositories & { readonly costlyReads: CostlyReads };

/** How often a read is done again, before everything is read in one transaction. */
const maxRepetitions = 2;

/**
 * Reads content for an actor, as of one moment: the settings, the rights and the content that make up the
 * result were all in the store at the same time. If the site or the caller changes in between, decides and
 * reads again. In the perspective of drafts, and with a preview token, the result is never reusable.
 *
 * @param actor the caller. With a preview token, `read` gets its bearer instead.
 * @param read must read content through {@link Decided.repositories}, with the basis.
 * @throws DomainError `rate_limited`; `overloaded`, if the read spends; `invalid_preview`; `forbidden` for a caller who may
 *   not read in the perspective; `invalid_session` and `invalid_token` for a caller who has lost access meanwhile; what
 *   `read` throws.
 */
export const readOnBasis = async <T>(
  dependencies: BasisDependencies,
  actor: Actor,
  request: ReadRequest,
  read: (decided: Decided) => Promise<BasedRead<T>>,
): Promise<ReadResult<T>> =>
  dependencies.costlyReads.run({ ...request, actor }, (spend) =>
    decideAndRead(dependencies, actor, request, (decided) => read({ ...decided, spend })),
  );

const decideAndRead = async <T>(
  dependencies: BasisDependencies,
  actor: Actor,
  request: ReadRequest,
  read: (decided: Omit<Decided, 'spend'>) => Promise<BasedRead<T>>,
): Promise<ReadResult<T>> => {
  const { client, isCounted = false, collection, withSchemas } = request;
  const attempt = async (
    repositories: Decided['repositories'],
    { actor: caller, shown }: Viewpoint,
    site: SiteState,
  ): Promise<ReadResult<T> | undefined> => {
    if (shown === 'unpublished') authorize(caller, 'read_drafts');
    const basis = basisOf(site, caller, collection);
    const itemId = previewedBy(caller);
    const own =
      itemId === undefined
        ? undefined
        : await previewedCollections(repositories, itemId, caller, site, basis);
    if (own?.isCurrent === false) return undefined;
    const seen = seenBy(caller, site, shown, request, own?.value);
    const asked = site.collection?.id;
    const result = await read({ actor: caller, asked, ...seen, basis, repositories });
    if (!result.isCurrent) return undefined;
    const { value, snapshot } = result;
    const lifetimeMs = mayBeCached(request)
      ? reuseLifetimeMs([actor, caller], site.settings, dependencies.clock.now())
      : undefined;
    const reusable =
      snapshot === undefined || lifetimeMs === undefined ? undefined : { snapshot, lifetimeMs };
    return { value, cache: uncachedReport(site.settings), reusable };
  };

  const first = await dependencies.site.load(collection, withSchemas);
  if (client !== undefined && !isCounted) {
    await limitContentReads(dependencies.limiter, first.settings, client);
  }
  const viewpoint = await viewpointOf(dependencies, actor, request);

  const decideAgain = async (repositories: Repositories): Promise<ReadResult<T> | undefined> => {
    const caller = await findCallerAgain(
      { ...repositories, clock: dependencies.clock },
      viewpoint.actor,
    );
    const site = await repositories.site.load(collection, withSchemas);
    return attempt(repositories, { ...viewpoint, actor: caller }, site);
  };

  let result = await attempt(dependencies, viewpoint, first);
  for (let n = 0; result === undefined && n < maxRepetitions; n += 1) {
    result = await decideAgain(dependencies.store.repositories);
  }
  result ??= await dependencies.store.consistently(decideAgain);
  if (result === undefined) throw new TypeError('A transaction must see one state of the store');
  return result;
};

const basisOf = (site: SiteState, actor: Actor, collection: string | undefined): Basis => ({
  site: site.stamp,
  collection,
  caller: stampedCaller(actor),
});

/**
 * With the preview token of an item, everybody's view and the item, unless the read is about this item alone.
 *
 * @param own the collections of the item of a preview token.
 */
const seenBy = (
  caller: Actor,
  site: SiteState,
  shown: Shown,
  request: ReadRequest,
  own: readonly string[] = [],
): Pick<Decided, 'site' | 'view' | 'previewed' | 'only'> => {
  const itemId = previewedBy(caller);
  if (itemId === undefined) {
    const view = { audience: audienceOf(caller, site, shown), shown };
    return { site: siteFor(caller, site), view: { ...view, ...languagesOf(site, request) } };
  }
  const seen = siteFor(anonymous, site, own);
  return request.isAboutItem === true
    ? { site: seen, view: { audience: audienceOf(caller, site, shown), shown }, only: itemId }
    : {
        site: seen,
        view: { audience: audienceOf(anonymous, site), shown: 'published' },
        previewed: itemId,
      };
};

/** Reads of content, for the view of the read. */
export const contentsOf = ({ previewed, repositories }: Decided): ContentReads =>
  previewed === undefined ? repositories.contents : withPreviewed(repositories.contents, previewed);
