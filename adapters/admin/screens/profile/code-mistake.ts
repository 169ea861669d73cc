import { hasCode, messageOf } from '../../api/client.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

const minute = 60_000;

/** “in 40 seconds”, “in 60 minutes”. */
const waitText = (ms: number): string =>
  ms < 2 * minute
    ? relative.format(Math.ceil(ms / 1_000), 'second')
    : relative.format(Math.ceil(ms / minute), 'minute');

/** What is wrong with a code or a password that the service rejected, and what to do, for its field. */
export const mistakeOf = (error: unknown): string => {
  if (hasCode(error, 'invalid_code')) {
    return 'This code is not valid. Enter the one that your app shows now. Each works once; if none does, check the clock of your phone.';
  }
  if (hasCode(error, 'wrong_password')) return 'This is not your password. Try again.';
  if (hasCode(error, 'factor_exists')) {
    return 'Your account has a second factor already: it was set up in another window. Close this dialog to see it.';
  }
  if (hasCode(error, 'rate_limited')) {
    const { retryAfterMs } = error;
    return retryAfterMs === undefined
      ? messageOf(error)
      : `Too many attempts. Try again ${waitText(retryAfterMs)}.`;
  }
  return messageOf(error);
};
