import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { Json } from '../model/json-path.ts';

/** What ends an entry: a comma of any script, or the end of a line. */
const separator = /[,،，、\r\n]/;

/** A longer text is no word or name: it needs a line of its own. */
const longestChip = 60;

export const isSeparated = (text: string): boolean => separator.test(text);

/** Whether a list is one of short texts, as far as its schema says. */
export const areLines = ({ items }: FieldDto): boolean =>
  items?.type === 'string' && items.enum === undefined;

/** Whether the stored entries can be shown as chips, and each be typed again. */
export const fitChips = (list: readonly Json[]): list is readonly string[] =>
  list.every((each) => typeof each === 'string' && each !== '' && !/[\r\n]/.test(each));

/** Whether the entries are words and names. A comma within one would end it when it is edited. */
export const areShort = (list: readonly string[]): boolean =>
  list.every((each) => each.length <= longestChip && !isSeparated(each));

/** What stands in a list, and what is being typed after it. */
export interface Typed {
  readonly chips: readonly string[];
  /** As it is typed. Without the spaces around it, it is the last entry of the list, unless it is blank. */
  readonly draft: string;
}

/** What is typed: each separator ends an entry. */
export const typeText = ({ chips }: Typed, text: string): Typed => {
  const parts = text.split(separator);
  if (parts.length === 1) return { chips, draft: text };
  const ended = parts.slice(0, -1).map((part) => part.trim());
  return {
    chips: [...chips, ...ended.filter((part) => part !== '')],
    draft: (parts.at(-1) ?? '').trimStart(),
  };
};

/** The list with what is being typed: so it is saved, whatever happens next. */
export const listOf = ({ chips, draft }: Typed): readonly string[] =>
  draft.trim() === '' ? chips : [...chips, draft.trim()];

/** Ends the entry that is being typed. */
export const endEntry = (typed: Typed): Typed => ({ chips: listOf(typed), draft: '' });

/** Takes the last entry back, before what is being typed. */
export const takeBack = ({ chips, draft }: Typed): Typed => ({
  chips: chips.slice(0, -1),
  draft: `${chips.at(-1) ?? ''}${draft}`,
});

/** What of a list is being typed: its last entry, unless something else has changed the list meanwhile. */
export const typedOf = (list: readonly string[], draft: string): Typed => {
  if (draft.trim() === '') return { chips: list, draft };
  return list.at(-1) === draft.trim()
    ? { chips: list.slice(0, -1), draft }
    : { chips: list, draft: '' };
};
