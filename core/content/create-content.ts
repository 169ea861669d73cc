import { userIdOf, type Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { noActiveCollection, type Collection } from '../collections/collection.ts';
import { encodeBounded, type JsonObject } from '../json.ts';
import { readUuid } from '../uuid.ts';
import { checkItem } from './check-item.ts';
import { dataLimits, parseTitle, type ContentItem, type ContentStatus } from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import { explainSlugTaken } from './free-slug.ts';
import { askAboutWrite } from './hook-operations.ts';
import { parseSlug, slugFromTitle } from './slug.ts';

export interface CreateContent {
  readonly collectionId: string;
  readonly title: string;
  /** Made from the title when it is absent. */
  readonly slug?: string | undefined;
  readonly status?: ContentStatus | undefined;
  readonly data?: JsonObject | undefined;
}

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `collection_not_found`,
 *   `invalid_input`, `invalid_text`, `invalid_slug`, `invalid_data`, `blocked_by_hook`, `slug_taken`.
 */
export const createContent =
  (ports: ContentPorts) =>
  async (actor: Actor, command: CreateContent): Promise<ContentItem> => {
    const collection = await findHome(ports, actor, command.collectionId);
    const item = newItem(ports, actor, collection, command);
    await askAboutWrite(ports.ask, actor, undefined, item);
    try {
      await ports.contents.insert(item);
    } catch (error) {
      throw await explainSlugTaken(ports.contents, item.slug, error);
    } finally {
      // Whatever came of it: a write whose answer was lost may be kept.
      await ports.contentCache.forget([item]);
    }
    await ports.tell({ type: 'content.created', item });
    return item;
  };

const findHome = async (
  { collections }: Pick<ContentPorts, 'collections'>,
  actor: Actor,
  collectionId: string,
): Promise<Collection> => {
  const id = readUuid(collectionId);
  const collection = id === undefined ? undefined : await collections.findById(id);
  // Rights come first: who may not create learns nothing about which collections there are.
  authorize(actor, 'create', collection === undefined ? {} : { collection });
  if (collection === undefined || !collection.isActive) throw noActiveCollection('collectionId');
  return collection;
};

const newItem = (
  ports: Pick<ContentPorts, 'ids' | 'clock' | 'patterns'>,
  actor: Actor,
  collection: Collection,
  { title: rawTitle, slug, status = 'draft', data = {} }: CreateContent,
): ContentItem => {
  const title = parseTitle(rawTitle);
  const encoded = encodeBounded(data, 'data', dataLimits);
  checkItem(ports, collection, data, status);
  const now = ports.clock.now();
  return {
    id: ports.ids.next(),
    collectionId: collection.id,
    authorId: userIdOf(actor),
    title,
    slug: slug === undefined ? slugFromTitle(title) : parseSlug(slug),
    status,
    data: encoded,
    version: 1,
    origin: undefined,
    createdAt: now,
    updatedAt: now,
  };
};
