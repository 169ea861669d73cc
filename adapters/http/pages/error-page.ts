import type { ErrorDto } from '../../../contracts/index.ts';
import { html } from './html.ts';
import { renderPage } from './page.ts';

export interface ErrorPage {
  readonly siteName: string;
  readonly status: number;
  readonly error: ErrorDto;
  /** The id of the request in the log. */
  readonly requestId: string;
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const formWords: Words = {
  title: 'This did not work',
  text: 'The address or the form is incomplete. Go back and try again.',
};

const failureWords: Words = {
  title: 'Something went wrong',
  text: 'Try again. If it happens again, give the administrator of this site this number:',
};

const words: ReadonlyMap<number, Words> = new Map([
  [400, formWords],
  [
    403,
    {
      title: 'The form was not accepted',
      text: 'It was sent from another site.',
    },
  ],
  [
    404,
    {
      title: 'Page not found',
      text: 'There is no page at this address. Check the address, or go to the start page.',
    },
  ],
  [
    405,
    { title: 'This did not work', text: 'The page cannot be used like this. Open it with a link.' },
  ],
  [413, formWords],
  [415, formWords],
  [
    421,
    {
      title: 'Not at this address',
      text: 'The service does not answer at the address that you opened.',
    },
  ],
  [
    429,
    {
      title: 'Too many attempts',
      text: 'To protect accounts, only a few attempts a minute are possible.',
    },
  ],
  [
    503,
    {
      title: 'Not available at the moment',
      text: 'The service cannot answer now. Try again in a few seconds.',
    },
  ],
]);

/** An error as a page, in words that do not need knowledge of the service. */
export const renderErrorPage = ({ siteName, status, error, requestId }: ErrorPage): string => {
  const found = isOtherRejection(status, error)
    ? { title: 'Not allowed', text: `${error.error}.` }
    : words.get(status);
  const { title, text } = found ?? failureWords;
  const addition = found === undefined ? html`<code>${requestId}</code>` : detailsOf(status, error);
  return renderPage({
    siteName,
    title,
    main: html`<h1>${title}</h1>
      <p>${text} ${addition}</p>
      <p><a href="/">Go to the start page</a></p>`,
  });
};

/** Whether something else than a form from another site was rejected, such as an API token. */
const isOtherRejection = (status: number, { code }: ErrorDto): boolean =>
  status === 403 && code !== 'csrf_failed';

/** What is wrong with the input, or what to do after a rejection. Other details are for programs. */
const detailsOf = (status: number, { error, details }: ErrorDto): string => {
  if (status === 400) return `${error}.`;
  return details !== undefined && [403, 421, 429].includes(status) ? `${details}.` : '';
};
