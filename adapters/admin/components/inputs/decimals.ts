import { losesDigits } from '../../../../contracts/client/exact-numbers.ts';
import { language } from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';

/** A number that was typed, or what is wrong with it: a sentence for people. */
export type ReadDecimal =
  | { readonly value: number; readonly mistake?: undefined }
  | { readonly value?: undefined; readonly mistake: string };

/** What stands before the decimals in the language of the admin. */
export const decimalSeparator: string =
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

/** “1.234” is another number in German than in English, so what may divide thousands is never read as something else. */
const groups: Readonly<Record<string, RegExp>> = {
  '.': /^[+-]?[1-9]\d{0,2}(?:[,\s'’]\d{3})+(?:\.\d*)?$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:[.\s'’]\d{3})+(?:,\d*)?$/,
};

/** Reads a number with the separator of a language, or with a point. The empty text is no number. */
export const readDecimal = (typed: string, separator = decimalSeparator): ReadDecimal => {
  const { noNumber, hasGroups, tooManyDigits } = t.fields.numbers;
  const text = typed.trim();
  if (groups[separator]?.test(text) === true) return { mistake: hasGroups };
  const plain = text.replace(separator, '.');
  const value = Number(plain);
  if (text === '' || !Number.isFinite(value)) return { mistake: noNumber };
  return losesDigits(plain) ? { mistake: tooManyDigits } : { value };
};

/** A number as {@link readDecimal} reads it. */
export const decimalText = (value: number, separator = decimalSeparator): string =>
  String(value).replace('.', separator);
