import { displayNameMaxLength } from '../model/collection.ts';
import {
  fallbackMax,
  localesMax,
  readLocaleCode,
  type Locale,
  type LocaleCode,
} from '../model/locale.ts';
import { issuesOf, rejectAll, type Issue } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';

/** A locale in a new list. */
export interface LocaleRequest {
  /** In any case. */
  readonly code: string;
  /** Defaults to the code, also if empty. */
  readonly name?: string | undefined;
  /** Codes of the new list. Defaults to none. */
  readonly fallback?: readonly string[] | undefined;
  /** Defaults to that of the site. */
  readonly searchLanguage?: string | undefined;
  /** The code of the stored locale that gets this one, with everything that has it. */
  readonly renamedFrom?: string | undefined;
}

/** A new list, and the locales that get another code in it. */
export interface LocaleList {
  readonly locales: readonly Locale[];
  /** New codes by stored ones. */
  readonly renamed: ReadonlyMap<LocaleCode, LocaleCode>;
}

/**
 * @param stored the present list. @param languages those of the search.
 * @throws DomainError `invalid_input` with all mistakes.
 */
export const parseLocales = (
  requests: readonly LocaleRequest[],
  stored: readonly Locale[],
  languages: readonly string[],
): LocaleList => {
  if (requests.length > localesMax) {
    rejectAll('invalid_input', [
      { path: 'locales', message: `must be at most ${localesMax} locales` },
    ]);
  }
  const codes = requests.map(({ code }) => readLocaleCode(code));
  const known = new Set(stored.map(({ code }) => code));
  rejectAll('invalid_input', mistakesIn(requests, codes, known, languages));
  const locales = requests.map((request, index) => localeOf(request, codes[index] ?? ''));
  const renamed = new Map(
    requests.flatMap(({ renamedFrom }, index) => {
      const from = renamedFrom === undefined ? undefined : readLocaleCode(renamedFrom);
      return from === undefined ? [] : [[from, codes[index] ?? ''] as const];
    }),
  );
  return { locales, renamed };
};

const localeOf = (
  { name = '', fallback = [], searchLanguage }: LocaleRequest,
  code: LocaleCode,
): Locale => ({
  code,
  name: name.trim() || code,
  fallback: fallback.flatMap((each) => readLocaleCode(each) ?? []),
  ...(searchLanguage !== undefined && { searchLanguage }),
});

type Codes = readonly (LocaleCode | undefined)[];

function* mistakesIn(
  requests: readonly LocaleRequest[],
  codes: Codes,
  stored: ReadonlySet<LocaleCode>,
  languages: readonly string[],
): Generator<Issue> {
  const renamed = new Set<LocaleCode>();
  for (const [
    index,
    { name = '', fallback = [], searchLanguage, renamedFrom },
  ] of requests.entries()) {
    const path = `locales.${index}`;
    yield* codeMistakes(codes, index);
    yield* issuesOf(() => parseText(`${path}.name`, name, { max: displayNameMaxLength }));
    yield* fallbackMistakes(fallback, codes, index);
    if (searchLanguage !== undefined && !languages.includes(searchLanguage)) {
      const message = `must be one of: ${languages.join(', ')}`;
      yield { path: `${path}.searchLanguage`, message };
    }
    if (renamedFrom === undefined) continue;
    const from = readLocaleCode(renamedFrom);
    const message = renamingMistake(from, codes, stored, renamed);
    if (message !== undefined) yield { path: `${path}.renamedFrom`, message };
    const code = codes[index];
    if (message === undefined && code !== undefined && stored.has(code)) {
      yield {
        path: `${path}.code`,
        message: 'is the code of another locale until that is removed',
      };
    }
    if (from !== undefined) renamed.add(from);
  }
}

function* codeMistakes(codes: Codes, index: number): Generator<Issue> {
  const path = `locales.${index}.code`;
  const code = codes[index];
  if (code === undefined) {
    const message = 'must be a language, with a script and a region if needed: de, pt-BR, zh-Hant';
    yield { path, message };
  } else if (codes.indexOf(code) < index) {
    yield { path, message: `is twice in the list: ${code}` };
  }
}

function* fallbackMistakes(
  fallback: readonly string[],
  codes: Codes,
  index: number,
): Generator<Issue> {
  const path = `locales.${index}.fallback`;
  if (fallback.length > fallbackMax) {
    yield { path, message: `must be at most ${fallbackMax} codes` };
    return;
  }
  const read = fallback.map(readLocaleCode);
  for (const [place, code] of read.entries()) {
    const message =
      code === undefined || !codes.includes(code)
        ? 'must be a code of the list'
        : code === codes[index]
          ? 'must be another code'
          : read.indexOf(code) < place
            ? `is twice in the chain: ${code}`
            : undefined;
    if (message !== undefined) yield { path: `${path}.${place}`, message };
  }
}

const renamingMistake = (
  from: LocaleCode | undefined,
  codes: Codes,
  stored: ReadonlySet<LocaleCode>,
  renamed: ReadonlySet<LocaleCode>,
): string | undefined => {
  if (from === undefined || !stored.has(from)) return 'must be the code of a stored locale';
  if (codes.includes(from)) return `is still in the list: ${from}`;
  return renamed.has(from) ? `is renamed twice: ${from}` : undefined;
};
