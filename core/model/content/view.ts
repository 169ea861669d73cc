import type { CollectionScope } from '../actor.ts';
import type { LocaleCode } from '../locale.ts';
import type { FormerSlugFilter } from './redirect.ts';

/**
 * Which state of each item a read shows: what is stored of it, or what is being written. In the second, the working copy of
 * a published item takes its place, with its title, slug, collection, data and time of change; status, author, version and
 * time of creation stay those of the item.
 */
export type Shown = 'published' | 'unpublished';

/**
 * Everything about a caller on which visibility depends: callers with equal audiences see the same content. Former slugs
 * are limited to those under which the caller could see the item, when it had them.
 */
export interface Audience extends FormerSlugFilter {
  readonly publishedOnly: boolean;
  /** The collections whose items are shown. Only users see items of inactive collections. */
  readonly collections: CollectionScope;
  /** The collections that an API token may read. */
  readonly scope: CollectionScope;
}

/** The collections of the service, by whether their items have locales. */
export interface CollectionsByLocale {
  readonly localized: readonly string[];
  /** Their items belong to every language. */
  readonly others: readonly string[];
}

/** The locale in which a read finds items, and none instead: those in it, and those that belong to every language. */
export interface ExactLocale extends CollectionsByLocale {
  readonly code: LocaleCode;
}

/**
 * In which languages a read shows items: of each group of translations the first one that the audience sees, in the order of the
 * chain. Items of collections that are not localised belong to every language.
 */
export interface Languages extends CollectionsByLocale {
  /** The requested locale, and those that are read instead. Not empty. */
  readonly chain: readonly LocaleCode[];
}

/** What a read of content shows, and to whom. The core decides it once for each read; the store applies it. */
export interface View {
  readonly audience: Audience;
  readonly shown: Shown;
  /** Undefined for a read that shows all translations. */
  readonly languages?: Languages | undefined;
  /** The locales of the service, in order: several items with one slug are in this order. Absent if there are none. */
  readonly locales?: readonly LocaleCode[] | undefined;
}

/** A view of which pages have tags. */
export interface PublishedView extends View {
  readonly shown: 'published';
}

/** Of everything that is stored. For reads whose result the caller does not see as it is. */
export const wholeAudience: Audience = { publishedOnly: false, collections: 'all', scope: 'all' };
