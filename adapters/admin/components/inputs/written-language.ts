import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LocaleDto } from '../../../../contracts/operations/locales.ts';

/** The language of the texts in a form; undefined for texts of any language. */
export const WrittenLanguage = createContext<Pick<LocaleDto, 'code' | 'direction'> | undefined>(
  undefined,
);

/** What an input for a text in the language has: the browser checks its spelling, and reads it aloud, in that language. */
export const useWrittenLanguage = (): {
  readonly lang?: string;
  readonly dir: 'auto' | LocaleDto['direction'];
} => {
  const language = useContext(WrittenLanguage);
  return language === undefined
    ? { dir: 'auto' }
    : { lang: language.code, dir: language.direction };
};
