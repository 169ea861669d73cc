import { signal } from '@preact/signals';
import type { LocaleDto } from '../../../contracts/operations/locales.ts';
import { sessionApi } from '../api/client.ts';

/** The languages of the service in their order: the first one is the default. Empty while it has none. */
export const locales = signal<readonly LocaleDto[]>([]);

/** Reads them, before the first screen. A failure leaves them as they are: the account is read at the same time, and says why. */
export const readLocales = async (): Promise<void> => {
  try {
    locales.value = (await sessionApi.listLocales()).body.data;
  } catch {
    // The first screen says that the service cannot be reached.
  }
};

/** Whether content can have languages: without any, the admin shows nothing about them. */
export const hasLocales = (): boolean => locales.value.length > 0;

export const localeOf = (code: string | undefined): LocaleDto | undefined =>
  locales.value.find((locale) => locale.code === code);

/**
 * Of the translations of one item, the one in a language or, without it, the one whose language comes first. An item without
 * translations is its only one.
 */
export const translationIn = <T extends { readonly locale?: string }>(
  translations: readonly T[],
  locale: string | undefined,
): T | undefined => {
  const order = [locale, ...locales.value.map(({ code }) => code)];
  const found = order.map((code) => translations.find((each) => each.locale === code));
  return found.find((each) => each !== undefined) ?? translations[0];
};

/** What people call a language; its code if the service does not have it any more. */
export const localeName = (code: string): string => localeOf(code)?.name ?? code;
