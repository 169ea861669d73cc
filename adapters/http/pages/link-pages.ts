import { field } from './form.ts';
import { formScript } from './form-script.ts';
import { html, type Html } from './html.ts';
import { renderPage, type PageFacts } from './page.ts';
import { passwordScript } from './password-script.ts';
import { texts, type Texts } from './texts.ts';

const newPassword = (t: Texts, label: string): Html =>
  field({
    texts: t,
    id: 'new-password',
    label,
    autocomplete: 'new-password',
    hint: t.passwordHint,
    hasFocus: true,
  });

/** The script fills it with the secret of the link. */
const token: Html = html`<input type="hidden" name="token" />`;

const needsScript = (text: string): Html => html`
  <noscript>
    <p role="alert">${text}</p>
  </noscript>
  <p id="form-error" role="alert"></p>
`;

const scripts = [passwordScript, formScript];

/** The form of a link that sets a new password. To open it uses nothing up. */
export const renderResetPage = (page: PageFacts): string => {
  const t = texts[page.language];
  const { title, action, done, signIn } = t.reset;
  return renderPage({
    ...page,
    title,
    main: html`<h1>${title}</h1>
      ${needsScript(t.reset.needsScript)}
      <form id="form" method="post" action="/auth/password/reset">
        ${token} ${newPassword(t, t.reset.newPassword)}
        <button>${action}</button>
      </form>
      <div id="done" role="status" tabindex="-1" hidden>
        <p>${done}</p>
        <p><a href="/auth/login">${signIn}</a></p>
      </div>`,
    scripts,
  });
};

/** The form that makes the account of an invitation. To open it uses nothing up. */
export const renderInvitationPage = (page: PageFacts): string => {
  const t = texts[page.language];
  const { title, text, action } = t.invitation;
  return renderPage({
    ...page,
    title,
    main: html`<h1>${title}</h1>
      <p>${text}</p>
      ${needsScript(t.invitation.needsScript)}
      <form id="form" method="post" action="/auth/invitation/accept">
        ${token} ${newPassword(t, t.password)}
        ${field({ texts: t, id: 'firstName', label: t.firstName, autocomplete: 'given-name' })}
        ${field({ texts: t, id: 'lastName', label: t.lastName, autocomplete: 'family-name' })}
        ${field({ texts: t, id: 'username', label: t.username, autocomplete: 'nickname' })}
        <button>${action}</button>
      </form>
      <form id="login" method="post" action="/auth/login/form" hidden>
        <input type="hidden" name="email" />
        <input type="hidden" name="password" />
      </form>`,
    scripts,
  });
};
