import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { checkItemData } from '../collections/check-data.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import {
  encodeData,
  parseTitle,
  reviseContentItem,
  type ContentChanges,
  type ContentItem,
  type ContentStatus,
} from '../model/content-item.ts';
import { parseSlug } from '../model/slug.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson, type JsonObject } from '../primitives/json.ts';
import type { ContentWriter } from './content-writer.ts';
import {
  agreedCollection,
  lookUpCollection,
  type CollectionRequest,
} from './requested-collection.ts';
import {
  assertExpected,
  findStoredItem,
  resourceOf,
  retryOnConflict,
  type Expectation,
  type StoredItem,
} from './stored-item.ts';

/** Absent members keep their value; `data` is replaced as a whole. */
export interface UpdateContent extends CollectionRequest {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly status?: ContentStatus | undefined;
  readonly data?: JsonObject | undefined;
}

type UpdateDependencies = Pick<Dependencies, 'contents' | 'collections' | 'clock' | 'patterns'> & {
  readonly contentWriter: Pick<ContentWriter, 'write'>;
  readonly itemGates: KeyedGates;
  readonly hooks: readonly Hook[];
};

/**
 * Changes an item. Writes nothing if nothing changes. Without `expected`, the last write wins.
 *
 * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`,
 *   `version_mismatch`, `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`,
 *   `invalid_data`, `invalid_transition`, `blocked_by_hook`, `slug_taken`, `overloaded`.
 */
export const updateContent =
  (dependencies: UpdateDependencies) =>
  async (
    actor: Actor,
    id: string,
    command: UpdateContent,
    expected?: Expectation,
  ): Promise<ContentItem> => {
    authorizeAnywhere(actor, 'edit');
    let changes: ContentChanges | undefined;
    return retryOnConflict(dependencies, id, async () => {
      const stored = await findStoredItem(dependencies, id);
      const { item: before } = stored;
      authorize(actor, 'edit', resourceOf(stored));
      // Parsed once, after the first authorization.
      changes ??= parseChanges(command);
      assertExpected(before, expected);
      const collection = await findTarget(dependencies, actor, stored, command);
      const item = reviseContentItem(
        before,
        { ...changes, collectionId: collection.id },
        dependencies.clock.now(),
      );
      if (item === before) return item;
      const isMoved = item.collectionId !== before.collectionId;
      if (changes.data !== undefined || isMoved || item.status === 'published') {
        const data = command.data ?? decodeJson(item.data);
        checkItemData(dependencies.patterns, collection, data, item.status);
      }
      const collectionVersion = collection.version;
      const change = { kind: 'update', before, item, collectionVersion } as const;
      return dependencies.contentWriter.write(actor, change);
    });
  };

const parseChanges = ({ title, slug, status, data }: UpdateContent): ContentChanges => ({
  ...(title !== undefined && { title: parseTitle(title) }),
  ...(slug !== undefined && { slug: parseSlug(slug) }),
  ...(status !== undefined && { status }),
  ...(data !== undefined && { data: encodeData(data) }),
});

/** Moving an item requires the right to edit it in both collections, and to create in the new one. */
const findTarget = async (
  { collections }: UpdateDependencies,
  actor: Actor,
  { item, collection }: StoredItem,
  request: CollectionRequest,
): Promise<Collection> => {
  const references = await lookUpCollection(collections, request, collection);
  const [first] = references;
  if (first === undefined) return collection;
  const target = agreedCollection(references, actor);
  if (target.id === collection.id) return collection;
  if (!target.isActive) throw noActiveCollection(first.path);
  authorize(actor, 'create', { collection: target });
  authorize(actor, 'edit', resourceOf({ item, collection: target }));
  return target;
};
