import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { formScript } from '../../../adapters/http/pages/form-script.ts';
import { passwordScript } from '../../../adapters/http/pages/password-script.ts';

interface Outcome {
  readonly alert: string;
  /** The field with the focus that is marked as invalid. */
  readonly invalid: string | undefined;
  readonly isDisabled: boolean;
  /** The values with which the form for signing in was submitted. */
  readonly login: { readonly email: string; readonly password: string } | undefined;
}

/** Runs the script on a form with two fields and submits it. `fetch` answers with `response`. */
const submit = async (response: (request: RequestInit) => object): Promise<Outcome> => {
  let invalid: string | undefined;
  const field = (name: string, label: string) => ({
    labels: [{ textContent: label }],
    setAttribute: () => (invalid = name),
    focus: () => {},
    addEventListener: () => {},
  });
  const alert = { textContent: 'from before' };
  const button = { disabled: false };
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
    elements: { email: field('email', 'Email address'), password: field('password', 'Password') },
    querySelector: () => button,
    querySelectorAll: () => [],
    addEventListener: (_: string, given: typeof listener) => (listener = given),
  };
  const elements: Readonly<Record<string, object>> = {
    form,
    login,
    'form-error': alert,
    'new-password-hint': { textContent: '' },
  };
  runInNewContext(formScript, {
    document: { getElementById: (id: string) => elements[id] },
    fetch: async (_: string, request: RequestInit) => response(request),
    FormData: class {
      *[Symbol.iterator]() {
        yield* [
          ['email', 'ada@example.com'],
          ['password', 'secret'],
        ];
      }
    },
  });
  await listener({ preventDefault: () => {} });
  return { alert: alert.textContent, invalid, isDisabled: button.disabled, login: submitted };
};

const rejected = (body: object) => submit(() => ({ ok: false, json: async () => body }));

test('a mistake in a field is shown with the label of the field, which gets the focus', async () => {
  const issues = [{ path: 'password', message: 'must be longer' }];
  expect(await rejected({ error: 'password: must be longer', issues })).toEqual({
    alert: 'Password must be longer.',
    invalid: 'password',
    isDisabled: false,
    login: undefined,
  });
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
  expect(await submit(() => ({ ok: true }))).toEqual({
    alert: '',
    invalid: undefined,
    isDisabled: true,
    login: { email: 'ada@example.com', password: 'secret' },
  });
});

test('the request asks for strict handling', async () => {
  let headers: unknown;
  await submit((request) => {
    ({ headers } = request);
    return { ok: true };
  });
  expect(headers).toMatchObject({ Prefer: 'handling=strict' });
});

test('a button shows a password that is typed, and the form sends it hidden', () => {
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
  runInNewContext(passwordScript, { document: { querySelectorAll: () => [input], createElement } });
  const [button] = added;
  const state = () => [input.type, button?.textContent, button?.pressed];
  expect(state()).toEqual(['password', 'Show password', false]);
  button?.click();
  expect(state()).toEqual(['text', 'Hide password', true]);
  submit();
  expect(state()).toEqual(['password', 'Show password', false]);
});
