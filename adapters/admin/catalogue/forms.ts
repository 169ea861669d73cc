import { languageTag } from './language.ts';

/** A text in the plural forms of its language, by the categories of `Intl.PluralRules`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules = new Intl.PluralRules(languageTag);
const numbers = new Intl.NumberFormat(languageTag);
const lists = {
  and: new Intl.ListFormat(languageTag),
  or: new Intl.ListFormat(languageTag, { type: 'disjunction' }),
};

/** “2,002”. */
export const numberText = (value: number): string => numbers.format(value);

/** The form for so many, which gets the number as text. */
export const counted = (count: number, formsOf: (count: string) => Forms): string => {
  const forms = formsOf(numberText(count));
  return forms[rules.select(count)] ?? forms.other;
};

/** “a, b, and c”. */
export const listText = (parts: Iterable<string>, kind: keyof typeof lists = 'and'): string =>
  lists[kind].format(parts);
