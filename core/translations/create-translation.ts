import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { newItem, type CreateDependencies } from '../content/create-content.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import { placementOfNew } from '../content/placement-of-new.ts';
import { findStoredItem, tooManyWrites } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import { noActiveCollection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { notLocalized } from '../model/content/translation.ts';
import { decodeJson } from '../primitives/json.ts';

export interface CreateTranslation {
  readonly locale: string;
  /** Defaults to the title of the source. */
  readonly title?: string | undefined;
  /** Defaults to the slug of the source; with another title, generated from that. */
  readonly slug?: string | undefined;
}

/** Each failed attempt means that an administrator changed the collection meanwhile. */
const maxAttempts = 10;

/** A draft of the caller that translates an item, with the data of that. */
export const createTranslation =
  (dependencies: CreateDependencies) =>
  async (
    actor: Actor,
    sourceId: string,
    { locale, title, slug }: CreateTranslation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> => {
    authorizeAnywhere(actor, 'create');
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { item: source, collection } = await findStoredItem(dependencies, actor, sourceId);
      authorize(actor, 'create', { collection });
      if (!collection.isActive) throw noActiveCollection('collectionId');
      const request = { locale, translationOf: source.id };
      const placement = await placementOfNew(dependencies, actor, collection, request);
      if (placement.locale === undefined) throw notLocalized();
      const command = {
        title: title ?? source.title,
        slug: slug ?? (title === undefined ? source.slug : undefined),
        data: decodeJson(source.data),
      };
      const item = newItem(dependencies, actor, { collection, placement }, command, remarks);
      const change = { kind: 'create', item, collection } as const;
      const stored = await dependencies.contentWriter.write(actor, change, remarks);
      if (stored !== undefined) return stored;
    }
    throw tooManyWrites();
  };
