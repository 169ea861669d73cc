import { languageTag } from '../../../catalogue/language.ts';
import { ownNameOf } from './draft-locales.ts';

/** Languages that many sites are written in. Others are found by their code. */
const common =
  'ar bg bn ca cs cy da de de-AT de-CH el en en-GB en-US es es-419 et eu fa fi fr fr-CA ga gl he hi hr hu id is it ja ka ko lt lv mk ms nb nl nn pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** A language that can be added. */
export interface KnownLanguage {
  readonly code: string;
  /** What it calls itself. */
  readonly ownName: string;
  /** What the admin calls it. */
  readonly name: string;
}

const describe = (code: string): KnownLanguage => {
  const name = new Intl.DisplayNames([languageTag], { type: 'language' }).of(code) ?? code;
  return { code, ownName: ownNameOf(code) ?? name, name };
};

const codeForm = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a text names a language: by its code, by the start of a name, or by another word. */
const rank = ({ code, ownName, name }: KnownLanguage, wanted: string): number => {
  if (plain(code) === wanted) return 2;
  return [ownName, name].some((each) => plain(each).startsWith(wanted)) ? 1 : 0;
};

/**
 * The languages whose name or code has the text at the start of a word, the one that it names best first. A text that is the code of another
 * language finds that one.
 *
 * @param taken codes that are left out.
 */
export const findLanguages = (text: string, taken: readonly string[]): readonly KnownLanguage[] => {
  const wanted = plain(text.trim());
  const isFree = (code: string): boolean =>
    !taken.some((each) => each.toLowerCase() === code.toLowerCase());
  const found = common
    .filter(isFree)
    .map(describe)
    .filter(({ code, ownName, name }) =>
      [code, ...`${ownName} ${name}`.split(/[\s()]+/)].some((word) =>
        plain(word).startsWith(wanted),
      ),
    )
    .toSorted(
      (one, other) =>
        rank(other, wanted) - rank(one, wanted) || one.name.localeCompare(other.name, languageTag),
    );
  const typed = text.trim().replaceAll('_', '-');
  const isOther = codeForm.test(typed) && !found.some(({ code }) => plain(code) === plain(typed));
  const [code] = isOther ? Intl.getCanonicalLocales(typed) : [];
  return code === undefined || !isFree(code) ? found : [...found, describe(code)];
};
