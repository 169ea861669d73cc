import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { passwordScript } from '../../adapters/koa/pages/password-script.ts';

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
