import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { formScript } from '../../../adapters/http/pages/form-script.ts';
import type { Language } from '../../../adapters/http/pages/language.ts';
import { passwordScript } from '../../../adapters/http/pages/password-script.ts';
import { renderResetPage } from '../../../adapters/http/pages/link-pages.ts';
import { attributeOf } from '../../support/http/visible-texts.ts';

interface Outcome {
  readonly alert: string;
  /** The field with the focus that is marked as invalid. */
  readonly invalid: string | undefined;
  readonly isDisabled: boolean;
  /** The values with which the form for signing in was submitted. */
  readonly login: { readonly email: string; readonly password: string } | undefined;
  /** Whether the form is replaced by what is shown at the end. */
  readonly isDone: boolean;
  /** The address in the address bar. */
  readonly address: string;
  /** The value of the field for the secret. */
  readonly token: string;
}

interface Page {
  /** Whether it has a form for signing in. */
  readonly hasLogin?: boolean;
  /** The fragment of its address, on the page of a link. */
  readonly hash?: string | undefined;
  readonly language?: Language;
}

/** What scripts find as `main` of a page. */
const mainOf = (language: Language) => {
  const page = renderResetPage({ siteName: 'Quoin', language });
  return { dataset: { texts: attributeOf(page, 'data-texts') } };
};

/** Runs the script on a form with two fields and submits it. `fetch` answers with `response`. */
const submit = async (
  response: (path: string, request: RequestInit) => object,
  { hasLogin = true, hash, language = 'en' }: Page = {},
): Promise<Outcome> => {
  let invalid: string | undefined;
  const field = (name: string, label: string) => ({
    labels: [{ textContent: label }],
    setAttribute: () => (invalid = name),
    focus: () => {},
    addEventListener: () => {},
  });
  const alert = { textContent: 'from before' };
  const button = { disabled: false };
  const done = { hidden: true, focus: () => {} };
  const token = { value: '', labels: [] };
  let submitted: Outcome['login'];
  const login = {
    elements: { email: { value: '' }, password: { value: '' } },
    submit: () => {
      const { email, password } = login.elements;
      submitted = { email: email.value, password: password.value };
    },
  };
  let listener: (event: object) => Promise<void> = async () => {};
  const form = {
    hidden: false,
    elements: {
      email: field('email', 'Email address (optional)'),
      password: field('password', 'Password'),
      ...(hash !== undefined && { token }),
    },
    getAttribute: () => '/auth/action',
    querySelector: () => button,
    querySelectorAll: () => [],
    addEventListener: (_: string, given: typeof listener) => (listener = given),
  };
  const elements: Readonly<Record<string, object>> = {
    form,
    done,
    ...(hasLogin && { login }),
    'form-error': alert,
    'new-password-hint': { textContent: '' },
  };
  let address = `/auth/page${hash ?? ''}`;
  runInNewContext(formScript, {
    document: {
      getElementById: (id: string) => elements[id] ?? null,
      querySelector: () => mainOf(language),
    },
    location: { hash: hash ?? '', pathname: '/auth/page' },
    history: { replaceState: (_: null, __: string, path: string) => (address = path) },
    addEventListener: () => {},
    fetch: async (path: string, request: RequestInit) => response(path, request),
    FormData: class {
      *[Symbol.iterator]() {
        yield* [
          ['email', 'ada@example.com'],
          ['password', 'secret'],
          ['username', ''],
        ];
        if (hash !== undefined) yield ['token', token.value];
      }
    },
  });
  const before = alert.textContent;
  await listener({ preventDefault: () => {} });
  return {
    alert: hash === '' ? before : alert.textContent,
    invalid,
    isDisabled: button.disabled,
    login: submitted,
    isDone: form.hidden && !done.hidden,
    address,
    token: token.value,
  };
};

const accepted = { ok: true, json: async () => ({ user: { email: 'ada@example.com' } }) };

const rejected = (body: object, page?: Page) =>
  submit(() => ({ ok: false, json: async () => body }), page);

test('a mistake in a field is shown with the label of the field, which gets the focus', async () => {
  const issues = [{ path: 'password', message: 'must be longer' }];
  expect(await rejected({ error: 'password: must be longer', issues })).toMatchObject({
    alert: 'Password must be longer.',
    invalid: 'password',
    isDisabled: false,
    login: undefined,
    isDone: false,
  });
  const other = [{ path: 'email', message: 'must not be taken' }];
  const { alert } = await rejected({ error: 'email: must not be taken', issues: other });
  expect(alert).toBe('Email address must not be taken.');
});

test('other errors are shown as sentences', async () => {
  const { alert } = await rejected({ error: 'Too many attempts', details: 'Try again later' });
  expect(alert).toBe('Too many attempts. Try again later.');
  expect((await rejected({ error: 'Registration is closed' })).alert).toBe(
    'Registration is closed.',
  );
});

test('a service that does not answer is reported, and the form can be sent again', async () => {
  const outcome = await submit(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(outcome).toMatchObject({
    alert: 'The service cannot be reached. Try again.',
    isDisabled: false,
  });
});

test('after registering, the form for signing in is submitted', async () => {
  expect(await submit(() => accepted)).toMatchObject({
    alert: '',
    invalid: undefined,
    isDisabled: true,
    login: { email: 'ada@example.com', password: 'secret' },
    isDone: false,
  });
});

test('without a form for signing in, what follows is shown in the place of the form', async () => {
  const outcome = await submit(() => accepted, { hasLogin: false });
  expect(outcome).toMatchObject({ login: undefined, isDone: true });
});

test('the request goes to the address of the form, with what was filled in, and asks for strict handling', async () => {
  const sent: [string, RequestInit][] = [];
  await submit((...request) => {
    sent.push(request);
    return accepted;
  });
  const body = JSON.stringify({ email: 'ada@example.com', password: 'secret' });
  expect(sent).toMatchObject([
    ['/auth/action', { method: 'POST', body, headers: { Prefer: 'handling=strict' } }],
  ]);
});

test('the secret of a link is sent, and leaves the address bar', async () => {
  const sent: unknown[] = [];
  const answer = (_: string, { body }: RequestInit): object => {
    sent.push((JSON.parse(body as string) as { readonly token: unknown }).token);
    return accepted;
  };
  const outcome = await submit(answer, { hasLogin: false, hash: '#the-secret' });
  expect(sent).toEqual(['the-secret']);
  expect(outcome).toMatchObject({ address: '/auth/page', token: 'the-secret', isDone: true });
});

test('a link without its secret is reported at once', async () => {
  const { alert, address } = await submit(() => accepted, { hash: '' });
  expect([alert, address]).toEqual([
    'The address is incomplete. Open the link again.',
    '/auth/page',
  ]);
});

describe('in German', () => {
  const page = { language: 'de' } as const;

  test('the errors that people can meet are explained by their codes', async () => {
    const taken = {
      code: 'email_taken',
      error: 'This email is taken',
      issues: [{ path: 'email', message: 'must not be taken' }],
    };
    expect(await rejected(taken, page)).toMatchObject({
      alert: 'Ein anderes Konto hat diese E-Mail-Adresse schon.',
      invalid: 'email',
    });
    const link = {
      code: 'invalid_link',
      error: 'This link is not valid',
      details: 'It has expired',
    };
    expect((await rejected(link, page)).alert).toMatch(/^Dieser Link gilt nicht\. /);
  });

  test('a mistake in a field is explained by the rule of the field', async () => {
    const issues = [{ path: 'password', message: 'must be longer' }];
    expect(await rejected({ code: 'invalid_password', error: 'x', issues }, page)).toMatchObject({
      alert: 'Ein Passwort hat mindestens 8 Zeichen und höchstens 1024 Bytes.',
      invalid: 'password',
    });
  });

  test('another message of the service is shown as it is', async () => {
    const other = { code: 'storage_full', error: 'No space', details: 'Ask the operator' };
    expect((await rejected(other, page)).alert).toBe('No space. Ask the operator.');
  });

  test('the service that does not answer and the link without its secret are reported', async () => {
    const away = (): object => {
      throw new TypeError('Failed to fetch');
    };
    expect((await submit(away, page)).alert).toBe(
      'Der Dienst ist nicht erreichbar. Versuchen Sie es erneut.',
    );
    expect((await submit(() => accepted, { ...page, hash: '' })).alert).toBe(
      'Die Adresse ist unvollständig. Öffnen Sie den Link erneut.',
    );
  });
});

test.each([
  ['en', 'Show password', 'Hide password'],
  ['de', 'Passwort anzeigen', 'Passwort verbergen'],
] as const)(
  '%s: a button shows a password that is typed, and the form sends it hidden',
  (language, show, hide) => {
    const added: { textContent: string; pressed: boolean; click: () => void }[] = [];
    let submit = (): void => undefined;
    const input = {
      type: 'password',
      form: { addEventListener: (_: string, run: () => void) => (submit = run) },
      after: (button: (typeof added)[number]) => added.push(button),
    };
    const createElement = () => {
      const button = {
        textContent: '',
        pressed: true,
        click: (): void => undefined,
        setAttribute: (_: string, value: boolean) => (button.pressed = value),
        addEventListener: (_: string, run: () => void) => (button.click = run),
      };
      return button;
    };
    const querySelector = () => mainOf(language);
    runInNewContext(passwordScript, {
      document: { querySelector, querySelectorAll: () => [input], createElement },
    });
    const [button] = added;
    const state = () => [input.type, button?.textContent, button?.pressed];
    expect(state()).toEqual(['password', show, false]);
    button?.click();
    expect(state()).toEqual(['text', hide, true]);
    submit();
    expect(state()).toEqual(['password', show, false]);
  },
);
