import type { ErrorDto } from '../../contracts/index.ts';
import { html } from './html.ts';
import { renderPage } from './page.ts';

/** What went wrong, for a person in a browser. */
export const renderErrorPage = (status: number, { error, details }: ErrorDto): string =>
  renderPage({
    title: `${status}: ${error}`,
    main: html`<h1>${error}</h1>
      <p>${details ?? `The server answered ${status}.`}</p>
      <p><a href="/auth/login">Go to the login page</a></p>`,
  });
