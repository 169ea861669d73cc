import { directionOf, type Locale } from '../../core/vocabulary.ts';
import type { LocaleDto } from '../operations/locales.ts';

export const presentLocale = ({ code, name, fallback, searchLanguage }: Locale): LocaleDto => ({
  code,
  name,
  fallback,
  direction: directionOf(code),
  ...(searchLanguage !== undefined && { searchLanguage }),
});
