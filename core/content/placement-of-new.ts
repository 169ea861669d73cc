import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import {
  groupOf,
  notLocalized,
  parseLocale,
  type Placement,
} from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { findIfStored } from './stored-item.ts';

/** What a command says about the language of a new item. */
export interface PlacementRequest {
  readonly locale?: string | undefined;
  readonly translationOf?: string | undefined;
}

export interface NewPlacement extends Placement {
  /** The item that the new one translates. */
  readonly source?: ContentItem | undefined;
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
): Promise<NewPlacement> => {
  const isAsked = locale !== undefined || translationOf !== undefined;
  if (baseLocale === undefined && !isAsked) return {};
  const { locales = [] } = (await dependencies.site.load()).settings;
  const [first] = locales;
  if (first === undefined) return {};
  if (baseLocale === undefined) throw notLocalized();
  const code = locale === undefined ? first.code : parseLocale(locales, locale);
  if (translationOf === undefined) return { locale: code };
  const source = await findIfStored(dependencies, actor, translationOf);
  if (source?.collection.id === id) {
    return { locale: code, group: groupOf(source.item), source: source.item };
  }
  throw invalid('invalid_input', [
    { path: 'translationOf', message: 'must be the id of an item of the collection' },
  ]);
};
