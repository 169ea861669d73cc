import { field } from './form.ts';
import { formScript } from './form-script.ts';
import { html, type Html } from './html.ts';
import { renderPage, type PageFacts } from './page.ts';
import { texts, type Texts } from './texts.ts';

export interface ForgotPage extends PageFacts {
  /** Whether people can ask for a link by mail. */
  readonly sendsMail: boolean;
}

/** The form that asks for a mail with a link that sets a new password. */
export const renderForgotPage = ({ siteName, language, sendsMail }: ForgotPage): string => {
  const t = texts[language];
  const { title, sendsNoMail, toLogin } = t.forgot;
  return renderPage({
    siteName,
    language,
    title,
    main: html`<h1>${title}</h1>
      ${sendsMail ? request(t) : html`<p>${sendsNoMail}</p>`}
      <p><a href="/auth/login">${toLogin}</a></p>`,
    scripts: sendsMail ? [formScript] : [],
  });
};

const request = (t: Texts): Html => html`
  <noscript>
    <p role="alert">${t.forgot.needsScript}</p>
  </noscript>
  <p id="form-error" role="alert"></p>
  <form id="form" method="post" action="/auth/password/forgot">
    <p>${t.forgot.text}</p>
    ${field({ texts: t, id: 'email', label: t.email, autocomplete: 'username', hasFocus: true })}
    <button>${t.forgot.action}</button>
  </form>
  <div id="done" role="status" tabindex="-1" hidden>
    <p>${t.forgot.done}</p>
  </div>
`;
