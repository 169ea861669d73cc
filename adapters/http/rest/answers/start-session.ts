import type { LoggedIn } from '../../../../core/vocabulary.ts';
import type { PageOptions } from '../../pages/page.ts';

/** The cookies that start the session of a browser. */
export const startSession = (
  { cookies, csrf }: Pick<PageOptions, 'cookies' | 'csrf'>,
  { token, sessionId }: LoggedIn,
): string[] => [cookies.session(token), cookies.csrf(csrf.issue(sessionId))];
