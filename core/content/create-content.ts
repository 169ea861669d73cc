import { authorize } from '../access/policy.ts';
import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { checkStrictly } from '../collections/data/check-strictly.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import {
  encodeData,
  parseTitle,
  type ContentItem,
  type ContentStatus,
} from '../model/content/content-item.ts';
import { parseSlug, slugFromTitle } from '../model/content/slug.ts';
import type { Placement } from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { JsonObject } from '../primitives/json.ts';
import type { ContentWriting } from './content-writer.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';
import {
  agreedCollection,
  lookUpCollection,
  type CollectionRequest,
} from './requested-collection.ts';
import { placementOfNew } from './placement-of-new.ts';
import { tooManyWrites } from './stored-item.ts';

export interface CreateContent extends CollectionRequest {
  readonly title: string;
  /** Generated from the title when absent. */
  readonly slug?: string | undefined;
  /** Defaults to `draft`. */
  readonly status?: ContentStatus | undefined;
  /** Defaults to an empty object. */
  readonly data?: JsonObject | undefined;
  /** In a localised collection; defaults to the default locale. */
  readonly locale?: string | undefined;
  /** The id of an item of the collection, which the new one translates. */
  readonly translationOf?: string | undefined;
}

export type CreateDependencies = Pick<
  Dependencies,
  'collections' | 'contents' | 'site' | 'ids' | 'clock' | 'patterns'
> &
  ContentWriting;

/** Each failed attempt means that an administrator changed the collection meanwhile. */
const maxAttempts = 10;

export const createContent =
  (dependencies: CreateDependencies) =>
  async (actor: Actor, command: CreateContent, remarks?: WriteRemarks): Promise<ContentItem> => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const collection = await findCollection(dependencies, actor, command);
      const placement = await placementOfNew(dependencies, actor, collection, command);
      const item = newItem(dependencies, actor, { collection, placement }, command, remarks);
      const change = { kind: 'create', item, collection } as const;
      const stored = await dependencies.contentWriter.write(actor, change, remarks);
      if (stored !== undefined) return stored;
    }
    throw tooManyWrites();
  };

const findCollection = async (
  { collections }: CreateDependencies,
  actor: Actor,
  request: CollectionRequest,
): Promise<Collection> => {
  const references = await lookUpCollection(collections, actor, request);
  for (const { named } of references) {
    // Authorize first, so that a caller without rights cannot find out which collections exist.
    authorize(actor, 'create', named === undefined ? {} : { collection: named });
  }
  const collection = agreedCollection(references, actor);
  if (!collection.isActive) throw noActiveCollection(references[0]?.path ?? 'collectionId');
  return collection;
};

/** Where a new item comes. */
interface NewPlace {
  readonly collection: Collection;
  readonly placement: Placement;
}

export const newItem = (
  { ids, clock, patterns }: Pick<CreateDependencies, 'ids' | 'clock' | 'patterns'>,
  actor: Actor,
  { collection, placement }: NewPlace,
  { title: rawTitle, slug, status = 'draft', data = {} }: Omit<CreateContent, 'locale'>,
  { isStrict = false }: WriteRemarks = {},
): ContentItem => {
  const title = parseTitle(rawTitle);
  const encoded = encodeData(data);
  checkItemData(patterns, collection, data, status);
  if (isStrict) checkStrictly(collection.schema, data, []);
  const identified = withBlockIds(ids, collection, encoded);
  const now = clock.now();
  const id = ids.next();
  return {
    id,
    collectionId: collection.id,
    authorId: userIdOf(actor),
    title,
    slug: slug === undefined ? slugFromTitle(title) : parseSlug(slug),
    status,
    data: identified,
    version: 1,
    origin: undefined,
    createdAt: now,
    updatedAt: now,
    publishedAt: status === 'published' ? now : undefined,
    ...(placement.locale !== undefined && {
      locale: placement.locale,
      group: placement.group ?? { id, since: now },
    }),
  };
};
