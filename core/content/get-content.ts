import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/policy.ts';
import { isVisible, visibilityFor, type Visibility } from '../access/visibility.ts';
import { subjects, type CacheReport, type Form } from '../caching/content-cache.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { limitContentReads } from '../limits/rate-limit.ts';
import type { SiteState } from '../ports/site-repository.ts';
import { readUuid } from '../uuid.ts';
import type { ContentItem } from './content-item.ts';
import { findStoredItem, type StoredItem } from './stored-item.ts';

export interface GetContent {
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface RenderedItem {
  /** The item in the caller's form. */
  readonly text: string;
  readonly version: number;
  readonly cache: CacheReport;
}

export type GetDependencies = Pick<
  Dependencies,
  'site' | 'limiter' | 'contents' | 'collections' | 'contentCache'
>;

/**
 * @throws DomainError `not_found`, also for an item that the caller cannot see; `token_scope`;
 *   `rate_limited`.
 */
export const getContent =
  (dependencies: GetDependencies) =>
  async (actor: Actor, command: GetContent): Promise<ContentItem> =>
    (await requestItem(dependencies, actor, command)).find();

/** Like {@link getContent}, as text in a form, which is cached while the cache plugin is on. */
export const getRenderedContent =
  (dependencies: GetDependencies) =>
  async (actor: Actor, command: GetContent, form: Form<ContentItem>): Promise<RenderedItem> =>
    renderItem(dependencies, await requestItem(dependencies, actor, command), form);

/** A requested item, before it is read. */
export interface RequestedItem {
  readonly site: SiteState;
  readonly visibility: Visibility;
  /** What the cached text depends on; see `ContentRead`. */
  readonly subject: string;
  readonly query: readonly (string | undefined)[];
  /** Reads the item. @throws DomainError `not_found`, `token_scope`. */
  readonly find: () => Promise<ContentItem>;
}

/** Starts a read of one item. @throws DomainError `rate_limited`. */
export const startItemRead = async (
  { site: repository, limiter }: GetDependencies,
  actor: Actor,
  client: string,
): Promise<Pick<RequestedItem, 'site' | 'visibility'>> => {
  const site = await repository.load();
  await limitContentReads(limiter, site.settings, client);
  return { site, visibility: visibilityFor(actor, site.settings) };
};

/**
 * An item that the caller can see.
 *
 * @throws DomainError `not_found`, also for an item that the caller cannot see; `token_scope`.
 */
export const findVisibleItem = async (
  dependencies: Pick<Dependencies, 'contents' | 'collections'>,
  actor: Actor,
  visibility: Visibility,
  id: string,
): Promise<StoredItem> => {
  const stored = await findStoredItem(dependencies, id);
  if (!isVisible(visibility, stored.item, stored.collection)) throw notFound('Content');
  authorize(actor, 'read', { collection: stored.collection });
  return stored;
};

/** Callers with the same visibility get the same result, because they share cached text. */
export const renderItem = async (
  { contentCache }: GetDependencies,
  { find, ...read }: RequestedItem,
  form: Form<ContentItem>,
): Promise<RenderedItem> => {
  const { facts, text, cache } = await contentCache.read({ ...read, form: form.key }, async () => {
    const item = await find();
    return { facts: { version: item.version }, text: form.render(item) };
  });
  return { text, version: facts.version, cache };
};

const requestItem = async (
  dependencies: GetDependencies,
  actor: Actor,
  command: GetContent,
): Promise<RequestedItem> => {
  const { site, visibility } = await startItemRead(dependencies, actor, command.client);
  const id = readUuid(command.id);
  if (id === undefined) throw notFound('Content');
  const find = async (): Promise<ContentItem> =>
    (await findVisibleItem(dependencies, actor, visibility, id)).item;
  return { site, visibility, subject: subjects.item(id), query: ['item'], find };
};
