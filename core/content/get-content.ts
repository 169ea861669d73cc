import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/policy.ts';
import { isVisible, visibilityFor, type Visibility } from '../access/visibility.ts';
import type { CacheReport, KeptText } from '../caching/content-cache.ts';
import type { Form, TextChunks } from '../caching/forms.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { subjects } from '../freshness/subjects.ts';
import { limitContentReads } from '../limits/rate-limit.ts';
import type { ContentReads } from '../ports/content-repository.ts';
import type { Subject } from '../ports/coordinator.ts';
import type { SiteState } from '../ports/site-repository.ts';
import { readUuid } from '../uuid.ts';
import type { ContentItem, EncodedItem, ItemHead } from './content-item.ts';
import { findStoredItem, type StoredItem, type StoredItems } from './stored-item.ts';

export interface GetContent {
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface RenderedItem {
  /** The item in the caller's form. */
  readonly text: TextChunks;
  readonly version: number;
  readonly cache: CacheReport;
  /** See `ContentCache`. */
  readonly kept?: KeptText | undefined;
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
    (await requestItem(dependencies, dependencies.contents, actor, command)).find();

/** Like {@link getContent}, as text in a form, which is cached while the cache plugin is on. */
export const getRenderedContent =
  (dependencies: GetDependencies) =>
  async (actor: Actor, command: GetContent, form: Form<EncodedItem>): Promise<RenderedItem> => {
    const { encoded } = dependencies.contents;
    return renderItem(dependencies, await requestItem(dependencies, encoded, actor, command), form);
  };

/** A requested item, before it is read. */
export interface RequestedItem<Item> {
  readonly site: SiteState;
  readonly visibility: Visibility;
  /** What the cached text depends on; see `ContentRead`. */
  readonly subjects: readonly Subject[];
  readonly query: readonly (string | undefined)[];
  /** Reads the item. @throws DomainError `not_found`, `token_scope`. */
  readonly find: () => Promise<Item>;
}

/** Starts a read of one item. @throws DomainError `rate_limited`. */
export const startItemRead = async (
  { site: repository, limiter }: GetDependencies,
  actor: Actor,
  client: string,
): Promise<Pick<RequestedItem<unknown>, 'site' | 'visibility'>> => {
  const site = await repository.load();
  await limitContentReads(limiter, site.settings, client);
  return { site, visibility: visibilityFor(actor, site.settings) };
};

/**
 * An item that the caller can see.
 *
 * @throws DomainError `not_found`, also for an item that the caller cannot see; `token_scope`.
 */
export const findVisibleItem = async <Item extends ItemHead = ContentItem>(
  dependencies: StoredItems<Item>,
  actor: Actor,
  visibility: Visibility,
  id: string,
): Promise<StoredItem<Item>> => {
  const stored = await findStoredItem(dependencies, id);
  if (!isVisible(visibility, stored.item, stored.collection)) throw notFound('Content');
  authorize(actor, 'read', { collection: stored.collection });
  return stored;
};

/** Callers with the same visibility get the same result, because they share cached text. */
export const renderItem = async (
  { contentCache }: GetDependencies,
  { find, ...read }: RequestedItem<EncodedItem>,
  form: Form<EncodedItem>,
): Promise<RenderedItem> => {
  const keyed = { ...read, form: form.key };
  const { facts, ...cached } = await contentCache.read(keyed, async () => {
    const item = await find();
    const facts = { version: item.version };
    const subject = subjects.item(item.id);
    const subjectsOf = () => (read.subjects.includes(subject) ? [] : [subject]);
    return { facts, text: form.render(item), subjectsOf };
  });
  return { ...cached, version: facts.version };
};

const requestItem = async <Item extends ItemHead>(
  dependencies: GetDependencies,
  contents: ContentReads<Item>,
  actor: Actor,
  command: GetContent,
): Promise<RequestedItem<Item>> => {
  const { site, visibility } = await startItemRead(dependencies, actor, command.client);
  const id = readUuid(command.id);
  if (id === undefined) throw notFound('Content');
  const { collections } = dependencies;
  const find = async (): Promise<Item> =>
    (await findVisibleItem({ contents, collections }, actor, visibility, id)).item;
  return { site, visibility, subjects: [subjects.item(id)], query: ['item', id], find };
};
