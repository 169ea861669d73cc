import { html, type Html } from './html.ts';
import { loginPath } from './login-path.ts';
import { renderPage } from './page.ts';

export interface CodePage {
  readonly siteName: string;
  /** The error code of the last attempt, from the query. */
  readonly error: string | undefined;
  /** Where to go after signing in: a path of this site. */
  readonly next: string;
  /** Whether a sign-in waits for a code in this browser. */
  readonly hasChallenge: boolean;
}

/** The second step of signing in: the form for a code. */
export const renderCodePage = (page: CodePage): string =>
  renderPage({
    siteName: page.siteName,
    title: 'Enter a code',
    main: page.hasChallenge ? form(page) : ended(page),
  });

const ended = ({ next }: CodePage): Html => html`
  <h1>Enter a code</h1>
  <p role="alert">
    No sign-in waits for a code in this browser. <a href="${loginPath({ next })}">Sign in again</a>.
  </p>
`;

/** No keyboard of digits: recovery codes have letters. */
const form = ({ error, next }: CodePage): Html => {
  const failed = error !== undefined && 'code-error';
  const wrong = failed && html` aria-invalid="true"`;
  return html`
    <h1>Enter a code</h1>
    ${failed && html`<p id="${failed}" role="alert">${explanationOf(error)}</p>`}
    <form id="code-form" method="post" action="/auth/login/code/form">
      <input type="hidden" name="next" value="${next}" />
      <div>
        <label for="code">Code</label>
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
        <small id="code-hint">The six digits in your app, or a recovery code.</small>
      </div>
      <div>
        <label class="choice"
          ><input type="checkbox" name="trust" value="yes" /> Trust this browser for 30 days</label
        >
      </div>
      <button>Sign in</button>
    </form>
    <p><a href="${loginPath({ next })}">Use another account</a></p>
  `;
};

const explanationOf = (error: string): string =>
  error === 'invalid_code'
    ? 'This code is not valid. Each code works once: wait for the next one in your app.'
    : 'Signing in failed. Try again.';
