import { Type } from 'typebox';
import { alternatesMax } from '../../core/vocabulary.ts';

/** The query parameters of reads in a locale. */
export const localeParameters = {
  locale: Type.Optional(
    Type.String({
      description:
        'Shows, of each group of translations, the item in this locale or, where it is missing, in the first locale of `fallback` that has one. An unknown locale returns 400. Default: all translations.',
    }),
  ),
  fallback: Type.Optional(
    Type.String({
      description:
        'Up to 5 locales, separated by commas, or `none`. Default: those of the locale. Only with `locale`.',
    }),
  ),
  alternates: Type.Optional(
    Type.Boolean({
      description: `Adds \`alternates\`: the translations of each item. The limit of a list is ${alternatesMax} then.`,
    }),
  ),
};

/** The query parameter of reads that find items in one locale only. */
export const exactLocaleParameter = {
  locale: Type.Optional(
    Type.String({
      description:
        'Only items in this locale, and those of collections that are not localised. An unknown locale returns 400. Default: the items in all locales.',
    }),
  ),
};
