import type { Log } from '../../core/index.ts';
import { errorFormOf } from '../http/answer/error-form.ts';
import { errorAnswerOf } from '../http/answer/http-error.ts';
import { renderErrorPage } from '../http/pages/error-page.ts';
import { languageOf } from '../http/pages/language.ts';
import { pageHeaders } from '../http/pages/page-policy.ts';
import type { SiteName } from '../http/pages/page.ts';
import { headerOf, type RequestHead } from '../http/request-head.ts';
import type { AnswerState } from './answer-state.ts';
import { setHeaders } from './answer-writer.ts';

export interface ErrorAnswerOptions {
  readonly log: Log;
  readonly siteName: SiteName;
  readonly publicUrl: string;
}

/**
 * Turns thrown errors into answers: pages for browsers, JSON for clients of the API. Logs unexpected errors and
 * unavailable dependencies.
 */
export const errorAnswers =
  ({ log, siteName, publicUrl }: ErrorAnswerOptions) =>
  async (error: unknown, head: RequestHead, state: AnswerState): Promise<Response> => {
    const answer = errorAnswerOf(error);
    const { status, body, headers: own } = answer;
    const { headers, requestId: request } = state;
    if (status === 500) log.error('Unexpected error', { request }, error);
    if (status === 503) log.warn('A dependency of the request is unavailable', { request }, error);
    setHeaders(headers, own);
    headers.set('Cache-Control', 'no-store');
    const isHead = head.method === 'HEAD';
    if (wantsPage(head, state)) {
      headers.set('Content-Type', 'text/html; charset=utf-8');
      setHeaders(headers, pageHeaders(head.headers));
      const page = renderErrorPage({
        siteName: await siteName(),
        language: languageOf(head.headers),
        answer,
        requestId: request,
        publicUrl,
      });
      return new Response(isHead ? null : page, { status, headers });
    }
    headers.set('Content-Type', 'application/json; charset=utf-8');
    return new Response(isHead ? null : JSON.stringify(body), { status, headers });
  };

const wantsPage = (head: RequestHead, { operation, headers }: AnswerState): boolean => {
  const form = errorFormOf(operation, head.path);
  if (form !== 'preferred') return form === 'page';
  headers.append('Vary', 'Accept');
  // Only browsers name HTML.
  return /\btext\/html\b/.test(headerOf(head, 'Accept'));
};
