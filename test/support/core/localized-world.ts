import type { Store } from '../../../core/store.ts';
import type { Collection, ContentItem } from '../../../core/vocabulary.ts';
import { operator } from '../../../core/index.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';
import type { MemoryCmsOptions } from './memory-cms.ts';

const localeOf = (code: string) => ({ code, name: code, fallback: [] });

/** A service with three locales, whose posts are localised, and whose pages are not. */
export const localizedWorld = async (options: MemoryCmsOptions = {}): Promise<CoreWorld> => {
  const world = await coreWorld(options);
  return { ...world, posts: await localize(world.ports.store, world.posts) };
};

/** The first locale is the default one; the collection had items in another one before. */
export const localize = async (
  { repositories: { site, collections } }: Pick<Store, 'repositories'>,
  collection: Collection,
): Promise<Collection> => {
  await site.saveSettings({ plugins: {}, locales: ['de', 'en', 'fr'].map(localeOf) });
  const localized = { ...collection, baseLocale: 'en', version: collection.version + 1 };
  await collections.update(localized);
  return localized;
};

/** A post, and a translation of it with the same slug. */
export const translatedPost = async (
  { cms, posts, clock }: CoreWorld,
  slug: string,
  locale = 'de',
): Promise<readonly [original: ContentItem, translation: ContentItem]> => {
  clock.advance(1_000);
  const command = { collectionId: posts.id, title: slug, slug, locale: 'en' };
  const original = await cms.content.create(operator, command);
  clock.advance(1_000);
  return [original, await cms.translations.create(operator, original.id, { locale })];
};
