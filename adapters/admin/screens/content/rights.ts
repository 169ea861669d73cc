import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { locales } from '../../shell/locales.ts';
import { account, reachIn } from '../../shell/session.ts';

/** Whether the user may change the status of an item and delete it: both rights reach equally far. */
export const mayChange = ({ collection, author, locale }: ContentSummaryDto): boolean => {
  const reach = reachIn(collection, 'edit', locale);
  return reach === 'all' || (reach === 'own' && author?.id === account.value?.id);
};

/** Whether {@link mayChange} holds for all items of a collection or, for an empty name, of all collections. */
export const mayChangeAll = (collection: string): boolean => {
  const granted = account.value?.permissions.map((grant) => grant.collection) ?? [];
  const names = collection === '' ? ['', ...granted] : [collection];
  const languages = [undefined, ...locales.value.map(({ code }) => code)];
  return names.every((name) =>
    languages.every((locale) => reachIn(name, 'edit', locale) === 'all'),
  );
};
