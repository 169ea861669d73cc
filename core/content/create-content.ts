import { authorize } from '../access/policy.ts';
import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { checkStrictly } from '../collections/data/check-strictly.ts';
import { pickKeys } from '../collections/shared-fields.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import { sharedKeysOf, noActiveCollection, type Collection } from '../model/collection.ts';
import {
  encodeData,
  parseTitle,
  type ContentItem,
  type ContentStatus,
} from '../model/content/content-item.ts';
import { parseSlug, slugFromTitle } from '../model/content/slug.ts';
import { placedAlone } from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson, type JsonObject } from '../primitives/json.ts';
import type { ContentWriting } from './content-writer.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';
import {
  agreedCollection,
  lookUpCollection,
  type CollectionRequest,
} from './requested-collection.ts';
import { placementOfNew, type NewPlacement } from './placement-of-new.ts';
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
/** The group of a translation changes more often. */
const maxAttemptsInGroup = 100;

export const createContent =
  (dependencies: CreateDependencies) =>
  async (actor: Actor, command: CreateContent, remarks?: WriteRemarks): Promise<ContentItem> => {
    return createDecided(dependencies, actor, remarks, async () => {
      const collection = await findCollection(dependencies, actor, command);
      const placement = await placementOfNew(dependencies, actor, collection, command);
      authorize(actor, 'create', { collection, locale: placement.locale });
      return { collection, placement, fields: withSharedData(collection, command, placement) };
    });
  };

/**
 * Creates an item. If its collection changes meanwhile, or its group of translations, decides anew.
 *
 * @throws DomainError `overloaded` after too many attempts; what `decide` and the writer throw.
 */
export const createDecided = async (
  dependencies: CreateDependencies,
  actor: Actor,
  remarks: WriteRemarks | undefined,
  decide: () => Promise<NewItem>,
): Promise<ContentItem> => {
  let attempts = 0;
  let most = maxAttempts;
  while (attempts < most) {
    attempts += 1;
    const decided = await decide();
    const item = newItem(dependencies, actor, decided, remarks);
    const { collection, placement } = decided;
    const { source } = placement;
    if (source !== undefined) most = maxAttemptsInGroup;
    const change = {
      kind: 'create',
      item,
      collection,
      sharing: { decidedBy: source === undefined ? [] : [source] },
      source: source && { item: source, versions: [source.version] },
    } as const;
    const stored = await dependencies.contentWriter.write(actor, change, remarks);
    if (stored !== undefined) return stored;
  }
  throw tooManyWrites();
};

/** A translation has the shared fields of its source that it does not name itself. */
const withSharedData = (
  collection: Collection,
  command: CreateContent,
  { source }: NewPlacement,
): CreateContent => {
  const keys = source === undefined ? [] : sharedKeysOf(collection);
  if (source === undefined || keys.length === 0) return command;
  return { ...command, data: { ...pickKeys(keys, decodeJson(source.data)), ...command.data } };
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

interface NewItem {
  readonly collection: Collection;
  readonly placement: NewPlacement;
  readonly fields: Pick<CreateContent, 'title' | 'slug' | 'status' | 'data'>;
}

const newItem = (
  { ids, clock, patterns }: Pick<CreateDependencies, 'ids' | 'clock' | 'patterns'>,
  actor: Actor,
  { collection, placement: { locale, group }, fields }: NewItem,
  { isStrict = false }: WriteRemarks = {},
): ContentItem => {
  const { slug, status = 'draft', data = {} } = fields;
  const title = parseTitle(fields.title);
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
    ...(locale !== undefined && placedAlone({ id, createdAt: now }, locale)),
    ...(group !== undefined && { group }),
  };
};
