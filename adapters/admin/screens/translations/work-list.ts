import type { TranslationWorkDto } from '../../../../contracts/schemas/translation-schemas.ts';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { cutPage, pageOf, pageQuery } from '../../components/pager.tsx';
import { localeOf, locales } from '../../shell/locales.ts';

export type WorkState = TranslationWorkDto['state'];

export const workStates: readonly (readonly [WorkState, string])[] = [
  ['missing', t.translations.states.missing],
  ['outdated', t.translations.states.outdated],
];

/** What the list shows: the query of its URL. */
export interface WorkQuery {
  readonly locale: string;
  readonly state: WorkState | '';
  /** The name of a collection; empty for all. */
  readonly collection: string;
  /** From 1. */
  readonly page: number;
}

/**
 * @param remembered the language that the user chose last. Without one, it is the first that is not the default: most items
 *   are written in that.
 */
export const workQueryOf = (query: URLSearchParams, remembered: string | undefined): WorkQuery => {
  const [standard, second] = locales.value;
  const locale = localeOf(query.get('locale') ?? remembered) ?? second ?? standard;
  return {
    locale: locale?.code ?? '',
    state: workStates.map(([state]) => state).find((each) => each === query.get('state')) ?? '',
    collection: query.get('collection') ?? '',
    page: pageOf(query.get('page')),
  };
};

export interface WorkPage {
  readonly entries: readonly TranslationWorkDto[];
  readonly hasNext: boolean;
}

/** @throws ApiError, OfflineError. */
export const readWork = async (work: WorkQuery): Promise<WorkPage> => {
  const { locale, state, collection, page } = work;
  const { data } = (
    await api.listTranslationWork({
      query: {
        ...pageQuery(page),
        locale,
        ...(state !== '' && { state }),
        ...(collection !== '' && { collection }),
      },
    })
  ).body;
  return cutPage(data);
};
