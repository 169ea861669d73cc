import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { visibilityFor } from '../access/visibility.ts';
import { subjects, type CacheReport } from '../caching/content-cache.ts';
import { notFound } from '../errors.ts';
import { parsePage, type PageRequest } from '../paging.ts';
import type { ContentQuery, SizedItem } from '../ports/content-repository.ts';
import type { QueryTrace } from '../ports/query-trace.ts';
import { noId } from '../uuid.ts';
import type { ContentItem, ContentStatus } from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import { readPortions } from './large-page.ts';
import { throttle } from './throttle.ts';

export interface ListContent extends PageRequest {
  readonly status?: ContentStatus | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
  /** The caller's address, for the throttle. */
  readonly client: string;
}

/** One condition that the caller asked for. */
export interface Condition {
  readonly field: 'status' | 'collectionId';
  readonly operator: 'equals';
  readonly value: string;
}

export interface ContentListing {
  /** What the caller's `render` made of the items: of none where there are {@link portions}. */
  readonly text: string;
  /** How many those are. */
  readonly count: number;
  /**
   * The items of a page that is too large to be in memory at once. See {@link readPortions}: what it
   * throws comes with the first of them, before which nothing is read.
   */
  readonly portions?: AsyncIterable<readonly ContentItem[]>;
  readonly limit: number;
  readonly offset: number;
  readonly conditions: readonly Condition[];
  /** What ran, or what ran when a cached page was made. */
  readonly trace?: QueryTrace;
  readonly cache: CacheReport;
}

/** Turns items into the text that is cached and sent. Equal items must give equal text. */
export type RenderItems = (items: readonly ContentItem[]) => string;

interface PageFacts {
  readonly count: number;
  readonly trace?: QueryTrace;
  readonly large?: readonly SizedItem[];
}

/**
 * Newest first. A collection that is unknown or not active has no items.
 *
 * @throws DomainError `invalid_input`, `token_scope`, `rate_limited`.
 */
export const listContent =
  (ports: ContentPorts) =>
  (actor: Actor, command: ListContent, render: RenderItems): Promise<ContentListing> =>
    readPage(ports, actor, command, render, async () => {
      if (command.collection === undefined) return {};
      return { collectionId: (await findCollectionId(ports, actor, command.collection)) ?? noId };
    });

/** The same for one collection by name, which must be there. @throws DomainError also `not_found`. */
export const listCollectionContent =
  (ports: ContentPorts) =>
  (
    actor: Actor,
    command: ListContent & { readonly collection: string },
    render: RenderItems,
  ): Promise<ContentListing> =>
    readPage(ports, actor, command, render, async () => {
      const collectionId = await findCollectionId(ports, actor, command.collection);
      if (collectionId === undefined) throw notFound('Collection');
      return { collectionId };
    });

/** @param findFilter is asked once the request has been counted: names that miss count like others. */
const readPage = async (
  ports: ContentPorts,
  actor: Actor,
  command: ListContent,
  render: RenderItems,
  findFilter: () => Promise<Pick<ContentQuery, 'collectionId'>>,
): Promise<ContentListing> => {
  const page = parsePage(command);
  const settings = await ports.settings.load();
  await throttle(ports.limiter, settings, command.client);
  const filter = await findFilter();
  const { status } = command;
  const visibility = visibilityFor(actor, settings);
  const query = { ...page, ...filter, ...(status !== undefined && { status }), visibility };
  const { facts, text, cache } = await ports.contentCache.read<PageFacts>(
    {
      settings,
      visibility,
      subject:
        filter.collectionId === undefined
          ? subjects.allContent
          : subjects.collection(filter.collectionId),
      query: ['list', page.limit, page.offset, status],
    },
    async () => {
      const { items, ...told } = await ports.contents.list(query);
      return { facts: { count: items.length, ...told }, text: render(items) };
    },
    ({ large }) => large === undefined,
  );
  const { large, ...told } = facts;
  const portions = large && readPortions(ports, actor, query, large);
  return {
    ...page,
    ...told,
    text,
    ...(portions && { portions }),
    conditions: conditionsOf(query),
    cache,
  };
};

/** For a token with a scope, one that does not exist reads the same as one outside the scope. */
const findCollectionId = async (
  { collections }: Pick<ContentPorts, 'collections'>,
  actor: Actor,
  name: string,
): Promise<string | undefined> => {
  const collection = await collections.findByName(name);
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  return collection?.isActive === true ? collection.id : undefined;
};

const conditionsOf = ({
  status,
  collectionId,
}: Pick<ContentQuery, 'status' | 'collectionId'>): readonly Condition[] => [
  ...(status === undefined
    ? []
    : [{ field: 'status', operator: 'equals', value: status } as const]),
  ...(collectionId === undefined
    ? []
    : [{ field: 'collectionId', operator: 'equals', value: collectionId } as const]),
];
