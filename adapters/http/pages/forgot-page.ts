import { field } from './form.ts';
import { formScript } from './form-script.ts';
import { html, type Html } from './html.ts';
import { renderPage } from './page.ts';

export interface ForgotPage {
  readonly siteName: string;
  /** Whether people can ask for a link by mail. */
  readonly sendsMail: boolean;
}

/** The form that asks for a mail with a link that sets a new password. */
export const renderForgotPage = ({ siteName, sendsMail }: ForgotPage): string =>
  renderPage({
    siteName,
    title: 'Forgot your password?',
    main: html`<h1>Forgot your password?</h1>
      ${sendsMail ? request : askAdministrator}
      <p><a href="/auth/login">Go to the sign-in page</a></p>`,
    scripts: sendsMail ? [formScript] : [],
  });

const askAdministrator: Html = html`
  <p>
    This service sends no mail. Ask an administrator for a link with which you can set a new
    password.
  </p>
`;

const request: Html = html`
  <noscript>
    <p role="alert">
      This form needs JavaScript. Allow it for this site, or ask an administrator for a link with
      which you can set a new password.
    </p>
  </noscript>
  <p id="form-error" role="alert"></p>
  <form id="form" method="post" action="/auth/password/forgot">
    <p>You get a mail with a link with which you can set a new password.</p>
    ${field({ id: 'email', label: 'Email address', autocomplete: 'username', hasFocus: true })}
    <button>Send the link</button>
  </form>
  <div id="done" role="status" tabindex="-1" hidden>
    <p>
      If there is an account with this address, the mail is on its way. The link in it works for 30
      minutes. Nothing there? Look into the folder for unwanted mail, or try again in an hour.
    </p>
  </div>
`;
