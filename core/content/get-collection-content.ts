import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/policy.ts';
import { isVisible } from '../access/visibility.ts';
import type { Form } from '../caching/forms.ts';
import { notFound } from '../errors.ts';
import { subjects } from '../freshness/subjects.ts';
import type { ContentReads } from '../ports/content-repository.ts';
import { noId, readUuid } from '../uuid.ts';
import type { ContentItem, EncodedItem, ItemHead } from './content-item.ts';
import {
  renderItem,
  startItemRead,
  type GetDependencies,
  type RenderedItem,
  type RequestedItem,
} from './get-content.ts';
import { readSlug } from './slug.ts';

export interface GetCollectionContent {
  /** The name of the collection. */
  readonly collection: string;
  /** If the text is the id of one item and the slug of another, it names the one with the id. */
  readonly idOrSlug: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/**
 * One item of a collection.
 *
 * @throws DomainError `not_found`, also for an item that the caller cannot see or that is in another
 *   collection; `token_scope`; `rate_limited`.
 */
export const getCollectionContent =
  (dependencies: GetDependencies) =>
  async (actor: Actor, command: GetCollectionContent): Promise<ContentItem> =>
    (await requestItem(dependencies, dependencies.contents, actor, command)).find();

/** Like {@link getCollectionContent}, as text in a form, which is cached while the cache plugin is on. */
export const getRenderedCollectionContent =
  (dependencies: GetDependencies) =>
  async (
    actor: Actor,
    command: GetCollectionContent,
    form: Form<EncodedItem>,
  ): Promise<RenderedItem> => {
    const { encoded } = dependencies.contents;
    return renderItem(dependencies, await requestItem(dependencies, encoded, actor, command), form);
  };

const requestItem = async <Item extends ItemHead>(
  dependencies: GetDependencies,
  contents: ContentReads<Item>,
  actor: Actor,
  { collection: name, idOrSlug, client }: GetCollectionContent,
): Promise<RequestedItem<Item>> => {
  const { collections } = dependencies;
  const { site, visibility } = await startItemRead(dependencies, actor, client);
  const collection = await collections.findByName(name);
  // For a token with a scope, an unknown collection gets the same response as one out of scope.
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  if (collection === undefined) throw notFound('Content');
  const id = readUuid(idOrSlug);
  const slug = readSlug(idOrSlug);
  const isShown = (item: Item | undefined): item is Item =>
    item?.collectionId === collection.id && isVisible(visibility, item, collection);
  const find = async (): Promise<Item> => {
    const byId = id === undefined ? undefined : await contents.findById(id);
    if (isShown(byId)) return byId;
    const bySlug = slug === undefined ? undefined : await contents.findBySlug(slug);
    if (isShown(bySlug)) return bySlug;
    throw notFound('Content');
  };
  // While the item that was found has the slug, no other item can get it.
  const dependsOn = id === undefined ? [] : [subjects.item(id)];
  const query = ['item', collection.id, id, slug];
  return { site, visibility, subjects: dependsOn, query, find };
};
