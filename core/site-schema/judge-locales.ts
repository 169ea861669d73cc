import { assertUnused } from '../locales/locale-uses.ts';
import type { Repositories } from '../ports/store.ts';
import { isSameText } from './changed-fields.ts';
import type { DeclaredSchema } from './declared-schema.ts';
import { blocked, codeOf, safe } from './judged-change.ts';
import type { PlannedChange } from '../model/site/site-schema.ts';

/** What a file does to the locales: those of the new list in its order, then those that are removed. */
export const judgeLocales = async (
  repositories: Pick<Repositories, 'collections' | 'contents'>,
  { before, after, renamedLocales }: DeclaredSchema,
): Promise<readonly PlannedChange[]> => {
  const former = new Map([...renamedLocales].map(([from, to]) => [to, from]));
  // A renaming changes the chains, too.
  const stored = before.locales.map((locale) => ({
    ...locale,
    code: renamedLocales.get(locale.code) ?? locale.code,
    fallback: locale.fallback.map((code) => renamedLocales.get(code) ?? code),
  }));
  const known = stored.map(({ code }) => code);
  const codes = after.locales.map(({ code }) => code);
  const [was, is] = [
    known.filter((code) => codes.includes(code)),
    codes.filter((code) => known.includes(code)),
  ];
  // Another order is a change of the first locale with another place.
  const moved = is.find((code, index) => code !== was[index]);
  const planned: PlannedChange[] = [];
  for (const locale of after.locales) {
    const { code } = locale;
    const path = `locales.${code}`;
    const present = stored.find((each) => each.code === code);
    if (present === undefined) planned.push(safe(path, 'create'));
    else if (former.has(code)) planned.push(safe(path, 'rename'));
    if (present !== undefined && (code === moved || !isSameText(present, locale)))
      planned.push(safe(path, 'update'));
  }
  for (const code of known.filter((each) => !codes.includes(each))) {
    const path = `locales.${code}`;
    const reason = await codeOf(() => assertUnused(repositories, [code]));
    planned.push(reason === undefined ? safe(path, 'delete') : blocked(path, 'delete', reason));
  }
  return planned;
};
