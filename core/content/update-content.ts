import type { Actor } from '../access/actor.ts';
import { authorize, authorizeAnywhere } from '../access/authorize.ts';
import { noActiveCollection, type Collection } from '../collections/collection.ts';
import { decodeJson, encodeBounded, type JsonObject } from '../json.ts';
import { readUuid } from '../uuid.ts';
import { checkItem } from './check-item.ts';
import {
  dataLimits,
  parseTitle,
  reviseContentItem,
  type ContentChanges,
  type ContentItem,
  type ContentStatus,
} from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import { explainSlugTaken } from './free-slug.ts';
import { askAboutWrite } from './hook-operations.ts';
import { parseSlug } from './slug.ts';
import {
  assertVersion,
  findStoredItem,
  untilUndisturbed,
  type ExpectedVersions,
  type StoredItem,
} from './stored-item.ts';

/** What is absent stays as it is; `data` is replaced whole. */
export interface UpdateContent {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly status?: ContentStatus | undefined;
  readonly collectionId?: string | undefined;
  readonly data?: JsonObject | undefined;
}

/**
 * An update that changes nothing writes nothing. Without expected versions the last write wins.
 *
 * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`,
 *   `version_mismatch`, `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`,
 *   `invalid_data`, `invalid_transition`, `blocked_by_hook`, `slug_taken`, `overloaded`.
 */
export const updateContent =
  (ports: ContentPorts) =>
  async (
    actor: Actor,
    id: string,
    command: UpdateContent,
    expected?: ExpectedVersions,
  ): Promise<ContentItem> => {
    authorizeAnywhere(actor, 'edit');
    let changes: ContentChanges | undefined;
    return untilUndisturbed(ports, id, async () => {
      const stored = await findStoredItem(ports, id);
      const { item } = stored;
      authorize(actor, 'edit', { collection: stored.collection, ownerId: item.authorId });
      // Once, however many rounds it takes, but for nobody who may not.
      changes ??= parseChanges(command);
      assertVersion(item, expected);
      const home = await findNewHome(ports, actor, stored, changes.collectionId);
      const revised = reviseContentItem(item, changes, ports.clock.now());
      if (revised === item) return item;
      if (changesData(changes) || revised.status === 'published') {
        checkItem(ports, home, command.data ?? decodeJson(revised.data), revised.status);
      }
      await askAboutWrite(ports.ask, actor, item, revised);
      return write(ports, item, revised);
    });
  };

const parseChanges = ({
  title,
  slug,
  status,
  collectionId,
  data,
}: UpdateContent): ContentChanges => ({
  ...(title !== undefined && { title: parseTitle(title) }),
  ...(slug !== undefined && { slug: parseSlug(slug) }),
  ...(status !== undefined && { status }),
  ...(collectionId !== undefined && { collectionId: parseCollectionId(collectionId) }),
  ...(data !== undefined && { data: encodeBounded(data, 'data', dataLimits) }),
});

const parseCollectionId = (raw: string): string => {
  const id = readUuid(raw);
  if (id === undefined) throw noActiveCollection('collectionId');
  return id;
};

const changesData = (changes: ContentChanges): boolean =>
  changes.data !== undefined || changes.collectionId !== undefined;

/** Moving an item takes rights on both sides: to edit it where it is, to create and edit it where it goes. */
const findNewHome = async (
  { collections }: Pick<ContentPorts, 'collections'>,
  actor: Actor,
  { item, collection }: StoredItem,
  collectionId: string | undefined,
): Promise<Collection> => {
  if (collectionId === undefined || collectionId === item.collectionId) return collection;
  const home = await collections.findById(collectionId);
  if (home === undefined || !home.isActive) throw noActiveCollection('collectionId');
  authorize(actor, 'create', { collection: home });
  authorize(actor, 'edit', { collection: home, ownerId: item.authorId });
  return home;
};

const write = async (
  { contents, contentCache, tell }: ContentPorts,
  before: ContentItem,
  item: ContentItem,
): Promise<ContentItem | undefined> => {
  try {
    if (!(await contents.replace(item, before.version))) return undefined;
  } catch (error) {
    throw await explainSlugTaken(contents, item.slug, error);
  } finally {
    // Whatever came of it: a write whose answer was lost may be kept.
    await contentCache.forget([before, item]);
  }
  await tell({ type: 'content.updated', before, item });
  return item;
};
