import type { ErrorAnswer } from '../answer/http-error.ts';
import { html, type Html } from './html.ts';
import { renderPage, type PageFacts } from './page.ts';
import { texts, type ErrorWords } from './texts.ts';

export interface ErrorPage extends PageFacts {
  readonly answer: ErrorAnswer;
  /** The id of the request in the log. */
  readonly requestId: string;
  readonly publicUrl: string;
}

/** An error as a page, in words that do not need knowledge of the service. */
export const renderErrorPage = (page: ErrorPage): string => {
  const { siteName, language, answer, requestId } = page;
  const { unexpected, toStart } = texts[language].errors;
  const found = wordsOf(page);
  const { title, text } = found ?? unexpected;
  const addition = found === undefined ? html`<code>${requestId}</code>` : messageOf(answer);
  return renderPage({
    siteName,
    language,
    title,
    main: html`<h1>${title}</h1>
      <p>${text} ${addition}</p>
      <p><a href="/">${toStart}</a></p>`,
  });
};

const wordsOf = ({ language, answer, publicUrl }: ErrorPage): ErrorWords | undefined => {
  const { errors } = texts[language];
  const { status, body, headers } = answer;
  const words: Readonly<Record<number, ErrorWords>> = errors.words;
  switch (status) {
    case 403:
      return body.code === 'csrf_failed' ? errors.fromOtherSite(publicUrl) : errors.forbidden;
    case 429:
      return errors.tooMany(Number(headers['Retry-After']));
    default:
      return words[status];
  }
};

/** What is wrong with the input, or why it was rejected. Other messages are for programs. */
const messageOf = ({ status, body: { code, error } }: ErrorAnswer): Html | false =>
  (status === 400 || (status === 403 && code !== 'csrf_failed')) &&
  html`<code lang="en">${error}</code>`;
