import type { SignInWays } from '../../../core/index.ts';
import { passwordMinLength, type Role } from '../../../core/vocabulary.ts';
import { field } from './form.ts';
import { formScript } from './form-script.ts';
import { html, type Html } from './html.ts';
import { home, loginPath, providerPath, type LoginError } from './login-path.ts';
import { renderPage } from './page.ts';
import { passwordScript } from './password-script.ts';

export interface LoginPage {
  readonly siteName: string;
  readonly publicUrl: string;
  /** The error code of the last attempt, from the query. */
  readonly error: string | undefined;
  /** The email address of the last attempt, if it failed. */
  readonly email: string;
  /** Where to go after signing in: a path of this site. */
  readonly next: string;
  /** Whether people can ask for a new password themselves. */
  readonly sendsMail: boolean;
  /** The role of a new account; undefined while registration is closed. */
  readonly newcomerRole: Role | undefined;
  readonly ways: SignInWays;
}

/** The form for signing in; on a service without accounts, the form that creates the first one. */
export const renderLoginPage = (page: LoginPage): string => {
  const { siteName, newcomerRole } = page;
  if (newcomerRole === undefined) {
    return renderPage({
      siteName,
      title: 'Sign in',
      main: signIn(page),
      scripts: [passwordScript],
    });
  }
  const isFirst = newcomerRole === 'admin';
  const title = isFirst ? 'Create the first account' : 'Sign in';
  const main = html`${!isFirst && signIn(page)} ${registration(isFirst)} ${isFirst && hidden(page)}`;
  return renderPage({ siteName, title, main, scripts: [passwordScript, formScript] });
};

type Explain = (page: Pick<LoginPage, 'publicUrl' | 'next' | 'ways' | 'sendsMail'>) => Html;

const providerName = ({ provider = 'The identity provider' }: SignInWays): string => provider;

const explanations: Readonly<Record<LoginError, Explain>> = {
  invalid_credentials: ({ sendsMail }) =>
    html`The email address or the password is wrong. If you have forgotten the password,
    ${sendsMail ? forgotLink('set a new one') : 'an administrator can set a new one'}.`,
  session_not_kept: () =>
    html`You are not signed in, because your browser did not keep the session. Allow cookies for
    this site, then sign in again.`,
  wrong_address: ({ publicUrl, next }) =>
    html`You are not signed in, because a browser keeps the session of this site only over https.
      Sign in at <a href="${publicUrl}${loginPath({ next })}">${publicUrl}</a>.`,
  still_signed_in: () =>
    html`You are still signed in, because a page of another site asked to sign you out.
      <a href="/auth/logout">Sign out</a> or <a href="${home}">go on</a>.`,
  sign_in_ended: () =>
    html`This sign-in has ended: it took too long, or too many codes were wrong. Sign in again.`,
  password_login_disabled: ({ ways }) =>
    html`The password is right, but your account does not sign in by a password here. Continue with
    ${providerName(ways)}.`,
  oidc_denied: ({ ways }) =>
    html`${providerName(ways)} did not let you in, or you have cancelled. Try again.`,
  oidc_failed: ({ ways }) =>
    html`Signing in with ${providerName(ways)} failed. Try again. If it fails again, tell an
    administrator: the log of the service says why.`,
  oidc_unknown_account: ({ ways }) =>
    html`${providerName(ways)} knows you, but no account here belongs to you. If you have one, sign
    in with your password and link it under “Your account”. Otherwise, ask an administrator to
    invite you.`,
  oidc_email_unverified: ({ ways }) =>
    html`${providerName(ways)} has not verified your email address. Verify it there, then try again.`,
  oidc_inactive: () => html`Your account here is deactivated. Ask an administrator.`,
};

const explanationOf = new Map<string, Explain>(Object.entries(explanations));
const explainUnknown: Explain = () => html`Signing in failed. Try again.`;

const signIn = (page: LoginPage): Html => {
  const { error, ways } = page;
  const explain = error === undefined ? undefined : (explanationOf.get(error) ?? explainUnknown);
  const failed = explain !== undefined && 'login-error';
  const provider = providerLink(page);
  return html`
    <h1>Sign in</h1>
    ${failed && html`<p id="${failed}" role="alert">${explain(page)}</p>`}
    ${ways.password !== 'all' && provider} ${ways.password !== 'none' && passwordForm(page, failed)}
    ${ways.password === 'all' && provider}
  `;
};

/** A link, because the page policy lets forms lead to this site only. */
const providerLink = ({ ways: { provider }, next }: LoginPage): Html | false =>
  provider !== undefined &&
  html`<a class="button" href="${providerPath(next)}">Continue with ${provider}</a>`;

const passwordForm = (page: LoginPage, failed: string | false): Html => {
  const { error, email, next, sendsMail } = page;
  // Its explanation says what to do with a forgotten password.
  const isWrong = error === 'invalid_credentials' && failed;
  const hasEmail = email !== '';
  return html`
    <form id="login" method="post" action="/auth/login/form">
      <input type="hidden" name="next" value="${next}" />
      ${field({
        id: 'email',
        label: 'Email address',
        autocomplete: 'username',
        value: email,
        error: isWrong,
        hasFocus: !hasEmail,
      })}
      ${field({
        id: 'password',
        label: 'Password',
        autocomplete: 'current-password',
        error: isWrong,
        hasFocus: hasEmail,
      })}
      <button>Sign in</button>
    </form>
    ${!isWrong && html`<p>${forgotten(sendsMail)}</p>`}
  `;
};

const forgotLink = (text: string): Html => html`<a href="/auth/forgot">${text}</a>`;

const forgotten = (sendsMail: boolean): Html | string =>
  sendsMail
    ? forgotLink('Forgot your password?')
    : 'Forgot your password? Ask an administrator for a new one.';

/** The script fills it in and submits it after registering. */
const hidden = ({ next }: LoginPage): Html => html`
  <form id="login" method="post" action="/auth/login/form" hidden>
    <input type="hidden" name="next" value="${next}" />
    <input type="hidden" name="email" />
    <input type="hidden" name="password" />
  </form>
`;

const registration = (isFirst: boolean): Html => html`
  <h1>${isFirst ? 'Create the first account' : 'Create an account'}</h1>
  ${isFirst && html`<p>There are no accounts yet. This one becomes the administrator.</p>`}
  <noscript>
    <p role="alert">This form needs JavaScript. Without it, use the command quoin user create.</p>
  </noscript>
  <p id="form-error" role="alert"></p>
  <form id="form" method="post" action="/auth/register">
    ${field({ id: 'new-email', label: 'Email address', autocomplete: 'username', hasFocus: isFirst })}
    ${field({
      id: 'new-password',
      label: 'Password',
      autocomplete: 'new-password',
      hint: `At least ${passwordMinLength} characters.`,
    })}
    <button>Create account</button>
  </form>
`;
