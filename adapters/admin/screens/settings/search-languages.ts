import { simpleLanguage } from '../../../../contracts/client/vocabulary.ts';
import { languageTag } from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';
import type { Option } from '../../components/inputs/field.tsx';

const languageLabel = (language: string): string =>
  language === simpleLanguage
    ? t.settings.noSearchLanguage
    : (t.settings.searchLanguages[language] ??
      language.charAt(0).toUpperCase() + language.slice(1).replaceAll('_', ' '));

/**
 * The languages of the search as options: “None” first, then by name.
 *
 * @param current is offered although the search does not have it any more; empty for none.
 */
export const languageOptions = (languages: readonly string[], current: string): readonly Option[] =>
  [...new Set([...(current === '' ? [] : [current]), ...languages])]
    .map((language) => ({ value: language, label: languageLabel(language) }))
    .toSorted((left, right) =>
      left.value === simpleLanguage
        ? -1
        : right.value === simpleLanguage
          ? 1
          : left.label.localeCompare(right.label, languageTag),
    );
