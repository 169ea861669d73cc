import { passwordMinLength } from '../../../core/vocabulary.ts';
import { field } from './form.ts';
import { formScript } from './form-script.ts';
import { html, type Html } from './html.ts';
import { renderPage } from './page.ts';
import { passwordScript } from './password-script.ts';

const newPassword = (label: string): Html =>
  field({
    id: 'new-password',
    label,
    autocomplete: 'new-password',
    hint: `At least ${passwordMinLength} characters.`,
    hasFocus: true,
  });

/** The script fills it with the secret of the link. */
const token: Html = html`<input type="hidden" name="token" />`;

const needsScript = (instead: string): Html => html`
  <noscript>
    <p role="alert">
      This form needs JavaScript. Allow it for this site and open the link again, or ask an
      administrator for ${instead}.
    </p>
  </noscript>
  <p id="form-error" role="alert"></p>
`;

/** The form of a link that sets a new password. To open it uses nothing up. */
export const renderResetPage = (siteName: string): string =>
  renderPage({
    siteName,
    title: 'Set a new password',
    main: html`<h1>Set a new password</h1>
      ${needsScript('a new password')}
      <form id="form" method="post" action="/auth/password/reset">
        ${token} ${newPassword('New password')}
        <button>Set password</button>
      </form>
      <div id="done" role="status" tabindex="-1" hidden>
        <p>Your password was changed, and all your sessions have ended.</p>
        <p><a href="/auth/login">Sign in</a></p>
      </div>`,
    scripts: [passwordScript, formScript],
  });

/** The form that makes the account of an invitation. To open it uses nothing up. */
export const renderInvitationPage = (siteName: string): string =>
  renderPage({
    siteName,
    title: 'Make your account',
    main: html`<h1>Make your account</h1>
      <p>You are invited. Choose a password; the names are for the people you work with.</p>
      ${needsScript('an account')}
      <form id="form" method="post" action="/auth/invitation/accept">
        ${token} ${newPassword('Password')}
        ${field({ id: 'firstName', label: 'First name', autocomplete: 'given-name' })}
        ${field({ id: 'lastName', label: 'Last name', autocomplete: 'family-name' })}
        ${field({ id: 'username', label: 'Username', autocomplete: 'nickname' })}
        <button>Make account</button>
      </form>
      <form id="login" method="post" action="/auth/login/form" hidden>
        <input type="hidden" name="email" />
        <input type="hidden" name="password" />
      </form>`,
    scripts: [passwordScript, formScript],
  });
