import { t } from '../../../catalogue/texts.ts';
import { listText } from '../../../catalogue/forms.ts';
import { localeName, locales } from '../../../shell/locales.ts';
import { reachIn } from '../../../shell/session.ts';

/** Why the user cannot edit an item, as sentences for people. @param locale its language, if it has one. */
export const whyReadOnly = (collection: string, locale: string | undefined): string => {
  const own = locales.value.filter(({ code }) => reachIn(collection, 'edit', code) !== 'none');
  const isElsewhere = reachIn(collection, 'edit', locale) === 'none' && own.length > 0;
  if (locale === undefined || !isElsewhere) {
    return t.itemLanguages.readOnly;
  }
  const names = listText(own.map(({ name }) => name));
  return t.itemLanguages.readOnlyIn(localeName(locale), names);
};
