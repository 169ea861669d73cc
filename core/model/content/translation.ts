import { DomainError, invalid } from '../../primitives/errors.ts';
import type { Collection } from '../collection.ts';
import { findLocale, type Locale, type LocaleCode } from '../locale.ts';
import type { ContentItem, TranslationGroup } from './content-item.ts';

/** What an item is among its translations. */
export type Placement = Pick<ContentItem, 'locale' | 'group'>;

/** What a new translation can get of the data of its source. */
export const copiedParts = ['all', 'shared'] as const;

/** The group that begins with an item. */
const newGroup = ({ id, createdAt }: Pick<ContentItem, 'id' | 'createdAt'>): TranslationGroup => ({
  id,
  since: createdAt,
});

/** The place of an item that translates no other one. */
export const placedAlone = (
  item: Pick<ContentItem, 'id' | 'createdAt'>,
  locale: LocaleCode,
): Required<Placement> => ({ locale, group: newGroup(item) });

/** The group of an item in a localised collection; that which would begin with it, for another item. */
export const groupOf = (item: Pick<ContentItem, 'id' | 'createdAt' | 'group'>): TranslationGroup =>
  item.group ?? newGroup(item);

/**
 * What an item is in a collection. Items that were written before the collection was localised have its base locale; an item
 * that comes from another collection begins a group.
 */
export const placementIn = (
  { id, baseLocale }: Pick<Collection, 'id' | 'baseLocale'>,
  item: Placement & Pick<ContentItem, 'id' | 'createdAt' | 'collectionId'>,
): Placement => {
  if (baseLocale === undefined) return { locale: undefined, group: undefined };
  const alone = placedAlone(item, item.locale ?? baseLocale);
  return item.collectionId === id ? { ...alone, group: item.group ?? alone.group } : alone;
};

/** A group of its own for an item. @param freshId for the item with which its present group began: the others keep that. */
export const groupAlone = (
  item: Pick<ContentItem, 'id' | 'createdAt' | 'group'>,
  freshId: () => string,
): TranslationGroup =>
  groupOf(item).id === item.id ? { id: freshId(), since: item.createdAt } : newGroup(item);

/** Codes are compared without case. @throws DomainError `invalid_input` for a code that the service does not have. */
export const parseLocale = (
  locales: readonly Locale[],
  raw: string,
  path = 'locale',
): LocaleCode => {
  const found = findLocale(locales, raw);
  if (found !== undefined) return found.code;
  const known = locales.map(({ code }) => code).join(', ');
  throw invalid('invalid_input', [{ path, message: `must be one of ${known}` }]);
};

/** The error for a second item of a group in a locale. */
export const localeTaken = (): DomainError =>
  new DomainError('locale_taken', 'There is a translation in this locale already', {
    details: 'Edit that translation, or choose another locale',
    issues: [{ path: 'locale', message: 'must be a locale without a translation' }],
  });

/** The error for a change that would take an item away from its translations. */
export const hasTranslations = (): DomainError =>
  new DomainError('has_translations', 'The content has translations', {
    details: 'Translations are in one collection. Make the content a group of its own first',
  });

/** The error for a translation in a collection whose items have no locale. */
export const notLocalized = (): DomainError =>
  new DomainError('not_localized', 'The collection is not localised', {
    details: 'Switch on its languages first',
  });
