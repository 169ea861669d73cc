import { api } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { localeName } from '../../../shell/locales.ts';
import { totalOf } from '../../content/totals.ts';
import type { BuilderState } from '../builder-state.ts';
import { countedTotal } from '../../content/format-total.ts';

/**
 * Asks whether to give the items of a collection languages, or to take them, with the number of items.
 *
 * @returns whether to go on. @throws ApiError, OfflineError if the items cannot be counted.
 */
export const askLocalised = async ({
  saved,
  details,
}: Pick<BuilderState, 'saved' | 'details'>): Promise<boolean> => {
  const { name, displayName } = saved.peek();
  const { localized, baseLocale } = details.peek();
  const counts = (await api.countContent({ query: { collection: name } })).body.data;
  const total = totalOf(counts, { collection: name });
  if (total.count === 0 && localized) return true;
  const language = localeName(localized ? baseLocale : (saved.peek().baseLocale ?? ''));
  return confirm(
    localized
      ? {
          title: t.collectionLanguages.localiseQuestion(displayName),
          text: countedTotal(total, (count) =>
            t.collectionLanguages.localiseEffect(count, language),
          ),
          action: t.collectionLanguages.localise,
          cancel: t.common.goBack,
        }
      : {
          title: t.collectionLanguages.stopQuestion(displayName),
          text: countedTotal(total, (count) => t.collectionLanguages.stopEffect(count, language)),
          action: t.collectionLanguages.stop,
          cancel: t.common.goBack,
          danger: true,
        },
  );
};
