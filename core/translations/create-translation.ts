import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { pickKeys } from '../collections/shared-fields.ts';
import { createDecided, type CreateDependencies } from '../content/create-content.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import { findStoredItem } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import { sharedKeysOf, noActiveCollection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import {
  groupOf,
  notLocalized,
  parseLocale,
  type copiedParts,
} from '../model/content/translation.ts';
import { decodeJson } from '../primitives/json.ts';

export interface CreateTranslation {
  readonly locale: string;
  /** What it gets of the data of the source: with `shared` only the shared fields. Defaults to `all`. */
  readonly copy?: (typeof copiedParts)[number] | undefined;
  /** Defaults to the title of the source. */
  readonly title?: string | undefined;
  /** Defaults to the slug of the source; with another title, generated from that. */
  readonly slug?: string | undefined;
}

/** A draft of the caller that translates an item, with the data of that, or with a part of it. */
export const createTranslation =
  (dependencies: CreateDependencies) =>
  async (
    actor: Actor,
    sourceId: string,
    { locale, copy = 'all', title, slug }: CreateTranslation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> => {
    authorizeAnywhere(actor, 'create');
    return createDecided(dependencies, actor, remarks, async () => {
      const { item: source, collection } = await findStoredItem(dependencies, actor, sourceId);
      authorize(actor, 'create', { collection });
      if (!collection.isActive) throw noActiveCollection('collectionId');
      if (collection.baseLocale === undefined) throw notLocalized();
      const { locales = [] } = (await dependencies.site.load()).settings;
      const code = parseLocale(locales, locale);
      authorize(actor, 'create', { collection, locale: code });
      const data = decodeJson(source.data);
      const fields = {
        title: title ?? source.title,
        slug: slug ?? (title === undefined ? source.slug : undefined),
        data: copy === 'all' ? data : pickKeys(sharedKeysOf(collection), data),
      };
      return { collection, placement: { locale: code, group: groupOf(source), source }, fields };
    });
  };
