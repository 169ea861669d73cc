import { fieldSentence, type FieldIssues } from '../../../api/issues.ts';
import { t } from '../../../catalogue/texts.ts';
import type { FieldError } from '../../../components/error-summary.tsx';
import type { DraftLocale } from './draft-locales.ts';

/** What the form calls the members of a language. */
const labels: Readonly<Record<string, string>> = {
  code: t.localeSettings.row.code,
  name: t.common.name,
  fallback: t.localeSettings.fallback.label,
  searchLanguage: t.localeSettings.row.searchLanguage,
};

/** The id of the control of one member of a language. */
export const controlId = (localeId: string, member: string): string => `${localeId}-${member}`;

/** What is wrong with a member of a language. @param index of the language in the list that was sent. */
export const mistakeOf = (
  issues: FieldIssues,
  index: number,
  member: string,
): string | undefined => {
  const path = `locales.${index}.${member}`;
  const found = Object.entries(issues).find(([key]) => key === path || key.startsWith(`${path}.`));
  return found && fieldSentence(labels[member] ?? member, found[1]);
};

/** All mistakes as links to their controls. */
export const mistakesOf = (
  issues: FieldIssues,
  drafts: readonly DraftLocale[],
): readonly FieldError[] =>
  drafts.flatMap(({ id, name, code }, index) =>
    Object.keys(labels).flatMap((member) => {
      const message = mistakeOf(issues, index, member);
      return message === undefined
        ? []
        : [{ id: controlId(id, member), label: name || code, message }];
    }),
  );
