import { ApiError } from '../../../contracts/client/index.ts';
import { messageOf } from '../api/client.ts';
import { sentence } from '../api/issues.ts';
import { t } from '../catalogue/texts.ts';

/** What people can do about errors of translations. Other errors have their own message. */
const texts: Readonly<Record<string, string>> = t.translations.failures;

/** The service has tried the other items no further. */
const notTried = 424;

/** Why a translation could not take shared values. */
const siblingFailure = (error: ApiError): string => {
  const reason = error.results?.find(
    (each) => each.status !== notTried && each.error !== undefined,
  )?.error;
  return reason === undefined
    ? t.translations.siblingFailed
    : t.translations.siblingFailedBecause(sentence(reason));
};

/** Why a change of translations failed, as a sentence for people. */
export const groupFailure = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.code === undefined) return messageOf(error);
  const code: string = error.code;
  if (code === 'siblings_failed') return siblingFailure(error);
  return texts[code] ?? messageOf(error);
};
