import { operator, type CreateCollection } from '../../../core/index.ts';
import type { Collection } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from './core-world.ts';

export interface LocaleWorld extends CoreWorld {
  readonly localise: (
    name: string,
    command?: Pick<CreateCollection, 'baseLocale'>,
  ) => Promise<Collection>;
}

/** The locales are German and French. */
export const localeWorld = async (): Promise<LocaleWorld> => {
  const world = await coreWorld();
  const { cms } = world;
  await cms.locales.update(operator, { locales: [{ code: 'de' }, { code: 'fr' }] });
  return {
    ...world,
    localise: (name, command = {}) =>
      cms.collections.update(operator, name, { localized: true, ...command }),
  };
};
