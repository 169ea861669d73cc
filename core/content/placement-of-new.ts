import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import {
  groupOf,
  notLocalized,
  parseLocale,
  type Placement,
} from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import { hasCode, invalid } from '../primitives/errors.ts';
import { findStoredItem, type StoredItem } from './stored-item.ts';

/** What a command says about the language of a new item. */
export interface PlacementRequest {
  readonly locale?: string | undefined;
  readonly translationOf?: string | undefined;
}

/**
 * The place of a new item among translations. While the service has no locales, a request for one is ignored, like every
 * unknown member.
 *
 * @throws DomainError `not_localized`; `invalid_input` for an unknown locale, and for an item of another collection.
 */
export const placementOfNew = async (
  dependencies: Pick<Dependencies, 'site' | 'contents' | 'collections'>,
  actor: Actor,
  { id, baseLocale }: Collection,
  { locale, translationOf }: PlacementRequest,
): Promise<Placement> => {
  const isAsked = locale !== undefined || translationOf !== undefined;
  if (baseLocale === undefined && !isAsked) return {};
  const { locales = [] } = (await dependencies.site.load()).settings;
  const [first] = locales;
  if (first === undefined) return {};
  if (baseLocale === undefined) throw notLocalized();
  const code = locale === undefined ? first.code : parseLocale(locales, locale);
  if (translationOf === undefined) return { locale: code };
  const source = await findSource(dependencies, actor, translationOf);
  if (source?.collection.id === id) return { locale: code, group: groupOf(source.item) };
  throw invalid('invalid_input', [
    { path: 'translationOf', message: 'must be the id of an item of the collection' },
  ]);
};

const findSource = async (
  dependencies: Pick<Dependencies, 'contents' | 'collections'>,
  actor: Actor,
  id: string,
): Promise<StoredItem | undefined> => {
  try {
    return await findStoredItem(dependencies, actor, id);
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined;
    throw error;
  }
};
