import type { TranslationDto } from '../../../../../contracts/schemas/translation-schemas.ts';
import { t } from '../../../catalogue/texts.ts';
import { counted, listText } from '../../../catalogue/forms.ts';
import { localeName } from '../../../shell/locales.ts';

/**
 * What a change of a shared field does, for people.
 *
 * @param own the item that is open. @param all it and its translations.
 */
export const sharedHint = (
  own: TranslationDto | undefined,
  all: readonly TranslationDto[],
): string => {
  const others = all.filter(({ id }) => id !== undefined && id !== own?.id);
  const published = others.filter(({ status }) => status === 'published');
  if (others.length === 0) return t.itemLanguages.shared.byAll;
  if (own?.status !== 'published' && published.length > 0) {
    const names = published.map(({ locale }) => localeName(locale));
    return t.itemLanguages.shared.changeIn(listText(names, 'or'));
  }
  const { publishingChanges, savingChanges } = t.itemLanguages.shared;
  return counted(others.length, own?.status === 'published' ? publishingChanges : savingChanges);
};
