import { passwordMinLength, type Role } from '../../core/index.ts';
import { html, type Html } from './html.ts';
import { loginScript } from './login-script.ts';
import { renderPage } from './page.ts';

export interface LoginPage {
  /** Why the last attempt failed, as the address says it. */
  readonly error: string | undefined;
  /** Where to go afterwards; a path of this site. */
  readonly next: string;
  /** What whoever registers becomes; undefined while nobody may. */
  readonly newcomerRole: Role | undefined;
}

/** The page to sign in on; on an empty service, the page to make its first account on. */
export const renderLoginPage = (page: LoginPage): string => {
  const { newcomerRole } = page;
  if (newcomerRole === undefined) return renderPage({ title: 'Sign in', main: signIn(page) });
  const isFirst = newcomerRole === 'admin';
  const title = isFirst ? 'Create the first account' : 'Sign in';
  const main = html`${!isFirst && signIn(page)} ${registration(isFirst)} ${isFirst && hidden(page)}`;
  return renderPage({ title, main, script: loginScript });
};

const sentences: ReadonlyMap<string, string> = new Map([
  ['invalid_credentials', 'This email address and password do not go together.'],
]);

const signIn = ({ error, next }: LoginPage): Html => html`
  <h1>Sign in</h1>
  ${error !== undefined && html`<p role="alert">${sentences.get(error) ?? 'That did not work.'}</p>`}
  <form id="login" method="post" action="/auth/login/form">
    <input type="hidden" name="next" value="${next}" />
    ${field({ id: 'email', label: 'Email address', autocomplete: 'username', isFirst: true })}
    ${field({ id: 'password', label: 'Password', autocomplete: 'current-password' })}
    <button>Sign in</button>
  </form>
`;

/** There to be filled in by the script for whoever has just registered. */
const hidden = ({ next }: LoginPage): Html => html`
  <form id="login" method="post" action="/auth/login/form" hidden>
    <input type="hidden" name="next" value="${next}" />
    <input type="hidden" name="email" />
    <input type="hidden" name="password" />
  </form>
`;

const registration = (isFirst: boolean): Html => html`
  <h1>${isFirst ? 'Create the first account' : 'Create an account'}</h1>
  ${isFirst && html`<p>Nobody has an account here yet. This one will administer the service.</p>`}
  <noscript>
    <p role="alert">This form needs JavaScript. The command quoin user create does the same.</p>
  </noscript>
  <form id="register" method="post" action="/auth/register">
    ${field({ id: 'new-email', label: 'Email address', autocomplete: 'username', isFirst })}
    ${field({
      id: 'new-password',
      label: 'Password',
      autocomplete: 'new-password',
      hint: `At least ${passwordMinLength} characters.`,
    })}
    <button>Create account</button>
    <p id="register-error" role="alert"></p>
  </form>
`;

interface Field {
  /** Ends with the name under which the field is sent. */
  readonly id: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly hint?: string;
  /** Whether the cursor is here when the page opens. */
  readonly isFirst?: boolean;
}

const field = ({ id, label, autocomplete, hint, isFirst = false }: Field): Html => {
  const name = id.replace('new-', '');
  const attributes = [
    isFirst && html`autofocus`,
    hint !== undefined && html`minlength="${passwordMinLength}" aria-describedby="${id}-hint"`,
  ];
  return html`
    <div>
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="${name}"
        type="${name}"
        autocomplete="${autocomplete}"
        ${attributes}
        required
      />
      ${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}
    </div>
  `;
};
