import { hasCode, messageOf } from '../../api/client.ts';
import { languageTag } from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';

const relative = new Intl.RelativeTimeFormat(languageTag, { numeric: 'always' });

const minute = 60_000;

/** “in 40 seconds”, “in 60 minutes”. */
const waitText = (ms: number): string =>
  ms < 2 * minute
    ? relative.format(Math.ceil(ms / 1_000), 'second')
    : relative.format(Math.ceil(ms / minute), 'minute');

/** What is wrong with a code or a password that the service rejected, and what to do, for its field. */
export const mistakeOf = (error: unknown): string => {
  if (hasCode(error, 'invalid_code')) {
    return t.secondFactor.mistakes.code;
  }
  if (hasCode(error, 'wrong_password')) return t.secondFactor.mistakes.password;
  if (hasCode(error, 'factor_exists')) {
    return t.secondFactor.mistakes.exists;
  }
  if (hasCode(error, 'rate_limited')) {
    const { retryAfterMs } = error;
    return retryAfterMs === undefined
      ? messageOf(error)
      : t.secondFactor.mistakes.tooMany(waitText(retryAfterMs));
  }
  return messageOf(error);
};
