import type { BasedRead } from '../model/basis.ts';
import type { Languages } from '../model/content/view.ts';
import type { LocaleCode } from '../model/locale.ts';
import { invalid } from '../primitives/errors.ts';
import type { Page } from '../primitives/paging.ts';
import { alternatesMax, withAlternates, type Alternates } from './alternates.ts';
import type { StoredPage } from './page-items.ts';
import type { Decided } from './read-on-basis.ts';
import type { LanguageRequest } from './requested-languages.ts';

/** What a page says about languages. */
export interface LanguageFacts {
  /** Undefined unless they were asked for. */
  readonly alternates?: Alternates;
  /** Of a page in a locale: what was asked for. */
  readonly locale?: { readonly requested: LocaleCode; readonly fallback: readonly LocaleCode[] };
}

interface PageInLanguages extends Pick<StoredPage, 'page'> {
  readonly languages: Languages | undefined;
  readonly alternates?: Alternates | undefined;
}

export const languageFacts = ({ languages, alternates }: PageInLanguages): LanguageFacts => {
  const [requested, ...fallback] = languages?.chain ?? [];
  return {
    ...(requested !== undefined && { locale: { requested, fallback } }),
    ...(alternates && { alternates }),
  };
};

/**
 * Adds the alternates of the items of a page, if the request asks for them.
 *
 * @throws DomainError `invalid_input` for a page with more than {@link alternatesMax} items.
 */
export const pageAlternates = <Found extends PageInLanguages>(
  read: (decided: Decided) => Promise<BasedRead<Found>>,
  { alternates }: LanguageRequest,
  { limit }: Pick<Page, 'limit'>,
): typeof read => {
  if (alternates !== true) return read;
  if (limit <= alternatesMax) return withAlternates(read, idsOf);
  const message = `must be at most ${alternatesMax} with alternates`;
  throw invalid('invalid_input', [{ path: 'limit', message }]);
};

const idsOf = ({ page }: PageInLanguages): readonly string[] =>
  ('items' in page ? page.items : page.large).map(({ id }) => id);
