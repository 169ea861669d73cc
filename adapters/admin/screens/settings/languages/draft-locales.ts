import type { LocaleDto } from '../../../../../contracts/operations/locales.ts';
import { directionOf } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';

/** A language while the list is edited. */
export interface DraftLocale {
  /** Identifies the language in this browser while its code changes. */
  readonly id: string;
  /** The code that is stored; undefined for a new language. */
  readonly savedCode: string | undefined;
  /** As it is typed. */
  readonly code: string;
  readonly name: string;
  /** The ids of the languages that are read where a translation is missing. */
  readonly fallback: readonly string[];
  /** Empty for that of the site. */
  readonly searchLanguage: string;
}

let lastId = 0;

/** A new language with an id that no other one on this page has. */
export const newLocale = (code: string, name: string): DraftLocale => {
  lastId += 1;
  return {
    id: `language-${lastId}`,
    savedCode: undefined,
    code,
    name,
    fallback: [],
    searchLanguage: '',
  };
};

export const draftsOf = (stored: readonly LocaleDto[]): readonly DraftLocale[] => {
  const drafts = stored.map((locale) => ({ locale, draft: newLocale(locale.code, locale.name) }));
  const ids = new Map(drafts.map(({ draft }) => [draft.code, draft.id]));
  return drafts.map(({ locale, draft }) => ({
    ...draft,
    savedCode: locale.code,
    fallback: locale.fallback.flatMap((code) => ids.get(code) ?? []),
    searchLanguage: locale.searchLanguage ?? '',
  }));
};

const sameCode = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether saving gives a stored language another code. */
export const isRenamed = ({ savedCode, code }: DraftLocale): boolean =>
  savedCode !== undefined && !sameCode(savedCode, code);

/** The stored languages that saving removes. */
export const removedFrom = (
  stored: readonly LocaleDto[],
  drafts: readonly DraftLocale[],
): readonly LocaleDto[] =>
  stored.filter(({ code }) => !drafts.some(({ savedCode }) => savedCode === code));

/** The body of the request that stores the list. */
export const bodyOf = (drafts: readonly DraftLocale[]) => {
  const codes = new Map(drafts.map(({ id, code }) => [id, code.trim()]));
  return {
    locales: drafts.map((draft) => {
      const { savedCode, code, name, fallback, searchLanguage } = draft;
      return {
        code: code.trim(),
        name,
        fallback: fallback.flatMap((id) => codes.get(id) ?? []),
        ...(searchLanguage !== '' && { searchLanguage }),
        ...(isRenamed(draft) && { renamedFrom: savedCode }),
      };
    }),
  };
};

/** Whether saving would change something. */
export const isSameList = (stored: readonly LocaleDto[], drafts: readonly DraftLocale[]): boolean =>
  JSON.stringify(bodyOf(draftsOf(stored))) === JSON.stringify(bodyOf(drafts));

/** The list without a language, which is no longer read in place of others either. */
export const withoutLocale = (drafts: readonly DraftLocale[], id: string): readonly DraftLocale[] =>
  drafts
    .filter((draft) => draft.id !== id)
    .map((draft) => ({ ...draft, fallback: draft.fallback.filter((each) => each !== id) }));

/** A code as it is stored; undefined for a text that is no code. */
const canonical = (code: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(code.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
};

/** What a language calls itself, such as “Deutsch”; undefined if the browser does not know it. */
export const ownNameOf = (code: string): string | undefined => {
  const tag = canonical(code);
  if (tag === undefined) return undefined;
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
    return name && name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return undefined;
  }
};

/** In which direction a language is written, in words. */
export const directionText = (code: string): string =>
  directionOf(canonical(code) ?? code) === 'rtl'
    ? t.localeSettings.row.rightToLeft
    : t.localeSettings.row.leftToRight;
