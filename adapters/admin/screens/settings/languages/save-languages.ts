import type { ApiError } from '../../../../../contracts/client/index.ts';
import type { LocaleDto } from '../../../../../contracts/operations/locales.ts';
import { api, hasCode, hasStatus } from '../../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../../api/issues.ts';
import { bodyOf, removedFrom, type DraftLocale } from './draft-locales.ts';

/** The languages, and their version. */
export interface StoredLanguages {
  readonly stored: readonly LocaleDto[];
  readonly etag: string;
}

/** @throws ApiError, OfflineError. */
export const readLanguages = async (): Promise<StoredLanguages> => {
  const { body, headers } = await api.listLocales();
  return { stored: body.data, etag: headers.ETag ?? '' };
};

/** Something has a language that was removed from the list. */
export interface InUse {
  readonly kind: 'in_use';
  /** Undefined if the service does not say which one. */
  readonly removed: LocaleDto | undefined;
  /** What has it, with numbers, as sentences without the last full stop. */
  readonly uses: string;
}

/** What a save came to. */
export type LanguagesSaved =
  | ({ readonly kind: 'saved' } & StoredLanguages)
  /** Somebody else has saved the list since it was read. */
  | { readonly kind: 'outdated' }
  | InUse
  /** By the path of the member: `locales.0.code`. */
  | { readonly kind: 'mistakes'; readonly issues: FieldIssues };

const usesOf = (error: ApiError, removed: readonly LocaleDto[]): InUse => ({
  kind: 'in_use',
  removed: removed.find(({ code }) => error.message.includes(`'${code}'`)),
  uses: error.details ?? '',
});

/** Stores the list. @throws ApiError, OfflineError for anything that the result does not say. */
export const saveLanguages = async (
  { stored, etag }: StoredLanguages,
  drafts: readonly DraftLocale[],
): Promise<LanguagesSaved> => {
  try {
    const { body, headers } = await api.updateLocales({
      headers: { 'If-Match': etag },
      body: bodyOf(drafts),
    });
    return { kind: 'saved', stored: body.data, etag: headers.ETag ?? '' };
  } catch (error) {
    if (hasStatus(error, 412)) return { kind: 'outdated' };
    if (hasCode(error, 'locale_in_use')) return usesOf(error, removedFrom(stored, drafts));
    const issues = issuesOf(error);
    if (Object.keys(issues).length === 0) throw error;
    return { kind: 'mistakes', issues };
  }
};
