import type { SignInWays } from '../../../core/index.ts';
import type { Role } from '../../../core/vocabulary.ts';
import { field } from './form.ts';
import { formScript } from './form-script.ts';
import { html, type Html } from './html.ts';
import { home, loginPath, providerPath } from './login-path.ts';
import { renderPage, type PageFacts } from './page.ts';
import { passwordScript } from './password-script.ts';
import { texts, type LoginFacts, type Texts } from './texts.ts';

export interface LoginPage extends PageFacts {
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
  const { siteName, language, newcomerRole } = page;
  const t = texts[language];
  if (newcomerRole === undefined) {
    const { title } = t.login;
    return renderPage({ siteName, language, title, main: signIn(page), scripts: [passwordScript] });
  }
  const isFirst = newcomerRole === 'admin';
  const title = isFirst ? t.registration.firstTitle : t.login.title;
  const main = html`${!isFirst && signIn(page)} ${registration(t, isFirst)}
  ${isFirst && hidden(page)}`;
  return renderPage({ siteName, language, title, main, scripts: [passwordScript, formScript] });
};

const linkTo =
  (path: string) =>
  (text: string): Html =>
    html`<a href="${path}">${text}</a>`;

const forgotLink = linkTo('/auth/forgot');

const factsOf = ({ publicUrl, next, sendsMail, ways }: LoginPage): LoginFacts => ({
  provider: ways.provider,
  forgotLink: sendsMail ? forgotLink : undefined,
  addressLink: linkTo(`${publicUrl}${loginPath({ next })}`)(publicUrl),
  signOutLink: linkTo('/auth/logout'),
  homeLink: linkTo(home),
});

/** Why the last attempt failed; undefined without one. */
const explanationOf = (page: LoginPage): Html | undefined => {
  const { error, language } = page;
  if (error === undefined) return undefined;
  const { failures } = texts[language].login;
  const explain = new Map(Object.entries(failures)).get(error) ?? failures.unknown;
  return explain(factsOf(page));
};

const signIn = (page: LoginPage): Html => {
  const { language, ways } = page;
  const explanation = explanationOf(page);
  const failed = explanation !== undefined && 'login-error';
  const provider = providerLink(page);
  return html`
    <h1>${texts[language].login.title}</h1>
    ${failed && html`<p id="${failed}" role="alert">${explanation}</p>`}
    ${ways.password !== 'all' && provider} ${ways.password !== 'none' && passwordForm(page, failed)}
    ${ways.password === 'all' && provider}
  `;
};

/** A link, because the page policy lets forms lead to this site only. */
const providerLink = ({ language, ways: { provider }, next }: LoginPage): Html | false =>
  provider !== undefined &&
  html`<a class="button" href="${providerPath(next)}"
    >${texts[language].login.continueWith(provider)}</a
  >`;

const passwordForm = (page: LoginPage, failed: string | false): Html => {
  const { language, error, email, next, sendsMail } = page;
  const t = texts[language];
  // Its explanation says what to do with a forgotten password.
  const isWrong = error === 'invalid_credentials' && failed;
  const hasEmail = email !== '';
  const { action, forgotten, askAdministrator } = t.login;
  return html`
    <form id="login" method="post" action="/auth/login/form">
      <input type="hidden" name="next" value="${next}" />
      ${field({
        texts: t,
        id: 'email',
        label: t.email,
        autocomplete: 'username',
        value: email,
        error: isWrong,
        hasFocus: !hasEmail,
      })}
      ${field({
        texts: t,
        id: 'password',
        label: t.password,
        autocomplete: 'current-password',
        error: isWrong,
        hasFocus: hasEmail,
      })}
      <button>${action}</button>
    </form>
    ${!isWrong && html`<p>${sendsMail ? forgotLink(forgotten) : askAdministrator}</p>`}
  `;
};

/** The script fills it in and submits it after registering. */
const hidden = ({ next }: LoginPage): Html => html`
  <form id="login" method="post" action="/auth/login/form" hidden>
    <input type="hidden" name="next" value="${next}" />
    <input type="hidden" name="email" />
    <input type="hidden" name="password" />
  </form>
`;

const registration = (t: Texts, isFirst: boolean): Html => {
  const { title, firstTitle, firstText, needsScript, action } = t.registration;
  return html`
    <h1>${isFirst ? firstTitle : title}</h1>
    ${isFirst && html`<p>${firstText}</p>`}
    <noscript>
      <p role="alert">${needsScript}</p>
    </noscript>
    <p id="form-error" role="alert"></p>
    <form id="form" method="post" action="/auth/register">
      ${isFirst && firstNames(t)}
      ${field({ texts: t, id: 'new-email', label: t.email, autocomplete: 'username' })}
      ${field({
        texts: t,
        id: 'new-password',
        label: t.password,
        autocomplete: 'new-password',
        hint: t.passwordHint,
      })}
      <button>${action}</button>
    </form>
  `;
};

const firstNames = (t: Texts): readonly Html[] => [
  field({
    texts: t,
    id: 'firstName',
    label: t.firstName,
    autocomplete: 'given-name',
    hasFocus: true,
  }),
  field({ texts: t, id: 'lastName', label: t.lastName, autocomplete: 'family-name' }),
];
