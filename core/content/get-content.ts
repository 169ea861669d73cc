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
import { findStoredItem } from './stored-item.ts';

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

type GetDependencies = Pick<
  Dependencies,
  'site' | 'limiter' | 'contents' | 'collections' | 'contentCache'
>;

/**
 * @throws DomainError `not_found`, also for an item that the caller cannot see; `token_scope`;
 *   `rate_limited`.
 */
export const getContent =
  (dependencies: GetDependencies) =>
  async (actor: Actor, command: GetContent): Promise<ContentItem> => {
    const { id, visibility } = await requestItem(dependencies, actor, command);
    return findReadable(dependencies, actor, visibility, id);
  };

/** Like {@link getContent}, as text in a form, which is cached while the cache plugin is on. */
export const getRenderedContent =
  (dependencies: GetDependencies) =>
  async (actor: Actor, command: GetContent, form: Form<ContentItem>): Promise<RenderedItem> => {
    const { id, site, visibility } = await requestItem(dependencies, actor, command);
    const { facts, text, cache } = await dependencies.contentCache.read(
      { site, visibility, subject: subjects.item(id), query: ['item'], form: form.key },
      async () => {
        const item = await findReadable(dependencies, actor, visibility, id);
        return { facts: { version: item.version }, text: form.render(item) };
      },
    );
    return { text, version: facts.version, cache };
  };

interface RequestedItem {
  readonly id: string;
  readonly site: SiteState;
  readonly visibility: Visibility;
}

const requestItem = async (
  { site: repository, limiter }: GetDependencies,
  actor: Actor,
  command: GetContent,
): Promise<RequestedItem> => {
  const site = await repository.load();
  await limitContentReads(limiter, site.settings, command.client);
  const id = readUuid(command.id);
  if (id === undefined) throw notFound('Content');
  return { id, site, visibility: visibilityFor(actor, site.settings) };
};

/** Callers with the same visibility get the same result, because they share cached text. */
const findReadable = async (
  dependencies: GetDependencies,
  actor: Actor,
  visibility: Visibility,
  id: string,
): Promise<ContentItem> => {
  const { item, collection } = await findStoredItem(dependencies, id);
  if (!isVisible(visibility, item, collection)) throw notFound('Content');
  authorize(actor, 'read', { collection });
  return item;
};
