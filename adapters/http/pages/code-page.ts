import { html, type Html } from './html.ts';
import { loginPath } from './login-path.ts';
import { renderPage, type PageFacts } from './page.ts';
import { texts } from './texts.ts';

export interface CodePage extends PageFacts {
  /** The error code of the last attempt, from the query. */
  readonly error: string | undefined;
  /** Where to go after signing in: a path of this site. */
  readonly next: string;
  /** Whether a sign-in waits for a code in this browser. */
  readonly hasChallenge: boolean;
}

/** The second step of signing in: the form for a code. */
export const renderCodePage = (page: CodePage): string => {
  const { siteName, language, hasChallenge } = page;
  const { title } = texts[language].code;
  const main = html`<h1>${title}</h1>
    ${hasChallenge ? form(page) : ended(page)}`;
  return renderPage({ siteName, language, title, main });
};

const ended = ({ language, next }: CodePage): Html => {
  const again = (text: string): Html => html`<a href="${loginPath({ next })}">${text}</a>`;
  return html`<p role="alert">${texts[language].code.ended(again)}</p>`;
};

/** No keyboard of digits: recovery codes have letters. */
const form = ({ language, error, next }: CodePage): Html => {
  const t = texts[language].code;
  const failed = error !== undefined && 'code-error';
  const wrong = failed && html` aria-invalid="true"`;
  const explanation = error === 'invalid_code' ? t.invalid : t.failed;
  return html`
    ${failed && html`<p id="${failed}" role="alert">${explanation}</p>`}
    <form id="code-form" method="post" action="/auth/login/code/form">
      <input type="hidden" name="next" value="${next}" />
      <div>
        <label for="code">${t.label}</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="code-hint${failed && ' code-error'}"
          ${wrong}
          autofocus
          required
        />
        <small id="code-hint">${t.hint}</small>
      </div>
      <div>
        <label class="choice"><input type="checkbox" name="trust" value="yes" /> ${t.trust}</label>
      </div>
      <button>${t.action}</button>
    </form>
    <p><a href="${loginPath({ next })}">${t.anotherAccount}</a></p>
  `;
};
